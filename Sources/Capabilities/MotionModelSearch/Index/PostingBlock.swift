/// Some rows that have a word, with the places in each.
///
/// All of it is one array of bytes: the number of rows less 1, the width of an offset, the offset of each row's
/// position from the first one, the number of bytes of each row's places, and the places. A row costs four bytes or a
/// little more. A block does not change: a change makes a new one.
struct PostingBlock: Sendable {
  /// The position of the first row.
  let first: Int
  private let bytes: ContiguousArray<UInt8>

  /// The maximum number of rows.
  static let most = 256

  /// The place of a number of bytes that is too large for one byte. The number then comes before the places, in four
  /// bytes.
  fileprivate static let long: UInt8 = 255

  var count: Int { Int(bytes[0]) + 1 }

  /// Creates the block of some rows of a run.
  init(_ run: PostingRun, _ rows: Range<Int>) {
    first = run.positions[rows.lowerBound]
    let width = PostingView.width(of: run.positions[rows.upperBound - 1] - first)
    let lengths = rows.map { run.ends[$0] - run.start($0) }
    let size = lengths.reduce(2 + rows.count * (width + 1)) { $0 + PostingView.stored($1) }
    bytes = ContiguousArray(unsafeUninitializedCapacity: size) { [first] buffer, count in
      var writer = PostingWriter(buffer, rows: rows.count, width: width)
      for row in rows { writer.add(offset: run.positions[row] - first) }
      for length in lengths { writer.add(length: length) }
      run.bytes.withUnsafeBufferPointer { bytes in
        for (row, length) in zip(rows, lengths) {
          writer.add(places: UnsafeBufferPointer(rebasing: bytes[run.start(row)..<run.ends[row]]), length: length)
        }
      }
      count = writer.end
      assert(count == size, "a block of another size")
    }
  }

  /// Creates the block of one row.
  init(_ position: Int, _ places: some Collection<UInt32>) {
    first = position
    var length = 0
    WordPlaces.forEachByte(of: places) { _ in length += 1 }
    let size = 4 + PostingView.stored(length)
    bytes = ContiguousArray(unsafeUninitializedCapacity: size) { buffer, count in
      var writer = PostingWriter(buffer, rows: 1, width: 1)
      writer.add(offset: 0)
      writer.add(length: length)
      writer.addLong(length)
      WordPlaces.forEachByte(of: places) { writer.add($0) }
      count = writer.end
      assert(count == size, "a block of another size")
    }
  }

  /// Creates a block from parts of others, in ascending order. There must be a row.
  fileprivate init(joining parts: PostingParts) {
    let (start, end) = (parts.first, parts.last)
    let width = PostingView.width(of: end - start)
    var (count, size) = (0, 2)
    parts.forEach { part in
      count += part.rows.count
      size += part.rows.count * (width + 1) + part.places.count
    }
    first = start
    bytes = ContiguousArray(unsafeUninitializedCapacity: size) { buffer, initialized in
      var writer = PostingWriter(buffer, rows: count, width: width)
      parts.forEach { writer.add(offsetsOf: $0.view, $0.rows, from: start) }
      parts.forEach { writer.add($0.view.lengths(of: $0.rows)) }
      parts.forEach { writer.add($0.places) }
      initialized = writer.end
      assert(initialized == size, "a block of another size")
    }
  }

  // MARK: - Reading

  /// Calls `body` with a view of the rows, which is valid during the call.
  @inline(__always)
  func read<Result>(_ body: (PostingView) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(PostingView($0, first: first)) }
  }

  /// Returns whether the first row has some places.
  func hasPlaces(_ places: WordPlaces) -> Bool { read { $0.places(0).bytes.elementsEqual(places.bytes) } }

  // MARK: - Changing

  /// Returns the block in which the rows with some numbers are replaced by those of another block; nil when none are
  /// left.
  func replacing(_ old: Range<Int>, with new: PostingBlock? = nil) -> PostingBlock? {
    read { own in
      let (before, behind) = (PostingPart(own, 0..<old.lowerBound), PostingPart(own, old.upperBound..<own.count))
      guard let new else {
        if before.rows.isEmpty && behind.rows.isEmpty { return nil }
        return PostingBlock(joining: PostingParts(before, nil, behind))
      }
      return new.read { PostingBlock(joining: PostingParts(before, PostingPart($0, 0..<$0.count), behind)) }
    }
  }

  /// Returns the block of some of the rows; nil when these are none.
  func part(_ rows: Range<Int>) -> PostingBlock? {
    rows.isEmpty ? nil : read { PostingBlock(joining: PostingParts(PostingPart($0, rows), nil, nil)) }
  }

  /// Returns the block of these rows and those of the block behind.
  func joined(_ next: PostingBlock) -> PostingBlock {
    read { own in
      next.read { next in
        PostingBlock(
          joining: PostingParts(PostingPart(own, 0..<own.count), nil, PostingPart(next, 0..<next.count)))
      }
    }
  }
}

