import MotionModel
import MotionModelLive
import MotionModelTestSupport

/// A live value with a handler that checks the law: each change, applied to the value before it, gives the one after
/// it.
final class WatchedValue<Value: Sendable, Change: Sendable>: WatchedLive {
  private let name: String
  private let live: LiveValue<Value, Change>
  private let expected: @Sendable () -> Value
  private let isSame: @Sendable (Value, Value) -> Bool
  private let told: Locked<Told<Value>>
  private let observation: Locked<StoreObservation?> = Locked(nil)

  /// - Parameter applied: Returns the value that a change makes of another one; nil if the change is not one of that
  ///   value.
  init(
    _ name: String, _ live: LiveValue<Value, Change>, isSame: @escaping @Sendable (Value, Value) -> Bool,
    expected: @escaping @Sendable () -> Value, applied: @escaping @Sendable (Change, Value) -> Value?
  ) {
    (self.name, self.live, self.expected, self.isSame) = (name, live, expected, isSame)
    told = Locked(Told(live.value))
    let observation = live.onChange { [weak self] change in
      self?.told.withLock { told in
        guard let value = applied(change, told.shown) else {
          return told.take(told.shown, ["no change of it: \(change)"])
        }
        told.take(value, isSame(value, told.shown) ? ["nothing changed: \(change)"] : [])
      }
    }
    self.observation.withLock { $0 = observation }
  }

  var toldCount: Int { told.withLock { $0.count } }

  func noteSilence() { told.withLock { $0.isSilent = true } }

  var faults: [String] {
    let told = told.withLock { $0 }
    let (expected, value) = (expected(), live.value)
    var all = told.faults
    if !isSame(value, expected) { all.append("shows \(value) and not \(expected)") }
    if !isSame(told.shown, expected), !told.isSilent { all.append("told \(told.shown) and not \(expected)") }
    return all.map { "\(name): \($0)" }
  }
}

extension WatchedValue {
  /// Watches a record.
  static func record<Record: Model & Equatable>(_ id: Record.ID, of table: ModelTable<Record>) -> any WatchedLive
  where Value == Record?, Change == LiveValueUpdate<Record?>, Record.Adapter == ArrayAdapter {
    WatchedValue("\(Record.self) \(id)", table.live(id), isSame: ==) {
      table.find(id)
    } applied: { change, shown in
      guard shown == change.before, !change.columns().isEmpty else { return nil }
      return change.after
    }
  }

  /// Watches an aggregate.
  static func aggregate<Record: Model>(
    _ finder: Finder<Record>, _ aggregate: Aggregate<Record, Value>, isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> any WatchedLive where Change == LiveValueUpdate<Value>, Record.Adapter == ArrayAdapter {
    WatchedValue("\(finder)", finder.live(aggregate), isSame: isSame) {
      finder.aggregate(aggregate)
    } applied: { change, shown in
      isSame(change.before, shown) ? change.after : nil
    }
  }

  /// Watches records with what is included with them.
  static func included<Record: Model, Element: Sendable>(_ finder: RelatedFinder<Record, Element>) -> any WatchedLive
  where Value == [Element], Change == LiveValueUpdate<[Element]>, Record.Adapter == ArrayAdapter {
    let isSame = { @Sendable (first: [Element], second: [Element]) in "\(first)" == "\(second)" }
    return WatchedValue("\(finder.finder) including", finder.live(), isSame: isSame) {
      finder.all
    } applied: { change, shown in
      isSame(change.before, shown) ? change.after : nil
    }
  }

  /// Watches groups.
  static func groups<Record: Model, Key, Result>(
    _ groups: GroupedFinder<Record, Key>, _ aggregate: Aggregate<Record, Result>,
    isSame: @escaping @Sendable (Result, Result) -> Bool
  ) -> any WatchedLive
  where Value == [Key: Result], Change == LiveGroupsChange<Key, Result>, Record.Adapter == ArrayAdapter {
    WatchedValue("\(Key.self)", groups.live(aggregate)) { first, second in
      first.count == second.count && first.allSatisfy { key, value in second[key].map { isSame($0, value) } ?? false }
    } expected: {
      groups.aggregate(aggregate)
    } applied: { change, shown in
      var value = shown
      for (key, result) in change.insertions where value.updateValue(result, forKey: key) != nil { return nil }
      for (key, result) in change.deletions {
        guard let old = value.removeValue(forKey: key), isSame(old, result) else { return nil }
      }
      for (key, results) in change.updates {
        guard let old = value.updateValue(results.after, forKey: key), isSame(old, results.before),
          !isSame(old, results.after)
        else { return nil }
      }
      return value
    }
  }
}
