import MotionModel
import MotionModelLive
import MotionModelTestSupport

/// A record with its related records, as arrays.
struct PlainFamily<Record: Model & Equatable, Target: Model & Equatable>: Equatable, Sendable {
  var record: Record
  var related: [Target]
}

/// Live records with related records, and a handler that checks the law.
final class WatchedFamilies<Record: Model & Equatable, Kind: RelationKind>: WatchedLive
where Record.Adapter == ArrayAdapter, Kind.Target.Adapter == ArrayAdapter, Kind.Target: Equatable {
  typealias Families = [PlainFamily<Record, Kind.Target>]

  private let name: String
  private let expected: @Sendable () -> Families
  private let value: @Sendable () -> Families
  private let told: Locked<Told<Families>>
  private let observation: Locked<LiveObservation?> = Locked(nil)

  /// - Parameter records: Returns the records of what a relation returns.
  init(
    _ finder: Finder<Record>, _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 },
    records: @escaping @Sendable (Kind.Related) -> [Kind.Target]
  ) {
    name = "\(finder) with \(relation)"
    let live = finder.live(with: relation, refine)
    expected = { finder.including(relation, refine).all.map { PlainFamily(record: $0, related: records($1)) } }
    let value = { @Sendable in Self.plain(live.value, records) }
    (self.value, told) = (value, Locked(Told(value())))
    let observation = live.onChange { [weak self] in self?.check($0, records) }
    self.observation.withLock { $0 = observation }
  }

  private static func plain(
    _ list: LiveFamilyList<Record, Kind>, _ records: (Kind.Related) -> [Kind.Target]
  ) -> Families {
    list.map { PlainFamily(record: $0.record, related: records($0.related)) }
  }

  private func check(_ change: LiveFamiliesChange<Record, Kind>, _ records: (Kind.Related) -> [Kind.Target]) {
    told.withLock { told in
      var faults: [String] = []
      let (before, after) = (Self.plain(change.before, records), Self.plain(change.after, records))
      if before != told.shown { faults.append("begins with \(before) and not with \(told.shown)") }
      if Kind.Related.self == [Kind.Target].self {
        if before == after { faults.append("nothing changed") }
        let applied = Self.applied(change, to: before, after)
        if applied != after { faults.append("gives \(applied) and not \(after)") }
      }
      told.take(after, faults)
    }
  }

  /// Returns what a change makes of families: those of new records are taken from `after`.
  private static func applied(_ change: LiveFamiliesChange<Record, Kind>, to before: Families, _ after: Families)
    -> Families
  {
    let owners = change.records?.applied(to: before.map(\.record)) ?? before.map(\.record)
    let new = Set(change.records?.insertions ?? [])
    var related: [Int: [Kind.Target]] = [:]
    for index in change.records?.insertions ?? [] { related[index] = after[index].related }
    for (index, owner) in owners.enumerated() where !new.contains(index) {
      related[index] = before.first { $0.record.id == owner.id }?.related
    }
    for part in change.related { related[part.new] = related[part.new].map { part.change.applied(to: $0) } }
    return owners.enumerated().map { PlainFamily(record: $1, related: related[$0] ?? []) }
  }

  var toldCount: Int { told.withLock { $0.count } }

  func noteSilence() { told.withLock { $0.isSilent = true } }

  var faults: [String] {
    let told = told.withLock { $0 }
    let (expected, value) = (expected(), value())
    var all = told.faults
    if value != expected { all.append("shows \(value) and not \(expected)") }
    if told.shown != expected, !told.isSilent { all.append("told \(told.shown) and not \(expected)") }
    return all.map { "\(name): \($0)" }
  }
}
