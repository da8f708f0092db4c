package import Foundation
package import MotionModel

/// A worker, with a string as id and a hook around saving. Workers may have a boss, and cannot be destroyed while
/// they have shifts. It has the hours of its latest shift.
package struct Worker: WorldModel {
  package var id = ""
  package var name = ""
  package var email: String?
  package var bossID: String?
  package var teamCount = 0
  package var sitesCount = 0
  package var shiftsCount = 0
  package var latestHours: Decimal?

  package static let schema = Schema<Worker> {
    Column(\.name, [.indexed, .indexedIgnoringCaseAndAccents, .orderedIgnoringCaseAndAccents])
    Column(\.email, .unique)
    Column(\.bossID)
    Derived(\.teamCount, count: \.team)
    Derived(\.sitesCount, count: \.sites)
    Derived(\.shiftsCount, count: \.shifts)
    Derived(\.latestHours, latest: \.shifts, \.hours, by: \.startsAt)
    Index(substringsOf: \.name)
  }
  package struct Relations: Sendable {
    package let boss = BelongsTo<Worker>(\.bossID).acceptingAttributes()
    package let team = HasMany<Worker>(\.bossID, dependent: .nullify)
    package let sites = HasMany<Site>(\.leadID, dependent: .nullify)
    package let shifts = HasMany<Shift>(\.workerID, dependent: .restrict)
    package let jobs = HasMany<Job>(through: \.shifts, \.job)
  }
  package static let relations = Relations()

  package static let hooks: Hooks<Worker> = [
    .aroundSave("around") { worker, context, proceed in
      HookRuns.note("aroundSave \"around\"", context)
      if worker.name == "before" { throw HookRefusal() }
      try proceed(&worker)
      if worker.name == "after" { throw HookRefusal() }
    }
  ]

  package init() {}
}

extension Worker {
  package static var rows: WritableKeyPath<NaiveStore, NaiveTable<Worker>> { \.workers }
  package static var kind: Kind { .worker }
  package static var uniqueKeys: [NaiveUnique<Worker>] { [NaiveUnique("email") { $0.email }] }
  package static var counters: [any WritableKeyPath<Worker, Int> & Sendable] {
    [\.teamCount, \.sitesCount, \.shiftsCount]
  }
  package static var kept: [MergedColumn<Worker>] { [MergedColumn(\.latestHours)] }
  package static var hasAroundSave: Bool { true }
  package static let links: [any NaiveLinking] = [
    NaiveLink<Worker, Worker>("boss", \.bossID, counter: \Worker.teamCount)
  ]
  package static let dependents: [any NaiveDepending] = [
    NaiveDependent<Worker, Worker>("team", .nullify, { $1.bossID == $0.id }) { $0.bossID = nil },
    NaiveDependent<Worker, Site>("sites", .nullify, { $1.leadID == $0.id }) { $0.leadID = nil },
    NaiveDependent<Worker, Shift>("shifts", .restrict, { $1.workerID == $0.id }),
  ]
  package static let fields: [Field<Worker>] = [
    Field("name", \.name, ["", "ann", "Ann", "bob", "annabel", "caf\u{E9}", "before", "after"]),
    Field("email", optional: \.email, ["a@x", "b@x", "c@x", "d@x", "e@x"]),
    Field("bossID", optionalKey: \.bossID, Worker.self),
  ]

  package func isSame(as other: Worker) -> Bool {
    id == other.id && name.isSame(as: other.name) && email == other.email && bossID == other.bossID
      && teamCount == other.teamCount && sitesCount == other.sitesCount && shiftsCount == other.shiftsCount
      && latestHours == other.latestHours
  }

  package static func derive(in naive: inout NaiveStore) {
    for (index, row) in naive.workers.rows.enumerated() {
      let shifts = naive.shifts.rows.map(\.record).filter { $0.workerID == row.record.id && $0.startsAt != nil }
      let latest = shifts.compactMap(\.startsAt).max()
      naive.workers.rows[index].record.latestHours = shifts.last { $0.startsAt == latest }?.hours
    }
  }

  package func aroundSaveBegins() throws(Refusal) { if name == "before" { throw .hook } }
  package func aroundSaveEnds() throws(Refusal) { if name == "after" { throw .hook } }
}
