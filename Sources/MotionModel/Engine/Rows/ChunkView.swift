import Synchronization

/// The location of the rows of a chunk, for reading.
///
/// It may be sent between threads for the same reason as the ``RowChunk`` that owns its memory. A ``RowStorage`` that
/// holds the one holds the other.
@usableFromInline struct ChunkView: @unchecked Sendable {
  /// The address of the first row; nil when there are no rows.
  @usableFromInline let base: UnsafeRawPointer?
  /// The positions that have a row. The rows lie side by side, without gaps for empty positions.
  @usableFromInline let live: RowMask
  /// A number that identifies this content of the chunk among all chunks of the process: what was derived from rows
  /// with this number is derived from these. It is 0 when there are no rows.
  let stamp: UInt64

  /// The slots of all rows.
  var rows: RowMask { live.isPrefix ? live : RowMask(prefix: live.count) }

  init(_ chunk: RowChunk?) {
    base = chunk.map { UnsafeRawPointer($0.base) }
    live = chunk?.live ?? .none
    stamp = chunk == nil ? 0 : Self.stamps.add(1, ordering: .relaxed).newValue
  }

  private static let stamps = Atomic<UInt64>(0)

  /// The stamp that was given last.
  static var latestStamp: UInt64 { stamps.load(ordering: .relaxed) }
}
