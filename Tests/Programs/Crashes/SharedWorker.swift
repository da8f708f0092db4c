import Foundation
import MotionModel
import MotionModelJournal
import MotionModelTestSupport
import MotionModelTransactions

/// One of the processes that share a store. It says what it was promised, and what it has seen, until it is killed or has
/// to end.
///
///     a 7 12      the entry 12 of the worker 7 is committed
///     d 7 12      that entry may be removed
///     t 7 13      a call of the worker has counted
///     c 31 …      commit 31, and what it changed
///     z …         at the end: a hash of all records
struct SharedWorker {
  static let models: [any Model.Type] = [Total.self, Note.self, Reply.self]

  private let number: Int
  private let store: Store
  private let seed: UInt64
  private let next = Counting()

  static func open(_ folder: String, _ process: String) throws -> Store {
    try Store(
      sharing: URL(filePath: folder + "/store.motionmodel"), models: models, compaction: .beyond(bytes: 200_000),
      process: process, notificationCenter: nil)
  }

  init(_ folder: String, _ number: Int) throws {
    (self.number, seed) = (number, UInt64(number))
    store = try Self.open(folder, "worker\(number)")
  }

  func run() throws {
    let observation = store.observeCommits { commit in
      say("c \(commit.id) \(commit.metadata.process?.split(separator: " ").last ?? "-") \(Self.text(commit))")
    }
    let isOver = Counter()
    let threads = (0..<3).map { thread in
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        var random = SplitMix64(seed: seed * 10 + UInt64(thread))
        while isOver.value == 0 {
          do { try act(&random) } catch { say("! \(error)") }
        }
        done.signal()
      }
      return done
    }
    _ = readLine()
    isOver.add()
    for thread in threads { thread.wait() }
    say("done")
    _ = readLine()
    try store.journal?.refresh()
    say("z \(Self.hash(try store.sortedString()))")
    withExtendedLifetime(observation) {}
  }

  private func act(_ random: inout SplitMix64) throws {
    let number = next.next()
    switch random.number(0...19) {
    case 0...9: try store.transaction(retries: 1000) { try add(number, to: store) }
    case 10...12:
      try store.table(Total.self).where(\.name).eq("calls").updateAll { $0.value += 1 }
      say("t \(self.number) \(number)")
      return
    case 13...15:
      let draft = store.branch()
      try draft.table(Note.self).create { ($0.worker, $0.number, $0.code) = (self.number, number, code(number)) }
      try draft.merge()
    case 16:
      guard let note = store.table(Note.self).where(\.worker).eq(self.number).first else { return }
      say("d \(note.worker) \(note.number)")
      _ = try? store.table(Note.self).destroy(note)
      return
    case 17:
      // A value that another one may have takes as well.
      _ = try? store.table(Note.self).create { ($0.worker, $0.code) = (-1, "shared \(random.number(0...3))") }
      return
    case 18:
      try store.journal?.compact()
      return
    default:
      usleep(UInt32(random.number(0...2000)))
      return
    }
    say("a \(self.number) \(number)")
  }

  /// Adds a note with a reply, and counts it.
  private func add(_ number: Int, to store: Store) throws {
    let note = try store.table(Note.self).create {
      ($0.worker, $0.number, $0.code) = (self.number, number, code(number))
    }
    try store.table(Reply.self).create { $0.noteID = note.id }
    guard var total = store.table(Total.self).where(\.name).eq("notes").first else { return }
    total.value += 1
    try store.table(Total.self).save(&total)
  }

  private func code(_ number: Int) -> String { "\(self.number)-\(number)" }

  /// The models and ids of a commit, in the order of the commit.
  private static func text(_ commit: Changeset) -> String {
    let notes = commit.changes(of: Note.self).map { "\($0.kind.rawValue) \($0.id)" }
    let totals = commit.changes(of: Total.self).map { "\($0.new?.value ?? 0)" }
    return "\(commit) \(notes) \(totals)"
  }

  /// A number for a text, the same in each process.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}

/// How many notes were added in transactions, and how often a call has counted.
struct Total: Model {
  var id = 0
  var name = ""
  var value = 0

  static let schema = Schema<Total> {
    Column(\.name, .unique)
    Column(\.value)
  }
}

struct Note: Model {
  var id = 0
  var worker = 0
  var number = 0
  var code = ""

  static let schema = Schema<Note> {
    Column(\.worker, .indexed)
    Column(\.number)
    Column(\.code, .unique)
  }
  struct Relations: Sendable {
    let replies = HasMany<Reply>(\.noteID, dependent: .destroy)
  }
  static let relations = Relations()
}

struct Reply: Model {
  var id = 0
  var noteID = 0

  static let schema = Schema<Reply> { Column(\.noteID, .indexed) }
  struct Relations: Sendable {
    let note = BelongsTo<Note>(\.noteID)
  }
  static let relations = Relations()
}

/// Numbers, of which each is given once.
private final class Counting: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var number = 0  // with the lock

  func next() -> Int {
    lock.withLock {
      number += 1
      return number
    }
  }
}
