package import Foundation
package import MotionModel

/// Joins a job and a worker, each pair once: requires both, and both count it.
package struct Shift: WorldModel {
  package var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  package var jobID = 0
  package var workerID = ""
  package var hours = Decimal(0)
  package var startsAt: Date?

  package static let schema = Schema<Shift> {
    Column(\.jobID)
    Column(\.workerID)
    Column(\.hours)
    Column(\.startsAt, .ordered)
    Index(\.jobID, \.workerID, unique: true)
  }
  package struct Relations: Sendable {
    package let job = BelongsTo<Job>(\.jobID)
    package let worker = BelongsTo<Worker>(\.workerID)
  }
  package static let relations = Relations()

  package init() {}
}

extension Shift {
  package static var rows: WritableKeyPath<NaiveStore, NaiveTable<Shift>> { \.shifts }
  package static var kind: Kind { .shift }
  package static var uniqueKeys: [NaiveUnique<Shift>] {
    [NaiveUnique("jobID+workerID") { "\($0.jobID) \($0.workerID)" }]
  }
  package static let links: [any NaiveLinking] = [
    NaiveLink<Shift, Job>("job", required: \.jobID, counter: \Job.shiftsCount),
    NaiveLink<Shift, Worker>("worker", required: \.workerID, counter: \Worker.shiftsCount),
  ]
  package static let fields: [Field<Shift>] = [
    Field("jobID", key: \.jobID, Job.self),
    Field("workerID", key: \.workerID, Worker.self),
    Field("hours", \.hours, [0, 1, Decimal(sign: .plus, exponent: -3, significand: 7500), 8]),
    Field("startsAt", optional: \.startsAt, [0, 1, 1000.25, -5e9].map(Date.init(timeIntervalSinceReferenceDate:))),
  ]

  package func isSame(as other: Shift) -> Bool { self == other }
}
