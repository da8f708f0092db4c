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

/// A record of a megabyte, stored inline in its row.
private struct Plate: Model {
  var id = 0
  var rank = 0
  var cells = Sixteen(Sixteen(Sixteen(Sixteen(Sixteen(0 as UInt8)))))

  static let schema = Schema<Plate> {
    Column(\.rank, .packed)
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
    await onLargeStack(useSlabs)
  }

  @Test(arguments: PageRule.allCases) func `rows of a megabyte are scanned with pages and without`(
    rule: PageRule
  ) async {
    #expect(MemoryLayout<Plate>.size > 1 << 20)
    Store.current.pageRule = rule
    await onLargeStack {
      for number in 0..<3 { try Plate.create { $0.rank = number } }
      for _ in 0..<3 {
        #expect(Plate.where(\.rank > 0).ids == [2, 3] && Plate.where(\.rank == 1).count == 1 && Plate.sum(\.rank) == 3)
        #expect(Plate.order(by: \.rank, .descending).limit(2).ids == [3, 2] && Plate.pluck(\.rank) == [0, 1, 2])
      }
      #expect(Plate.where(\.rank > 0).first?.cells.last.last.last.last.last == 0)
    }
  }

  @Test(arguments: PageRule.allCases) func `strings of a megabyte are found with pages and without`(
    rule: PageRule
  ) throws {
    Store.current.pageRule = rule
    let text = String(repeating: "Zeile ", count: 180_000)
    let names = [text, text + "2", "e\u{301}", text, "é"]
    for name in names { try Todo.create { $0.name = name } }
    for _ in 0..<3 {
      #expect(Todo.where(\.name == text).ids == [1, 4] && Todo.where(\.name == "é").ids == [3, 5])
      #expect(Todo.where(\.name).contains("2").ids == [2] && Todo.where(\.name).startsWith("Zeile").count == 3)
      #expect(Todo.pluck(\.name) == names && Todo.group(by: \.name).count()[text] == 2)
    }
  }
}

/// Calls `body` in a thread with a large stack, on which it keeps large records, with the store in use.
private func onLargeStack(_ body: @escaping @Sendable () throws -> Void) async {
  let store = Store.current
  await withCheckedContinuation { continuation in
    let thread = Thread {
      Store.with(store) { #expect(throws: Never.self) { try body() } }
      continuation.resume()
    }
    thread.stackSize = 256 << 20
    thread.start()
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
