import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions

/// Threads that perform all operations on one store at once, for some seconds, and check the results.
///
///     swift run MotionModelStorm 20
///
/// `Scripts/storm.sh` runs it under the sanitizers. Its exit status is 0 if no fault was found.
@main
final class Storm: Sendable {
  let store = Store(notificationCenter: NotificationCenter())
  let end: Date
  let folder: URL
  let faults = Collector<String>()
  let steps = Counts()

  static func main() throws {
    let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10
    let storm = try Storm(seconds)
    try storm.run()
    print("\(storm.steps)")
    for fault in Set(storm.faults.values).sorted().prefix(20) { print("WRONG: \(fault)") }
    exit(storm.faults.values.isEmpty ? 0 : 1)
  }

  private init(_ seconds: Double) throws {
    end = Date() + seconds
    folder = FileManager.default.temporaryDirectory.appending(
      path: "storm-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try store.table(Account.self).insert(contentsOf: (0..<Account.count).map { _ in Account() })
    var random = TestSeed.generator()
    try store.table(Item.self).insert(contentsOf: (0..<300).map { _ in Item(&random) })
  }

  private func run() throws {
    let (observers, watched) = (observe(), watch())
    let parts: [@Sendable (Storm, inout SplitMix64) throws -> Void] = [
      { try $0.saveOne(&$1) }, { try $0.saveOne(&$1) }, { try $0.saveMany(&$1) },
      { try $0.importRows(&$1) }, { try $0.transfer(&$1, in: $0.store) },
      { try $0.nest(&$1) }, { try $0.branch(&$1) }, { try $0.branch(&$1) }, { try $0.changeIndexes(&$1) },
      { try $0.keepSnapshot(&$1) }, { $0.find(&$1) }, { $0.find(&$1) }, { $0.findByID(&$1) },
      { try $0.saveAndLoad(&$1) }, { try $0.undo(&$1) }, { $0.watchForAWhile(&$1) }, { $0.watchForAWhile(&$1) },
    ]
    onThreads(parts.count) { number in
      var random = TestSeed.generator(number)
      while Date() < self.end {
        do { try parts[number](self, &random) } catch { self.refused(error) }
        self.steps.count(number)
      }
    }
    observers.end(self)
    watched.end(self)
    check(store.snapshot(), "at the end")
    try FileManager.default.removeItem(at: folder)
  }

  func expect(_ condition: Bool, _ what: @autoclosure () -> String) { if !condition { faults.add(what()) } }

  /// Records a fault unless concurrent writers may cause the error: a deleted record, a taken value or a conflict, or
  /// the storm has thrown it.
  private func refused(_ error: any Error) {
    let isExpected = error is StoreError || error is ChangeConflicts || error is UndoError || error is Thrown
    expect(isExpected, "\(type(of: error)): \(error)")
  }

  /// Checks the invariants that must hold in each state of the store.
  func check(_ snapshot: Store, _ context: String) {
    let accounts = snapshot.table(Account.self).records
    expect(accounts.count == Account.count, "\(accounts.count) accounts, \(context)")
    expect(accounts.sum(\.balance) == 0, "money came or went, \(context)")
    if let violation = snapshot.violation() { faults.add("\(violation), \(context)") }
  }
}

/// The error that a transaction throws to be undone.
struct Thrown: Error {}

/// How many steps each thread made.
final class Counts: Sendable, CustomStringConvertible {
  private let numbers = Collector<Int>()

  func count(_ part: Int) { numbers.add(part) }

  var description: String {
    let counts = Dictionary(grouping: numbers.values) { $0 }.sorted { $0.key < $1.key }.map(\.value.count)
    return "steps: \(counts)"
  }
}
