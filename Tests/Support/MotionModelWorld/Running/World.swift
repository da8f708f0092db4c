import Foundation
package import MotionModel
import MotionModelJournal
import MotionModelTransactions
import MotionModelValidation

/// A store in which steps are made, and a naive store that says what their results must be.
///
/// | what takes part | steps | effect on plain arrays |
/// |---|---|---|
/// | saves of all kinds, also of unchanged and held records; bulk calls | `World+Records`, `World+Held` |
/// `NaiveStore+Saving`, `NaiveStore+Deleting` |
/// | bulk inserts by a key, with each policy of conflicts | `World+Keys` | `NaiveKeyedInsert` |
/// | upserts and `firstOrCreate` by a column | `World+Records` | `NaturalKey`, `NaiveStore+Saving` |
/// | hooks, rules, commit checks, versions, counters, touches, unique and read-only columns | all | the models |
/// | forms that edit a record | `World+Forms` | a save of what was typed |
/// | relations, cascades, keys that only lead to stored records | `World+Relations` | `NaiveLink`, `NaiveDependent` |
/// | ids and attributes of related records | `World+Attributes` | `World+Attributes` |
/// | states and their events | all, `World+Events` | `Booking+Changes` |
/// | rules about changes: of a column, of records, of deletions; policies by row | all, `World+Transactions` |
/// `Booking+Changes`, `NaiveStore+Changes` |
/// | plain imports | `World+Records` | `NaiveStore+Importing` |
/// | imports by mappings: names, transforms, parents, natural keys, rows that are each other's parents | `ForeignTable`
/// | `NaiveImport` |
/// | conditions and orders: columns, computed values, related columns, Booleans, `and`, `or`, `not` | `World+Questions`
/// | `Field`, `Computation` |
/// | a default scope, and finders without it | `World+Questions` | `isInScope` |
/// | `distinct`, windows, pages by cursor, `find(by:)` | `World+Questions` | `World+Questions` |
/// | `sole`, `pick` | `World+One` | the records of the finder |
/// | searches as conditions, of a part index and in live results; ranks and their scores | `World+Searches` |
/// `WordSearch`, `NaiveWords` |
/// | aggregates, groups by one column, two or a parent, `having` | `World+Questions` | `Summary` |
/// | statistics: percentiles, histograms, running sums, the top of groups, dates | `World+Questions` |
/// `Summary+Statistics` | | why finders find records; which commits are blamed for values, and broke a statement |
/// `World+Questions`, `World+Blame` | all states, in `Twin` |
/// | records by example | `World+Questions` | all records |
/// | derived columns: of every kind, of all ways of writing, also declared anew | all, `World+Files`, `World+Journal` |
/// the models |
/// | the text for version control | `World+Text` | all records |
/// | runs that are recorded and replayed | `RecordedTrial` | the run before |
/// | transactions, savepoints, metadata, blocks without hooks or touches, previews with their hooks |
/// `World+Transactions` | `NaiveStore` | | transactions of tasks that wait for their turn, also beside threads in
/// `Storm` | `World+Transactions` | `NaiveStore` |
/// | silenced and coalesced blocks | `World+Transactions` | `Twin`, `CommitLog` |
/// | undo and redo of all commits; of groups, without some models, after changes of others | `World+Past` | `Twin`,
/// `NaiveMerge` |
/// | branches, merges, snapshots, past states, changesets | `World+Branches`, `World+Past` | `NaiveMerge`, `Twin` |
/// | files of all formats, and of an earlier version of a model, loaded by each policy | `World+Files` |
/// `NaiveStore+Files`, `NaiveMerge` | | the files of the store: read, followed by a replica, compacted, opened again |
/// `World+Journal` | `NaiveStore+Files` | | live results, opened and released beside all other steps, and what they
/// told | `World+Live` | their finders, in `LiveTwin` |
/// | live sections, groups, and records with related ones | `World+Live` | their finders, in `LiveValueTwin` |
/// | indexes of all kinds, added and removed | `World+Indexes` | none |
/// | records that an adapter keeps: relations, transactions, undo, calls that fail | `DepotWorld` | `NaiveDepot` |
package final class World {
  /// The store, which is another one after its file was opened again.
  private(set) var main: Twin
  var branches: [Twin] = []
  /// The store in which steps are made now.
  var current: Twin
  /// How many transactions are open.
  var depth = 0
  /// The open transactions, and the metadata that the commit gets.
  var transactions: [Store.Transaction] = []
  var metadata = Changeset.Metadata()
  var runsHooks = true
  /// The stores in whose blocks without touching steps are made.
  var untouched: [ObjectIdentifier] = []
  var touchesParents: Bool { !untouched.contains(ObjectIdentifier(current.store)) }
  /// Whether a clerk acts, who may not write all remarks.
  var isClerk = false
  var held: [Kind: [any WorldModel]] = [:]
  var snapshots: [(store: Store, naive: NaiveStore)] = []
  var files: [Int: SavedFile] = [:]
  var modelFiles: [Kind: SavedFile] = [:]
  /// The files that a store could not load.
  var refusedFiles: Set<URL> = []
  /// A replica of the store, which reads its files.
  var follower: Store?
  let clock: WorldClock
  let folder: URL
  let transcript: Transcript?
  private(set) var stepCount = 0
  var branchCount = 0
  /// Whether expensive checks are made after a step, by its number.
  let isThorough: (Int) -> Bool

  /// - Parameters:
  ///   - isPrinting: Whether the steps are recorded as a program.
  ///   - interval: The number of steps between expensive checks.
  package convenience init(isPrinting: Bool = false, thoroughEvery interval: Int = 16) {
    let time = WorldClock()
    let folder = Self.newFolder()
    self.init(Self.open(in: folder, time), time, folder, isAlone: true, isPrinting, thoroughEvery: interval)
  }

  /// A world in a store that others write to.
  convenience init(in store: Store, _ clock: WorldClock) {
    self.init(store, clock, Self.newFolder(), isAlone: false, false, thoroughEvery: 16)
  }

  private init(
    _ store: Store, _ clock: WorldClock, _ folder: URL, isAlone: Bool, _ isPrinting: Bool, thoroughEvery interval: Int
  ) {
    self.clock = clock
    main = Twin(store, NaiveStore(), name: "store", isAlone: isAlone)
    current = main
    transcript = isPrinting ? Transcript() : nil
    isThorough = { $0 % interval == 0 }
    self.folder = folder
  }

  deinit {
    // Before its files go, or the journal warns that it cannot write them.
    if main.isAlone { try? main.store.journal?.close() }
    try? FileManager.default.removeItem(at: folder)
  }

  private static func newFolder() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "MotionModelWorld-\(UUID().uuidString)")
  }

  /// Makes one step and checks its result.
  package func make(_ step: Step) throws {
    stepCount += 1
    clock.tick()
    if case .reopen(let isEarlier) = step {
      try reopen(isEarlier: isEarlier)
    } else {
      try Store.withoutPolicies { try Store.with(current.store) { try perform(step) } }
    }
    if isThorough(stepCount) { try examine() }
  }

  /// Goes on with another store, which has the same records. The steps of the one before cannot be undone any more.
  func replaceMain(by store: Store) {
    main = Twin(store, main.naive, name: main.name)
    current = main
  }

  /// The models that files may contain.
  package static let models: [any Model.Type] = Kind.allCases.map { $0.model } + [Meter.self]

  /// The store in which steps are made.
  package var store: Store { main.store }

  /// The Swift program of the steps that were made.
  package var program: String { transcript?.program ?? "" }

  func print(_ line: @autoclosure () -> String) { transcript?.add(line()) }

  // MARK: - Both

  /// Runs an operation with the library and with the naive store, and compares the results.
  ///
  /// - Returns: The result of the library; nil when both refused.
  @discardableResult
  func both<Answer: Equatable>(
    _ swift: @autoclosure () -> String, _ kind: Twin.CommitKind = .edit, real: () throws -> Answer,
    naive body: (inout NaiveStore) throws(Refusal) -> Answer
  ) throws -> Answer? {
    let line = transcript?.add("try \(swift())")
    let before = current.naive
    let outcome = Result { try real() }
    current.naive.tape(current.store)
    (current.naive.now, current.naive.runsHooks, current.naive.touchesParents) = (clock.now, runsHooks, touchesParents)
    let expected = naively(body)
    return try judge(outcome, expected, before, kind, line: line)
  }

  /// Returns the result of the naive store, or the reason for which it refuses the operation or its commit.
  private func naively<Answer>(
    _ body: (inout NaiveStore) throws(Refusal) -> Answer
  ) -> Result<Answer, Refusal> {
    do throws(Refusal) {
      let answer = try body(&current.naive)
      if depth == 0 { try current.naive.checkCommit() }
      return .success(answer)
    } catch {
      return .failure(error)
    }
  }

  /// Compares the outcome of an operation with the expected one.
  ///
  /// - Parameters:
  ///   - before: The records before the operation.
  ///   - parent: The records of the parent on which the branch makes its changes anew; nil for other operations.
  func judge<Answer: Equatable>(
    _ outcome: Result<Answer, any Error>, _ expected: Result<Answer, Refusal>, _ before: NaiveStore,
    _ kind: Twin.CommitKind = .edit, since parent: NaiveStore? = nil, line: Int? = nil
  ) throws -> Answer? {
    let isFollowing = parent != nil
    switch (outcome, permitted(expected, since: parent ?? before)) {
    case (.success(let answer), .success(let other)):
      if answer != other { throw Difference("answer", "\(answer), expected \(other)") }
      try settle(before, kind, isFollowing: isFollowing)
      return answer
    case (.failure(let error), .failure(let refusal)):
      if let difference = error as? Difference { throw difference }
      if let line { transcript?.refuse(line, refusal) }
      if !refusal.isLike(Refusal(error)) {
        throw Difference("refused by \(Refusal(error))", "\(error), expected \(refusal)")
      }
      current.naive = current.naive.restored(to: before)
      try settle(before, kind)
      return nil
    case (.failure(let error), .success):
      if let difference = error as? Difference { throw difference }
      throw Difference("refused by \(Refusal(error))", "\(error), expected success")
    case (.success(let answer), .failure(let refusal)):
      throw Difference("not refused", "\(answer), expected \(refusal)")
    }
  }

  /// Returns the reason for which the commit of a step is refused because of what it changed, if there is one.
  private func permitted<Answer>(
    _ expected: Result<Answer, Refusal>, since before: NaiveStore
  ) -> Result<Answer, Refusal> {
    guard case .success = expected, depth == 0 else { return expected }
    do throws(Refusal) { try current.naive.checkChanges(since: before, byClerk: isClerk) } catch {
      return .failure(error)
    }
    return expected
  }

  /// Compares the records of both stores after a step.
  private func settle(_ before: NaiveStore, _ kind: Twin.CommitKind, isFollowing: Bool = false) throws {
    current.naive.takeOverLaterVersions(current.store, since: before)
    if let difference = Comparison.of(current.store, current.naive) { throw difference }
    if depth == 0 { try current.settle(before: before, kind, isFollowing: isFollowing) }
  }
}

