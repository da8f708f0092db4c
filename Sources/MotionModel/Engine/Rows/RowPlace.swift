/// Where the rows of a chunk are, for reading.
///
/// It may be sent between threads for the same reason as the ``RowChunk`` whose memory it tells of; a ``RowStorage`` that has the one
/// has the other.
@usableFromInline
struct RowPlace: @unchecked Sendable {
  /// The memory of the first row; nil where there are no rows.
  @usableFromInline let base: UnsafeRawPointer?
  /// The positions that have a row. The rows stand side by side, whichever positions are empty.
  @usableFromInline let live: RowMask

  init(_ chunk: RowChunk?) {
    base = chunk.map { UnsafeRawPointer($0.base) }
    live = chunk?.live ?? .none
  }
}
