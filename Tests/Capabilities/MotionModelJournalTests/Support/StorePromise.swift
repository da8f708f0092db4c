import Foundation
import MotionModel
import MotionModelJournal
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport

/// What the process of a scenario was promised about an opened store, to which it adds todos with numbers as names.
struct StorePromise: Hashable {
  static let path = "/data/shop.motionmodel"

  /// The todos that it tried to add, in order.
  private(set) var tried: [String] = []
  /// Those whose commits returned.
  private(set) var accepted: Set<String> = []
  /// Those that are durable, so they have to be there.
  private(set) var durable: Set<String> = []

  /// Whether the files of the store are encoded.
  let isEncoded: Bool

  init(isEncoded: Bool = false) { self.isEncoded = isEncoded }

  static func open(
    _ disk: SimulatedDisk, _ durability: Durability = .everyCommit, _ visibility: CommitVisibility = .whenWritten,
    history: KeptHistory = .none, isEncoded: Bool = false
  ) throws -> Store {
    try Store(
      file: URL(filePath: path), in: disk, models: [Todo.self], durability: durability, visibility: visibility,
      history: history, clock: { Date(timeIntervalSince1970: 0) }, notificationCenter: nil,
      coding: isEncoded ? Scrambling() : nil)
  }

  /// Adds a todo, and notes what that promises. A commit that is refused, or may not be durable, promises nothing.
  mutating func add(to store: Store) throws {
    let name = "\(tried.count)"
    tried.append(name)
    do {
      try store.table(Todo.self).create { $0.name = name }
    } catch StoreError.notJournaled {
      return
    }
    accepted.insert(name)
    if store.journal?.durability == .everyCommit { durable = accepted }
  }

  mutating func flush(_ store: Store) throws {
    try store.journal?.flush()
    durable = accepted
  }

  /// Returns the todos of the last commit that the files have; nil if there are none. All commits are read.
  private func pastNames(on disk: SimulatedDisk) throws -> [String]? {
    if disk.content(of: Self.path) == nil { return nil }
    let history = try JournalHistory(
      of: URL(filePath: Self.path), in: disk, models: [Todo.self], coding: isEncoded ? Scrambling() : nil)
    var names = try history.store(at: history.commits.lowerBound).table(Todo.self).records.pluck(\.name)
    try history.replay { _, store in names = store.table(Todo.self).records.pluck(\.name) }
    return names
  }

  /// Opens the store after a crash, goes on, loses the power, and returns what is wrong.
  func violation(on disk: SimulatedDisk) throws -> String? {
    // Who reads without the lock sees the same.
    let past = try pastNames(on: disk)
    var store: Store? = try Self.open(disk, isEncoded: isEncoded)
    let found = store?.table(Todo.self).records.pluck(\.name) ?? []
    if let past, past != found { return "There are \(found), and \(past) by the history." }
    if let lost = tried.first(where: { durable.contains($0) && !found.contains($0) }) {
      return "Todo \(lost) is durable, and there are \(found)."
    }
    if tried.filter(found.contains) != found { return "There are \(found), of \(tried)." }
    let firstLost = tried.firstIndex { accepted.contains($0) && !found.contains($0) } ?? tried.count
    if let late = tried[firstLost...].first(where: { accepted.contains($0) && found.contains($0) }) {
      return "Todo \(late) is there, and an earlier one is not: \(found)."
    }
    try store?.table(Todo.self).create { $0.name = "last" }
    let now = store?.table(Todo.self).records.pluck(\.name) ?? []
    store = nil
    let next = try Self.open(disk.afterPowerLoss(.lost, seed: 0), isEncoded: isEncoded).table(Todo.self).records.pluck(
      \.name)
    return now == found + ["last"] && next == now ? nil : "Afterwards there are \(now), and then \(next)."
  }
}