extension Refusal {
  /// Whether one refusal may be thrown in place of another: the order in which the reasons against a commit are
  /// found is not promised.
  func isLike(_ other: Refusal) -> Bool {
    let ofCommit: Set<Refusal> = [.idTaken, .notUnique, .integrity, .invalid, .policy, .conflicts, .changedSince]
    let ofMany: Set<Refusal> = [.notUnique, .hook]
    let ofRecord: Set<Refusal> = [.invalid, .readOnlyColumn]
    return self == other || (ofCommit.contains(self) && ofCommit.contains(other))
      || (ofMany.contains(self) && ofMany.contains(other))
      || (ofRecord.contains(self) && ofRecord.contains(other))
  }
}

/// A clock that advances with each step.
final class WorldClock: @unchecked Sendable {
  private let lock = NSLock()
  private var seconds = 0.0

  var now: Date { lock.withLock { Date(timeIntervalSinceReferenceDate: seconds) } }

  func tick() { lock.withLock { seconds += 1 } }
}

extension IDGenerator {
  /// Ids that are computed from numbers.
  package static let ofWorld = IDGenerator.standard.making(String.self) { "w\($0)" }.making(UUID.self) {
    UUID.numbered($0)
  }
}

/// A file and its contents.
struct SavedFile {
  let url: URL
  let naive: NaiveStore
}
