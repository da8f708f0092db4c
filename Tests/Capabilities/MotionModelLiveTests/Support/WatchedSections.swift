import MotionModel
import MotionModelLive
import MotionModelTestSupport

/// A section as an array.
struct PlainSection<Key: Equatable & Sendable, Record: Model & Equatable>: Equatable, Sendable {
  let key: Key
  let records: [Record]

  /// The sections of some records, in the order of an array of keys.
  static func sections(
    of records: [Record], by key: (Record) -> Key, precedes: (Key, Key) -> Bool
  ) -> [PlainSection] {
    var sections: [PlainSection] = []
    for record in records {
      let own = key(record)
      if let index = sections.firstIndex(where: { $0.key == own }) {
        sections[index] = PlainSection(key: own, records: sections[index].records + [record])
      } else {
        let index = sections.firstIndex { precedes(own, $0.key) } ?? sections.count
        sections.insert(PlainSection(key: own, records: [record]), at: index)
      }
    }
    return sections
  }
}

/// A live list with sections, and a handler that checks the law.
final class WatchedSections<Key: ColumnValue, Record: Model & Equatable>: WatchedLive
where Record.Adapter == ArrayAdapter, Record.ID == Int {
  private let name: String
  private let live: LiveSections<Key, Record>
  private let expected: @Sendable () -> [PlainSection<Key, Record>]
  private let told: Locked<Told<[PlainSection<Key, Record>]>>
  private let observation: Locked<StoreObservation?> = Locked(nil)

  init(
    _ finder: Finder<Record>, by key: any KeyPath<Record, Key> & Sendable, _ direction: OrderDirection, nils: NilOrder
  ) {
    name = "\(finder) sectioned by \(key) \(direction), nil \(nils)"
    live = finder.live(sectionedBy: key, direction, nils: nils)
    let precedes: @Sendable (Key, Key) -> Bool = { first, second in
      if first.unwrapped == nil || second.unwrapped == nil {
        return first.unwrapped == nil ? nils == .first && second.unwrapped != nil : nils == .last
      }
      return direction == .ascending ? Key.precedes(first, second) : Key.precedes(second, first)
    }
    expected = { PlainSection.sections(of: finder.all, by: { $0[keyPath: key] }, precedes: precedes) }
    told = Locked(Told(Self.plain(live.value)))
    let observation = live.onChange { [weak self] in self?.check($0) }
    self.observation.withLock { $0 = observation }
  }

  private func check(_ change: LiveSectionsChange<Key, Record>) {
    told.withLock { told in
      let faults = Self.faults(of: change, from: told.shown)
      told.take(Self.plain(change.after), faults.isEmpty ? [] : ["\(change): \(faults)"])
    }
  }

  private static func plain(_ list: LiveSectionList<Key, Record>) -> [PlainSection<Key, Record>] {
    list.map { PlainSection(key: $0.key, records: Array($0.records)) }
  }

  private static func faults(of change: LiveSectionsChange<Key, Record>, from shown: [PlainSection<Key, Record>])
    -> [String]
  {
    var faults: [String] = []
    let (before, after) = (plain(change.before), plain(change.after))
    if before != shown { faults.append("begins with \(before) and not with \(shown)") }
    if before == after { faults.append("nothing changed") }
    if change.applied(to: before.map(\.records)) != after.map(\.records) { faults.append("gives another list") }
    let (old, new) = (before.map(\.key), after.map(\.key))
    if change.deletedSections.map({ old[$0] }) != old.filter({ !new.contains($0) }) {
      faults.append("other deleted sections")
    }
    if change.insertedSections.map({ new[$0] }) != new.filter({ !old.contains($0) }) {
      faults.append("other inserted sections")
    }
    func ids(_ sections: [PlainSection<Key, Record>]) -> Set<Int> { Set(sections.flatMap(\.records).map(\.id)) }
    func id(_ place: LivePlace, in sections: [PlainSection<Key, Record>]) -> Int {
      sections[place.section].records[place.index].id
    }
    if Set(change.deletions.map { id($0, in: before) }) != ids(before).subtracting(ids(after)) {
      faults.append("other deletions")
    }
    if Set(change.insertions.map { id($0, in: after) }) != ids(after).subtracting(ids(before)) {
      faults.append("other insertions")
    }
    if change.moves.contains(where: { id($0.old, in: before) != id($0.new, in: after) }) {
      faults.append("a move of another record")
    }
    if change.updates.contains(where: { id($0.old, in: before) != id($0.new, in: after) || $0.columns.isEmpty }) {
      faults.append("an update of another record")
    }
    return faults
  }

  var toldCount: Int { told.withLock { $0.count } }

  func noteSilence() { told.withLock { $0.isSilent = true } }

  var faults: [String] {
    let told = told.withLock { $0 }
    let (expected, value) = (expected(), Self.plain(live.value))
    var all = told.faults
    if value != expected {
      all.append(
        "shows \(value.map { ($0.key, $0.records.map(\.id)) }) and not \(expected.map { ($0.key, $0.records.map(\.id)) })"
      )
    }
    if told.shown != expected, !told.isSilent { all.append("told another list") }
    return all.map { "\(name): \($0)" }
  }
}