/// Some rows of a block, while it is read.
private struct PostingPart {
  let view: PostingView
  let rows: Range<Int>
  /// The bytes of their places.
  let places: UnsafeBufferPointer<UInt8>

  init(_ view: PostingView, _ rows: Range<Int>) {
    (self.view, self.rows, places) = (view, rows, view.places(of: rows))
  }
}

/// Up to three parts of blocks, of which a block is made. It is not an array, because each change of a word would make
/// one.
private struct PostingParts {
  private let parts: (PostingPart?, PostingPart?, PostingPart?)

  init(_ first: PostingPart?, _ second: PostingPart?, _ third: PostingPart?) {
    func filled(_ part: PostingPart?) -> PostingPart? { part?.rows.isEmpty == false ? part : nil }
    parts = (filled(first), filled(second), filled(third))
  }

  @inline(__always)
  func forEach(_ body: (PostingPart) -> Void) {
    if let part = parts.0 { body(part) }
    if let part = parts.1 { body(part) }
    if let part = parts.2 { body(part) }
  }

  /// The position of the first row.
  var first: Int {
    let part = parts.0 ?? parts.1 ?? parts.2
    return part.map { $0.view.position($0.rows.lowerBound) } ?? 0
  }

  /// The position of the last row.
  var last: Int {
    let part = parts.2 ?? parts.1 ?? parts.0
    return part.map { $0.view.position($0.rows.upperBound - 1) } ?? 0
  }
}

/// The rows of a ``PostingBlock`` while it is read.
struct PostingView {
  let first: Int
  let count: Int
  private let width: Int
  private let bytes: UnsafeBufferPointer<UInt8>

