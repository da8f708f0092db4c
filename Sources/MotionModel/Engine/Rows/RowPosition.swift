/// Where a position is among the chunks of a table; see ``RowStorage``.
///
/// A chunk has 128 positions, as many as a ``RowMask`` has bits. In tests that are built with `MOTIONMODEL_CHUNKS=two`
/// it has two, so that a few rows fill many chunks. The module of searches counts on 128, and is not tested so.
@usableFromInline package enum RowPosition {
  #if MOTIONMODEL_CHUNKS_OF_TWO
    @usableFromInline static var bits: Int { 1 }
  #else
    /// How many bits of a position are its place in its chunk.
    @inlinable static var bits: Int { 7 }
  #endif

  /// How many positions a chunk has.
  @inlinable package static var perChunk: Int { 1 &<< bits }

  /// Returns the number of the chunk that has a position.
  @inlinable @inline(__always) package static func chunk(of position: Int) -> Int { position &>> bits }

  /// Returns the place of a position in its chunk.
  @inlinable @inline(__always) package static func index(of position: Int) -> Int { position & (perChunk &- 1) }

  /// Returns the first position of a chunk.
  @inlinable @inline(__always) package static func first(inChunk number: Int) -> Int { number &<< bits }
}
