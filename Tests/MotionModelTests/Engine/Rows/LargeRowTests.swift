import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Sixteen values, stored inline.
private struct Sixteen<Value: Sendable & Equatable>: Sendable, Equatable {
  var first: Value
  private var a, b, c, d, e, f, g, h, i, j, k, l, m, n: Value
  var last: Value

  init(_ value: Value) {
    (first, a, b, c, d, e, f, g) = (value, value, value, value, value, value, value, value)
    (h, i, j, k, l, m, n, last) = (value, value, value, value, value, value, value, value)
  }
}

/// A record of 64 KB, stored inline in its row.
private struct Slab: Model, Equatable {
  var id = 0
  var name = ""
  var cells = Sixteen(Sixteen(Sixteen(Sixteen(0 as UInt8))))

  static let schema = Schema<Slab> {
    Column(\.name, .indexed)
    Transient(\.cells)
  }
}

@Suite(.ownStore, .temporaryFolder) struct LargeRowTests {
  @Test func `a string of a megabyte is a value like any other`() throws {
    let text = String(repeating: "Zeile ", count: 180_000)
    for name in [text, text + "2", text] { try Todo.create { $0.name = name } }
    #expect(Todo.where(\.name == text).ids == [1, 3] && Todo.where(\.name).endsWith("2").ids == [2])
    #expect(Todo.order(by: \.name).ids == [1, 3, 2])
    let snapshot = Store.current.snapshot()
    try Todo.require(1).delete()
    #expect(snapshot.table(Todo.self).find(1)?.name == text)
    let file = TemporaryFolder.current.appending(path: "large.json")
    try Store.current.save(to: file)
    let other = Store()
    try other.load(from: file, models: [Todo.self])
    #expect(other.table(Todo.self).records.pluck(\.name) == [text + "2", text])
  }

  @Test func `large rows are stored, changed and shared`() async throws {
    #expect(MemoryLayout<Slab>.size > 65_536)
    let store = Store.current
    await withCheckedContinuation { continuation in
      let thread = Thread {
        Store.with(store) { #expect(throws: Never.self) { try useSlabs() } }
        continuation.resume()
      }
      // The test keeps such records on the stack.
      thread.stackSize = 64 << 20
      thread.start()
    }
  }
}

private func useSlabs() throws {
  for number in 0..<20 { try Slab.create { $0.name = "\(number % 3)" } }
  var slab = try Slab.require(7)
  (slab.name, slab.cells.last.last.last.last) = ("changed", 9)
  let snapshot = Store.current.snapshot()
  try slab.save()
  try Slab.where(\.name == "1").deleteAll()
  #expect(Slab.find(7)?.cells.last.last.last.last == 9 && Slab.count == 13)
  #expect(snapshot.table(Slab.self).find(7)?.cells.last.last.last.last == 0)
  #expect(Store.current.violation() == nil)
}
