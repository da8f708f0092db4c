/// The pages of one table, which all of its versions share: a page belongs to the content of a chunk, which many
/// versions have.
final class TablePages: Sendable {
  let memory: PageMemory

  /// The fewest chunks of a table of which pages are made by use. A smaller table is in the processor's cache anyway.
  static let leastChunks = 16

  init(in memory: PageMemory) { self.memory = memory }

  deinit { memory.remove(ObjectIdentifier(self)) }

  /// Whether a scan of a table reads pages, if its columns have any, and makes them.
  ///
  /// - Parameters:
  ///   - chunks: How many chunks the table has.
  ///   - isPacked: Whether it has a packed column; see ``ColumnOptions/packed``.
  func areUsed(chunks: Int, isPacked: Bool) -> Bool {
    guard chunks >= Self.leastChunks || isPacked || memory.makesAlways else { return false }
    return memory.isOn
  }
}
