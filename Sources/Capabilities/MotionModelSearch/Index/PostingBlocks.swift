/// The rows that have a word, in several blocks, with bounds for each.
///
/// Versions of an index share it. It is changed only by who alone holds it, and copied by others; so it may be sent
/// between threads.
final class PostingBlocks: @unchecked Sendable {
  private(set) var blocks: ContiguousArray<PostingBlock>
  private(set) var bounds: PostingBounds
  private(set) var count: Int

  init(_ blocks: ContiguousArray<PostingBlock>, _ form: PostingForm, _ lengths: RowLengths) {
    self.blocks = blocks
    bounds = form.bounds(of: blocks, lengths)
    count = blocks.reduce(0) { $0 + $1.count }
  }

  private init(copying other: PostingBlocks) { (blocks, bounds, count) = (other.blocks, other.bounds, other.count) }

  func copy() -> PostingBlocks { PostingBlocks(copying: self) }

  // MARK: - Looking up

  /// Returns the index of the block that has a position if any has, at or behind an index.
  @inline(__always)
  func index(of position: Int, from start: Int = 0) -> Int {
    var (low, high) = (start, blocks.count)
    while low < high {
      let middle = (low &+ high) &>> 1
      if blocks[middle].first <= position { low = middle &+ 1 } else { high = middle }
    }
    return max(start, low &- 1)
  }

  // MARK: - Changing

  /// Replaces rows of a block. A block that becomes too large is split, and a small one is joined with a neighbour.
  func replace(
    _ rows: Range<Int>, in index: Int, with new: PostingBlock?, _ form: PostingForm, _ lengths: RowLengths
  ) {
    let old = blocks[index]
    count += (new?.count ?? 0) - rows.count
    guard let block = old.replacing(rows, with: new) else { return put([], in: index..<index + 1, form, lengths) }
    if block.count > form.blockSize { return split(block, at: index, behind: rows.lowerBound, form, lengths) }
    if new == nil, block.count < form.blockSize / 4, join(block, at: index, form, lengths) { return }
    blocks[index] = block
    if rests(on: rows, of: old, at: index, form, lengths), bounds.wear(index) > form.blockSize / Self.rowsPerLoss {
      bounds.replace(index..<index + 1, with: form.bounds(of: CollectionOfOne(block), lengths))
    } else if let new {
      form.forEachRow(of: new, lengths) { bounds.add($1, in: index) }
    }
  }

  /// For each so many rows of its size, a block may lose one row on which its bounds rest. After more losses the bounds
  /// are recomputed, which takes reading the block.
  private static let rowsPerLoss = 16

  /// Whether the bounds of a block rest on rows that it had.
  private func rests(
    on rows: Range<Int>, of old: PostingBlock, at index: Int, _ form: PostingForm, _ lengths: RowLengths
  ) -> Bool {
    if rows.isEmpty { return false }
    var rests = false
    form.forEachRow(of: old, lengths, rows) { if bounds.rests(on: $1, in: index) { rests = true } }
    return rests
  }

  /// Puts the halves of a block in. A row behind all others begins a block, so that rows that are added in order fill
  /// their blocks.
  private func split(
    _ block: PostingBlock, at index: Int, behind row: Int, _ form: PostingForm, _ lengths: RowLengths
  ) {
    let isAppended = index == blocks.count - 1 && row == block.count - 1
    let half = isAppended ? row : block.count / 2
    let halves = [block.part(0..<half), block.part(half..<block.count)].compactMap { $0 }
    put(halves, in: index..<index + 1, form, lengths)
  }

  /// Joins a small block with a neighbour if there is room.
  ///
  /// - Returns: Whether it was joined.
  private func join(_ block: PostingBlock, at index: Int, _ form: PostingForm, _ lengths: RowLengths) -> Bool {
    let first = index > 0 ? index - 1 : index
    guard first + 1 < blocks.count else { return false }
    let (before, behind) = index > 0 ? (blocks[first], block) : (block, blocks[first + 1])
    guard before.count + behind.count <= max(form.blockSize * 3 / 4, 1) else { return false }
    put([before.joined(behind)], in: first..<first + 2, form, lengths)
    return true
  }

  /// Puts blocks in the place of others.
  private func put(_ new: [PostingBlock], in range: Range<Int>, _ form: PostingForm, _ lengths: RowLengths) {
    blocks.replaceSubrange(range, with: new)
    bounds.replace(range, with: form.bounds(of: new, lengths))
  }

  /// Adds blocks of rows behind all others.
  func append(_ new: ContiguousArray<PostingBlock>, _ form: PostingForm, _ lengths: RowLengths) {
    blocks += new
    bounds.append(form.bounds(of: new, lengths))
    count += new.reduce(0) { $0 + $1.count }
  }

  /// Replaces the last block by one to which rows were added.
  func replaceLast(with block: PostingBlock, adding added: Int, _ form: PostingForm, _ lengths: RowLengths) {
    put([block], in: blocks.count - 1..<blocks.count, form, lengths)
    count += added
  }

  /// Takes note that a row which stays has become shorter.
  func shorten(_ position: Int, _ counts: ContiguousArray<UInt32>, _ lengths: RowLengths) {
    let (index, own) = (index(of: position), counts.indices.map { lengths[position, $0] })
    counts.withUnsafeBufferPointer { counts in
      own.withUnsafeBufferPointer { bounds.add(PostingRow(counts: counts, lengths: $0), in: index) }
    }
  }
}
