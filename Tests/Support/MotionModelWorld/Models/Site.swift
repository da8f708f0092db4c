package import Foundation
package import MotionModel

/// A building site: a parent of jobs, which it counts and which touch it, with columns that follow from its jobs, from
/// what follows from these, from records behind them, and from its own columns.
package struct Site: WorldModel {
  package var id = 0
  package var name = ""
  package var code = ""
  package var budget = 0.0
  package var leadID: String?
  package var jobsCount = 0
  package var openJobs = 0
  package var crew = 0
  package var helpers = 0
  package var doneJobs = 0
  package var initial = ""
  package var topPriority: Int?
  package var leastUrgent: Int?
  package var averageCrew: Double?
  package var createdAt: Date?
  package var updatedAt: Date?

  package static let schema = Schema<Site> {
    Column(\.name, .unique, was: "label")
    Column(\.code, .indexedIgnoringCase)
    Column(\.budget, .ordered)
    Column(\.leadID)
    Derived(\.jobsCount, count: \.jobs)
    Derived(\.openJobs, .indexed, count: \.jobs, where: \.isDone == false)
    Derived(\.crew, sum: \.jobs, \.shiftsCount)
    Derived(\.helpers, count: \.workers)
    Derived(\.doneJobs) { $0.jobsCount - $0.openJobs }
    Derived(\.initial, .indexed) { String($0.name.prefix(1)) }
    Derived(\.topPriority, .ordered, maximum: \.jobs, \.priority)
    Derived(\.leastUrgent, minimum: \.urgentJobs, \.priority)
    Derived(\.averageCrew, average: \.jobs, \.shiftsCount)
    Timestamps(\.createdAt, \.updatedAt)
  }
  package struct Relations: Sendable {
    package let lead = BelongsTo<Worker>(\.leadID)
    package let jobs = HasMany<Job>(\.siteID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
    package let urgentJobs = HasMany<Job>(\.siteID) { $0.where(\.priority >= 2).order(by: \.priority, .descending) }
    package let topJob = HasOne<Job>(\.siteID) { $0.order(by: \.priority, .descending) }
    package let permit = HasOne<Permit>(\.siteID, dependent: .delete).acceptingAttributes()
    package let workers = HasMany<Worker>(through: \.jobs, \.workers)
    package let remarks = HasMany<Remark>(as: \.subject, dependent: .destroy)
  }
  package static let relations = Relations()

  /// Hooks that change the record, refuse it in both ways, and write another record.
  package static let hooks: Hooks<Site> = [
    .beforeSave("trim") { site, context in
      HookRuns.note("beforeSave \"trim\"", context)
      if site.name == " padded" { site.name = "padded" }
    },
    .beforeSave("refuse") { site, context in
      HookRuns.note("beforeSave \"refuse\"", context)
      if site.name == "forbidden" { throw HookRefusal() }
    },
    .afterCreate("log") { site, context in
      HookRuns.note("afterCreate \"log\"", context)
      if site.name == "logged" { try site.remarks.create { $0.text = "opened" } }
    },
    .beforeDelete("keep") { site, context in
      HookRuns.note("beforeDelete \"keep\"", context)
      if site.name == "kept" { throw context.halt("It is kept.") }
    },
  ]

  package init() {}
}

/// The error that a hook of the world throws.
package struct HookRefusal: Error {}

extension Site {
  package static var rows: WritableKeyPath<NaiveStore, NaiveTable<Site>> { \.sites }
  package static var kind: Kind { .site }
  package static var ownTimestamps: NaiveTimestamps<Site>? {
    NaiveTimestamps(created: \.createdAt, updated: \.updatedAt)
  }
  package static var uniqueKeys: [NaiveUnique<Site>] { [NaiveUnique("name") { $0.name }] }
  package static var counters: [any WritableKeyPath<Site, Int> & Sendable] {
    [\.jobsCount, \.openJobs, \.crew, \.helpers, \.doneJobs]
  }
  package static var kept: [MergedColumn<Site>] {
    [MergedColumn(\.initial), MergedColumn(\.topPriority), MergedColumn(\.leastUrgent), MergedColumn(\.averageCrew)]
  }
  package static let links: [any NaiveLinking] = [
    NaiveLink<Site, Worker>("lead", \.leadID, counter: \Worker.sitesCount)
  ]
  package static let dependents: [any NaiveDepending] = [
    NaiveDependent<Site, Job>("jobs", .destroy, { $1.siteID == $0.id }),
    NaiveDependent<Site, Permit>("permit", .delete, { $1.siteID == $0.id }),
    NaiveDependent<Site, Remark>("remarks", .destroy, { $1.subjectType == "Site" && $1.subjectID == $0.id }),
  ]
  package static let fields: [Field<Site>] = [
    Field(
      "name", \.name,
      ["a", "b", "c", "d", "e", "f", "", " padded", "padded", "logged", "kept", "forbidden", "caf\u{E9}"]),
    Field("code", \.code, ["", "X1", "x1", "caf\u{E9}", "cafe\u{301}", "Y"]),
    Field("budget", \.budget, [0, -0.0, 1, 2.5, -1, .infinity, .nan]),
    Field("leadID", optionalKey: \.leadID, Worker.self),
  ]

  package func isSame(as other: Site) -> Bool {
    id == other.id && name.isSame(as: other.name) && code.isSame(as: other.code) && budget.isSame(as: other.budget)
      && leadID == other.leadID && jobsCount == other.jobsCount && openJobs == other.openJobs && crew == other.crew
      && helpers == other.helpers && doneJobs == other.doneJobs && initial.isSame(as: other.initial)
      && topPriority == other.topPriority && leastUrgent == other.leastUrgent && averageCrew == other.averageCrew
      && createdAt == other.createdAt && updatedAt == other.updatedAt
  }

  package static func derive(in naive: inout NaiveStore) {
    for (index, row) in naive.sites.rows.enumerated() {
      var site = row.record
      let jobs = naive.jobs.rows.map(\.record).filter { $0.siteID == site.id }
      let ids = Set(jobs.map(\.id))
      let workers = Set(naive.shifts.rows.map(\.record).filter { ids.contains($0.jobID) }.map(\.workerID))
      site.openJobs = jobs.count { !$0.isDone }
      site.crew = jobs.reduce(0) { $0 + $1.shiftsCount }
      site.helpers = naive.workers.rows.count { workers.contains($0.record.id) }
      site.doneJobs = jobs.count - site.openJobs
      site.initial = String(site.name.prefix(1))
      site.topPriority = jobs.map(\.priority).max()
      site.leastUrgent = jobs.map(\.priority).filter { $0 >= 2 }.min()
      site.averageCrew = jobs.isEmpty ? nil : Double(site.crew) / Double(jobs.count)
      naive.sites.rows[index].record = site
    }
  }

  package mutating func beforeSave() throws(Refusal) {
    if name == " padded" { name = "padded" }
    if name == "forbidden" { throw .hook }
  }

  package func afterCreate(in naive: inout NaiveStore) throws(Refusal) {
    if name != "logged" { return }
    var remark = Remark()
    (remark.text, remark.subjectType, remark.subjectID) = ("opened", "Site", id)
    try naive.save(&remark, .save)
  }

  package func beforeDelete() throws(Refusal) { if name == "kept" { throw .halted } }
}
