/// The rows that have a word, in ascending order, with the places where it stands in each.
enum PostingList: Sendable {
  case empty
  /// Not more rows than a block takes, as nearly all words have.
  case few(PostingBlock)
  case many(PostingBlocks)

  /// How many rows there are.
  var count: Int {
    switch self {
    case .empty: 0
    case .few(let block): block.count
    case .many(let blocks): blocks.count
    }
  }

  /// The blocks, in order.
  var blocks: ContiguousArray<PostingBlock> {
    switch self {
    case .empty: []
    case .few(let block): [block]
    case .many(let blocks): blocks.blocks
    }
  }

  private var lastBlock: PostingBlock? {
    switch self {
    case .empty: nil
    case .few(let block): block
    case .many(let blocks): blocks.blocks.last
    }
  }

  // MARK: - Looking up

  /// Calls `body` with the places of a row; returns nil when the row is not in the list.
  func find<Result>(_ position: Int, _ body: (WordPlaces) -> Result) -> Result? {
    block(of: position)?.read { view in view.find(position).map { body(view.places($0)) } }
  }

  /// Returns whether a row is in the list.
  func contains(_ position: Int) -> Bool { block(of: position)?.read { $0.find(position) != nil } ?? false }

  /// The block that has a row, if any has.
  private func block(of position: Int) -> PostingBlock? {
    switch self {
    case .empty: nil
    case .few(let block): block
    case .many(let blocks): blocks.blocks[blocks.index(of: position)]
    }
  }

  // MARK: - Changing

  /// Adds a row, or replaces its places.
  mutating func insert(_ position: Int, _ row: PostingBlock, _ form: PostingForm, _ lengths: RowLengths) {
    if case .empty = self { return self = .few(row) }
    let place = place(of: position)
    if case .few(let block) = self {
      let changed = block.replacing(place.rows, with: row)
      guard place.rows.isEmpty && block.count >= form.blockSize else {
        if let changed { self = .few(changed) }
        return
      }
      self = .many(PostingBlocks([block], form, lengths))
    }
    change { $0.replace(place.rows, in: place.block, with: row, form, lengths) }
  }

  /// Removes a row.
  ///
  /// - Returns: Whether it was in the list with these places.
  mutating func remove(
    _ position: Int, _ row: PostingBlock, _ form: PostingForm, _ lengths: RowLengths
  ) -> Bool {
    let place = place(of: position, with: row)
    if place.rows.isEmpty { return false }
    if case .few(let block) = self {
      self = block.replacing(place.rows).map { .few($0) } ?? .empty
    } else {
      change { $0.replace(place.rows, in: place.block, with: nil, form, lengths) }
    }
    return true
  }

  /// Where a row is: the index of its block, and its number there, or the empty range where it would be.
  ///
  /// NB: A function of its own, so that the list is uniquely referenced when a caller changes it.
  ///
  /// - Parameter wanted: A block whose first row has the places that the row has to have; nil for any.
  private func place(of position: Int, with wanted: PostingBlock? = nil) -> (block: Int, rows: Range<Int>) {
    let (index, block): (Int, PostingBlock)
    switch self {
    case .empty: return (0, 0..<0)
    case .few(let only): (index, block) = (0, only)
    case .many(let blocks):
      index = blocks.index(of: position)
      block = blocks.blocks[index]
    }
    let rows = block.read { view in
      let row = view.row(at: position)
      guard row < view.count, view.position(row) == position else { return row..<row }
      return row..<(wanted?.hasPlaces(view.places(row)) ?? true ? row + 1 : row)
    }
    return (index, rows)
  }

  /// Adds rows behind all others.
  mutating func append(_ run: PostingRun, _ form: PostingForm, _ lengths: RowLengths) {
    var next = 0
    if let last = lastBlock, last.count < form.blockSize {
      next = min(run.count, form.blockSize - last.count)
      replaceLast(with: last.joined(run.block(0..<next)), adding: next, form, lengths)
    }
    if next == run.count { return }
    let new = Self.blocks(of: run, next..<run.count, form)
    switch self {
    case .empty: self = new.count == 1 ? .few(new[0]) : .many(PostingBlocks(new, form, lengths))
    case .few(let block): self = .many(PostingBlocks([block] + new, form, lengths))
    case .many: change { $0.append(new, form, lengths) }
    }
  }

  private static func blocks(
    of run: PostingRun, _ rows: Range<Int>, _ form: PostingForm
  ) -> ContiguousArray<PostingBlock> {
    ContiguousArray(
      stride(from: rows.lowerBound, to: rows.upperBound, by: form.blockSize).map {
        run.block($0..<min($0 + form.blockSize, rows.upperBound))
      })
  }

  private mutating func replaceLast(
    with block: PostingBlock, adding added: Int, _ form: PostingForm, _ lengths: RowLengths
  ) {
    switch self {
    case .empty, .few: self = .few(block)
    case .many: change { $0.replaceLast(with: block, adding: added, form, lengths) }
    }
  }

  /// Takes note that a row which stays has become shorter.
  mutating func shorten(_ position: Int, _ counts: ContiguousArray<UInt32>, _ lengths: RowLengths) {
    if case .many = self { change { $0.shorten(position, counts, lengths) } }
  }

  /// Changes uniquely referenced blocks: these, or a copy.
  private mutating func change(_ body: (PostingBlocks) -> Void) {
    guard case .many(var blocks) = self else { return }
    self = .empty
    if !isKnownUniquelyReferenced(&blocks) { blocks = blocks.copy() }
    body(blocks)
    self = blocks.blocks.count == 1 ? .few(blocks.blocks[0]) : .many(blocks)
  }
}
