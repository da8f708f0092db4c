import Foundation

/// A value of a row, without references: a string is where its bytes are in the ``SQLRows``.
package struct SQLCell: Sendable, BitwiseCopyable {
  /// The type of a value.
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    case null, integer, real, text, blob
  }

  package let kind: Kind
  /// How many bytes a string or data has. Of 4 GiB and more, it is the greatest number: such values are too long.
  package let count: UInt32
  /// A whole number, the bits of a fraction, or where the bytes begin.
  package let bits: Int64

  init(_ kind: Kind, bits: Int64 = 0, count: Int = 0) {
    (self.kind, self.bits, self.count) = (kind, bits, UInt32(clamping: count))
  }

  /// Whether the value has more bytes than a C library counts.
  var isTooLong: Bool { count > UInt32(Int32.max) }
}

/// The rows of a statement, or the values that are bound to the statements of a batch, copied.
///
/// All rows are two arrays, of cells and of bytes, so that a row costs no memory of its own and no counting of
/// references.
package struct SQLRows: Sendable {
  package private(set) var columnCount: Int
  /// All values, row by row.
  package private(set) var cells: [SQLCell] = []
  /// The bytes of all strings and data. Strings end with NUL, which is not counted.
  package private(set) var bytes: [UInt8] = []
  /// How many rows the statement has changed, if it writes.
  package var changeCount = 0

  package init(columnCount: Int) { self.columnCount = columnCount }

  /// Creates one row.
  package init(row values: some Collection<SQLValue>) {
    columnCount = values.count
    for value in values { append(value) }
  }

  /// The number of rows.
  package var count: Int { columnCount == 0 ? 0 : cells.count / columnCount }

  /// Throws if a value has more bytes than can be bound to a statement.
  package func checkLengths(_ statement: String) throws(SQLError) {
    guard cells.contains(where: \.isTooLong) else { return }
    throw .refused(
      statement: statement, code: "", reason: "A value has 2 GiB or more: keep it in a file, and its name here.")
  }

  /// Makes room for a number of rows, with a few bytes for each value.
  package mutating func reserve(rowCount: Int) {
    cells.reserveCapacity(rowCount * columnCount)
    bytes.reserveCapacity(rowCount * columnCount * 8)
  }

  /// Removes all rows, and begins with others in the same memory.
  package mutating func begin(columnCount: Int) {
    (self.columnCount, changeCount) = (columnCount, 0)
    cells.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Replaces the only value.
  mutating func replace(by number: Int64) { cells[0] = SQLCell(.integer, bits: number) }

  /// Calls `body` with the cells and the bytes.
  package func withPointers<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<SQLCell>, UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try cells.withUnsafeBufferPointer { cells throws(Failure) in
      try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try body(cells, UnsafeRawBufferPointer(bytes)) }
    }
  }
}

// MARK: - Adding values

extension SQLRows {
  /// Adds the next value of the last row.
  package mutating func append(_ value: SQLValue) {
    switch value {
    case .null: appendNull()
    case .integer(let number): append(number)
    case .real(let number): append(number)
    case .text(let text): append(text)
    case .blob(let data): data.withUnsafeBytes { append($0, .blob) }
    }
  }

  /// Adds NULL.
  package mutating func appendNull() { cells.append(SQLCell(.null)) }

  /// Adds a whole number.
  package mutating func append(_ number: Int64) { cells.append(SQLCell(.integer, bits: number)) }

  /// Adds a binary fraction.
  package mutating func append(_ number: Double) {
    cells.append(SQLCell(.real, bits: Int64(bitPattern: number.bitPattern)))
  }

  /// Adds a string.
  package mutating func append(_ text: String) {
    let start = bytes.count
    if text.utf8.withContiguousStorageIfAvailable({ bytes.append(contentsOf: $0) }) == nil {
      bytes.append(contentsOf: text.utf8)
    }
    appendCell(from: start, .text)
  }

  /// Adds a string, which need not be UTF-8, or data.
  package mutating func append(_ buffer: UnsafeRawBufferPointer, _ kind: SQLCell.Kind) {
    let start = bytes.count
    bytes.append(contentsOf: buffer)
    appendCell(from: start, kind)
  }

  /// Adds the values of other rows.
  package mutating func append(_ rows: SQLRows) { for value in rows.values { append(value) } }

  private mutating func appendCell(from start: Int, _ kind: SQLCell.Kind) {
    cells.append(SQLCell(kind, bits: Int64(start), count: bytes.count - start))
    if kind == .text { bytes.append(0) }
  }
}

// MARK: - Reading values

extension SQLRows {
  /// The value of a column in a row.
  package subscript(row row: Int, column column: Int) -> SQLValue { value(cells[row * columnCount + column]) }

  /// All values, row by row.
  package var values: [SQLValue] { cells.map(value) }

  /// The values of all rows.
  var rows: [[SQLValue]] { (0..<count).map { self[row: $0] } }

  /// The values of a row.
  package subscript(row row: Int) -> [SQLValue] {
    cells[row * columnCount..<(row + 1) * columnCount].map(value)
  }

  /// The string of a column in a row; empty for any other value.
  package func text(_ row: Int, _ column: Int) -> String {
    if case .text(let text) = self[row: row, column: column] { text } else { "" }
  }

  private func value(_ cell: SQLCell) -> SQLValue { bytes.withUnsafeBytes { cell.value(in: $0) } }
}

extension SQLCell {
  /// The whole number of a cell that has one.
  package var integer: Int64 { bits }
  /// The fraction of a cell that has one.
  package var real: Double { Double(bitPattern: UInt64(bitPattern: bits)) }

  /// Returns the bytes of a string or of data.
  ///
  /// - Parameter bytes: The bytes of the rows.
  package func buffer(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let (start, count) = (Int(truncatingIfNeeded: bits), Int(truncatingIfNeeded: count))
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
  }

  /// Returns the string of a cell that has one; nil if it is not UTF-8.
  ///
  /// - Parameter bytes: The bytes of the rows.
  func string(in bytes: UnsafeRawBufferPointer) -> String? {
    let own = buffer(in: bytes).assumingMemoryBound(to: UInt8.self)
    // NB: `String(validating:)` is generic, and takes several times as long.
    return own.isASCII ? String(decoding: own, as: UTF8.self) : String(validating: own, as: UTF8.self)
  }

  /// Returns the value.
  ///
  /// - Parameter bytes: The bytes of the rows.
  package func value(in bytes: UnsafeRawBufferPointer) -> SQLValue {
    switch kind {
    case .null: .null
    case .integer: .integer(integer)
    case .real: .real(real)
    // Bytes that are not UTF-8 are not a string, so no column of strings takes them.
    case .text: string(in: bytes).map { .text($0) } ?? .blob(Data(buffer(in: bytes)))
    case .blob: .blob(Data(buffer(in: bytes)))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are ASCII.
  fileprivate var isASCII: Bool {
    let bytes = UnsafeRawBufferPointer(self)
    var (all, index) = (UInt64(0), 0)
    while index + 8 <= count {
      all |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < count {
      all |= UInt64(self[index])
      index += 1
    }
    return all & 0x8080_8080_8080_8080 == 0
  }
}
