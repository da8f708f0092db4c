import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// A file is read some bytes at a time.
@Suite(.ownStore, .temporaryFolder) struct ByteWindowTests {
  private let file = TemporaryFolder.current.appending(path: "todos")

  private static let streamed = FileFormat.allCases.filter { $0 != .xml && $0 != .binary }

  @Test(arguments: streamed) func `the memory does not grow with the file`(format: FileFormat) throws {
    let pieceSize = 1 << 14
    for count in [2_000, 8_000] {
      let todos = (1...count).map { number in Todo("todo \(number)", priority: number) }
      try todos.save(to: file, as: format)
      let size = try Data(contentsOf: file).count
      let capacity = try ByteWindow.$pieceSize.withValue(pieceSize) { try windowSize(afterReading: format) }
      #expect(size > count * 8)
      // A group of the compact format has a thousand records. A column of it has to be in memory as a whole.
      #expect(capacity <= pieceSize * 2, "\(size) bytes")
    }
  }

  /// Reads all records, and returns the memory that the window has then.
  private func windowSize(afterReading format: FileFormat) throws -> Int {
    let input = FileInput(.file(file))
    return try input.withWindow { window in
      try window.readBeginning()
      var reader = try #require(try format.reader(of: window, input))
      var count = 0
      while let section = try reader.nextSection() {
        var row = FileRow(section)
        while try reader.readRow(into: &row) {
          count += 1
          row.removeAll()
        }
      }
      #expect(count % 2_000 == 0 && count > 0)
      return window.capacity
    }
  }

  @Test(arguments: [#"[{"id": 1}, {"id": 2}]"#, "{\"id\": 1}\n{\"id\": 2}"])
  func `records of other programs are read a piece at a time`(text: String) throws {
    let blank = String(repeating: " ", count: 100_000)
    try Data(text.replacing(",", with: "," + blank).replacing("\n", with: "\n" + blank).utf8).write(to: file)
    let format: FileFormat = text.hasPrefix("[") ? .json : .jsonLines
    let capacity = try ByteWindow.$pieceSize.withValue(1_024) {
      let input = FileInput(.file(file))
      return try input.withWindow { window in
        try window.readBeginning()
        var reader = try #require(try format.reader(of: window, input))
        let section = try #require(try reader.nextSection())
        var (row, count) = (FileRow(section), 0)
        while try reader.readRow(into: &row) { count += 1 }
        #expect(count == 2)
        return window.capacity
      }
    }
    #expect(capacity <= 4_096)
    #expect(try [Todo](from: .file(file), as: format).map(\.id) == [1, 2])
  }

  /// Bytes that are counted, each with its own value.
  private final class Numbers: ByteSource {
    private var next = 0
    private let count: Int
    private(set) var reads = 0
    init(count: Int) { self.count = count }
    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
      let found = min(memory.count, count - next)
      for index in 0..<found { memory[index] = UInt8(truncatingIfNeeded: next + index) }
      next += found
      reads += 1
      return found
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 16, 1_000]) func `bytes have their places, whatever is kept`(count: Int) throws {
    try ByteWindow.$pieceSize.withValue(8) {
      var random = TestSeed.generator(4_300 + count)
      let window = try ByteWindow(Numbers(count: count))
      while !window.isAtEnd {
        try window.readMore(keepingFrom: random.number(0...window.bytes.count))
        let expected = window.start..<window.start + window.bytes.count
        #expect(window.bytes.elementsEqual(expected.map { UInt8(truncatingIfNeeded: $0) }), "seed \(TestSeed.current)")
      }
      #expect(window.start + window.bytes.count == count)
      #expect(try !window.readMore(keepingFrom: 0))
    }
  }

  @Test func `a long part is read in pieces that grow with it`() throws {
    try ByteWindow.$pieceSize.withValue(8) {
      let source = Numbers(count: 100_000)
      let window = try ByteWindow(source)
      #expect(try window.readAll().count == 100_000)
      #expect(window.bytes.count == 100_000 && window.capacity < 400_000 && source.reads < 40)
    }
  }
}
