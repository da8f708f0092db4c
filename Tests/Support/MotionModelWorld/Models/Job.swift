import Foundation
package import MotionModel
import MotionModelSearch

/// A job at a site, which may have steps: without hooks, with a version and values of several kinds.
package struct Job: WorldModel {
  package var id = 0
  package var title = ""
  package var priority = 0
  package var isDone = false
  package var tags: [String] = []
  package var state = State.open
  package var details = Details()
  package var form = Form.none
  package var siteID = 0
  package var parentID: Int?
  package var stepsCount = 0
  package var shiftsCount = 0
  package var lock = 0

  package enum State: String, ColumnValue, CaseIterable, Codable { case open, waiting, closed }

  package struct Details: Codable, Hashable, Sendable {
    package var height = 0.0
    package var notes: [String: Int] = [:]
    package init(_ height: Double = 0, _ notes: [String: Int] = [:]) { (self.height, self.notes) = (height, notes) }
  }

  /// An enum with payloads.
  package indirect enum Form: TaggedValue {
    case none
    case box(Int, lid: Bool?)
    case text(String)
    case pair([Form])
  }

  package static let schema = Schema<Job> {
    Column(\.title)
    Column(\.priority, .ordered)
    Column(\.isDone)
    Column(\.tags)
    Column(\.state, .indexed)
    Column(\.details)
    Column(\.form, .indexed)
    Column(\.siteID)
    Column(\.parentID)
    Derived(\.stepsCount, count: \.steps)
    Derived(\.shiftsCount, count: \.shifts)
    LockVersion(\.lock)
    Index(elementsOf: \.tags)
    Index(\.siteID, \.state)
    Searchable(\.title, \.tags, weights: [3, 1])
  }
  package struct Relations: Sendable {
    package let site = BelongsTo<Site>(\.siteID, touch: true)
    package let parent = BelongsTo<Job>(\.parentID)
    package let steps = HasMany<Job>(\.parentID, dependent: .nullify)
    package let shifts = HasMany<Shift>(\.jobID, dependent: .delete)
    package let workers = HasMany<Worker>(through: \.shifts, \.worker).acceptingIDs()
    package let remarks = HasMany<Remark>(as: \.subject, dependent: .nullify)
  }
  package static let relations = Relations()

  package init() {}
}

extension Job {
  package static var rows: WritableKeyPath<NaiveStore, NaiveTable<Job>> { \.jobs }
  package static var kind: Kind { .job }
  package static var lockVersion: (any WritableKeyPath<Job, Int> & Sendable)? { \Job.lock }
  package static var counters: [any WritableKeyPath<Job, Int> & Sendable] { [\.stepsCount, \.shiftsCount] }
  package static let links: [any NaiveLinking] = [
    NaiveLink<Job, Site>("site", required: \.siteID, counter: \Site.jobsCount, touches: true),
    NaiveLink<Job, Job>("parent", \.parentID, counter: \Job.stepsCount),
  ]
  package static let dependents: [any NaiveDepending] = [
    NaiveDependent<Job, Job>("steps", .nullify, { $1.parentID == $0.id }) { $0.parentID = nil },
    NaiveDependent<Job, Shift>("shifts", .delete, { $1.jobID == $0.id }),
    NaiveDependent<Job, Remark>("remarks", .nullify, { $1.subjectType == "Job" && $1.subjectID == $0.id }) {
      ($0.subjectType, $0.subjectID) = (nil, nil)
    },
  ]
  package static let fields: [Field<Job>] = [
    Field("title", \.title, ["", "dig", "Dig deep", "paint", "caf\u{E9}", "cafe\u{301}", "\u{0}"]),
    Field("priority", \.priority, [0, 1, 2, 3, -1, .max, .min]),
    Field("isDone", \.isDone, [false, true]),
    Field("tags", \.tags, [[], ["a"], ["a", "b"], ["b", "b"], ["caf\u{E9}"]]),
    Field("state", \.state, [.open, .waiting, .closed]),
    Field(
      "details", \.details,
      [
        Details(), Details(1, ["x": 1]), Details(-0.0),
        Details(1e300, ["": -1]),
      ]
    ) {
      $0.height.isSame(as: $1.height) && $0.notes == $1.notes
    },
    Field("form", \.form, [.none, .box(1, lid: nil), .box(1, lid: true), .text("a"), .pair([.none, .pair([])])]),
    Field("siteID", key: \.siteID, Site.self),
    Field("parentID", optionalKey: \.parentID, Job.self),
  ]

  package func isSame(as other: Job) -> Bool {
    id == other.id && title.isSame(as: other.title) && priority == other.priority && isDone == other.isDone
      && tags.elementsEqual(other.tags) { $0.isSame(as: $1) } && state == other.state
      && details.height.isSame(as: other.details.height) && details.notes == other.details.notes && form == other.form
      && siteID == other.siteID && parentID == other.parentID && stepsCount == other.stepsCount
      && shiftsCount == other.shiftsCount && lock == other.lock
  }
}