  @inline(__always)
  fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>, first: Int) {
    (self.bytes, self.first, count, width) = (bytes, first, Int(bytes[0]) &+ 1, Int(bytes[1]))
  }

  /// The number of bytes of an offset, given the greatest.
  fileprivate static func width(of offset: Int) -> Int {
    offset <= UInt8.max ? 1 : offset <= UInt16.max ? 2 : offset <= UInt32.max ? 4 : 8
  }

  /// The number of bytes that the places of a row take, if they have a length.
  fileprivate static func stored(_ length: Int) -> Int { length < PostingBlock.long ? length : length + 4 }

  // MARK: - Rows

  /// The position of a row.
  @inline(__always)
  func position(_ row: Int) -> Int { first &+ offset(row) }

  @inline(__always)
  func offset(_ row: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    switch width {
    case 1: return Int(bytes[2 &+ row])
    case 2: return Int(UInt16(littleEndian: raw.loadUnaligned(fromByteOffset: 2 &+ row &* 2, as: UInt16.self)))
    case 4: return Int(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 2 &+ row &* 4, as: UInt32.self)))
    default: return Int(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 2 &+ row &* 8, as: UInt64.self)))
    }
  }

  /// Returns the number of the first row at a position or behind it, from a row on.
  @inline(__always)
  func row(at position: Int, from start: Int = 0) -> Int {
    var (low, high) = (start, count)
    while low < high {
      let middle = (low &+ high) &>> 1
      if self.position(middle) < position { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Returns the number of the row at a position; nil when there is none.
  @inline(__always)
  func find(_ position: Int) -> Int? {
    let row = row(at: position)
    return row < count && self.position(row) == position ? row : nil
  }

  /// Returns the number of the first row at a position or behind it, from a row on that most often is that or shortly
  /// before.
  @inline(__always)
  func row(near position: Int, from start: Int) -> Int {
    var row = start
    let end = min(count, start &+ 8)
    while row < end {
      if self.position(row) >= position { return row }
      row &+= 1
    }
    return row < count ? self.row(at: position, from: row) : row
  }

  /// Calls `body` with the position of each row, in order.
  @inline(__always)
  func forEachPosition(_ body: (_ position: Int) -> Void) {
    if width == 1 {
      for row in 0..<count { body(first &+ Int(bytes[2 &+ row])) }
    } else {
      for row in 0..<count { body(position(row)) }
    }
  }

  // MARK: - Places

  private var lengthsStart: Int { 2 &+ count &* width }

  /// Where the places of the first row begin.
  var firstPlace: Int { lengthsStart &+ count }

  /// Where the places of a row begin, behind all that comes before.
  private func start(_ row: Int) -> Int { start(of: row, from: 0, at: firstPlace) }

  /// Where the places of a row begin, given where those of a row before it do.
  @inline(__always)
  func start(of row: Int, from known: Int, at knownStart: Int) -> Int {
    var start = knownStart
    for next in (lengthsStart &+ known)..<(lengthsStart &+ row) { start &+= stored(bytes[next], at: start) }
    return start
  }

  /// How many bytes there are for the places of a row.
  @inline(__always)
  private func stored(_ length: UInt8, at start: Int) -> Int {
    length < PostingBlock.long ? Int(length) : long(at: start) &+ 4
  }

  private func long(at start: Int) -> Int {
    Int(UInt32(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt32.self)))
  }

  @inline(__always)
  private func places(_ length: UInt8, at start: Int) -> WordPlaces {
    let (start, count) = length < PostingBlock.long ? (start, Int(length)) : (start &+ 4, long(at: start))
    return WordPlaces(UnsafeBufferPointer(rebasing: bytes[start..<start &+ count]))
  }

  /// Returns the places of a row.
  func places(_ row: Int) -> WordPlaces { places(row, at: start(row)) }

  /// Returns the places of a row, given where they begin.
  @inline(__always)
  func places(_ row: Int, at start: Int) -> WordPlaces { places(bytes[lengthsStart &+ row], at: start) }

  /// Calls `body` with the number, the position and the places of each row, in order.
  @inline(__always)
  func forEach(_ body: (_ row: Int, _ position: Int, _ places: WordPlaces) -> Void) { forEach(0..<count, body) }

  /// Calls `body` with the number, the position and the places of each of some rows, in order.
  @inline(__always)
  func forEach(_ rows: Range<Int>, _ body: (_ row: Int, _ position: Int, _ places: WordPlaces) -> Void) {
    var (start, lengths) = (start(rows.lowerBound), lengthsStart &+ rows.lowerBound)
    for row in rows {
      let length = bytes[lengths]
      body(row, position(row), places(length, at: start))
      start &+= stored(length, at: start)
      lengths &+= 1
    }
  }

  /// The bytes of the places of some rows.
  fileprivate func places(of rows: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      rebasing: bytes[start(rows.lowerBound)..<(rows.upperBound == count ? bytes.count : start(rows.upperBound))])
  }

  /// The bytes of the lengths of some rows.
  fileprivate func lengths(of rows: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[(lengthsStart + rows.lowerBound)..<(lengthsStart + rows.upperBound)])
  }

  /// The bytes of the offsets of some rows, if they are those from a position and have a width; nil if they are others.
  fileprivate func offsets(of rows: Range<Int>, from start: Int, width: Int) -> UnsafeBufferPointer<UInt8>? {
    guard start == first, width == self.width else { return nil }
    return UnsafeBufferPointer(rebasing: bytes[(2 + rows.lowerBound * width)..<(2 + rows.upperBound * width)])
  }
}

/// Writes the bytes of a block, from the first to the last.
private struct PostingWriter {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let width: Int
  private(set) var end = 2

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>, rows: Int, width: Int) {
    (self.bytes, self.width) = (bytes, width)
    bytes.initializeElement(at: 0, to: UInt8(rows - 1))
    bytes.initializeElement(at: 1, to: UInt8(width))
  }

  mutating func add(_ some: UnsafeBufferPointer<UInt8>) {
    _ = bytes[end...].initialize(fromContentsOf: some)
    end += some.count
  }

  private mutating func add(_ number: Int, width: Int) {
    for byte in 0..<width {
      bytes.initializeElement(at: end + byte, to: UInt8(truncatingIfNeeded: number >> (8 * byte)))
    }
    end += width
  }

  mutating func add(offset: Int) { add(offset, width: width) }

  mutating func add(offsetsOf view: PostingView, _ rows: Range<Int>, from start: Int) {
    if let offsets = view.offsets(of: rows, from: start, width: width) { return add(offsets) }
    for row in rows { add(offset: view.position(row) - start) }
  }

  mutating func add(length: Int) { add(length < PostingBlock.long ? length : Int(PostingBlock.long), width: 1) }

  mutating func add(places: UnsafeBufferPointer<UInt8>, length: Int) {
    addLong(length)
    add(places)
  }

  /// Adds the number of bytes that come next if it does not fit where lengths are.
  mutating func addLong(_ length: Int) { if length >= PostingBlock.long { add(length, width: 4) } }

  mutating func add(_ byte: UInt8) {
    bytes.initializeElement(at: end, to: byte)
    end += 1
  }
}
