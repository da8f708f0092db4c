import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Records that each have columns of their own take time and memory for their values, and not for all columns.
@Suite(.enabled(if: Allocations.areCounted), .ownStore, .temporaryFolder) struct SparseRowsTests {
  /// Records of which each has an id, and five columns that no other has.
  private static func rows(_ count: Int) -> [StoreDocument.Row] {
    (0..<count).map { number in
      var row: StoreDocument.Row = ["id": .int(Int64(number + 1))]
      for column in 0..<5 { row["c\(number)_\(column)"] = .int(Int64(column)) }
      return row
    }
  }

  private static func document(_ count: Int) -> StoreDocument {
    var model = StoreDocument.Table("Memo", columns: ["id"], nextNumber: count + 1)
    model.rows.append(contentsOf: rows(count))
    return StoreDocument(models: [model])
  }

  /// Expects that ten times as many records cost at most twelve times as much.
  private func expectGrowth(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ body: (StoreDocument) throws -> Void
  ) throws {
    let (few, many) = (Self.document(150), Self.document(1_500))
    let costs = try [few, many].map { document in try Allocations.total { try body(document) } }
    #expect(costs[1] <= 12 * costs[0], "\(what): \(costs)", sourceLocation: sourceLocation)
  }

  @Test func `they are collected`() throws {
    let (few, many) = (Self.rows(150), Self.rows(1_500))
    let costs = [few, many].map { rows in
      Allocations.total {
        var model = StoreDocument.Table("Memo", columns: ["id"])
        model.rows.append(contentsOf: rows)
        #expect(model.columns.count == 1 + 5 * rows.count)
      }
    }
    #expect(costs[1] <= 12 * costs[0], "\(costs)")
  }

  @Test func `migrations add, rename, remove and convert columns`() throws {
    try expectGrowth("add") { document in
      var model = try #require(document["Memo"])
      try model.add("kind", default: "x")
    }
    try expectGrowth("rename") { document in
      var model = try #require(document["Memo"])
      try model.rename("id", to: "number")
    }
    try expectGrowth("remove") { document in
      var model = try #require(document["Memo"])
      model.remove("c0_0")
      #expect(model.rows[1]["c1_4"] == 4 && model.rows[0].columns.count == 5)
    }
    try expectGrowth("move") { document in
      var model = try #require(document["Memo"])
      model.columns = model.columns.reversed()
      #expect(model.rows[1]["c1_4"] == 4)
    }
    try expectGrowth("convert") { document in
      var model = try #require(document["Memo"])
      try model.convert("id", to: "String") { $0.map { "\($0)" } }
    }
  }

  @Test(arguments: [FileFormat.json, .jsonLines, .xml, .binary]) func `they are written and read`(
    format: FileFormat
  ) throws {
    try expectGrowth("\(format)") { document in
      let data = try document.data(as: format)
      #expect(try StoreDocument(data, as: format)["Memo"]?.rows.count == document.models[0].rows.count)
    }
  }

  @Test func `the compact format has a mark for each record and column, and the memory is that of the values`() throws {
    // Even a bit for each mark would take more than the memory that is allowed.
    let document = Self.document(max(800, shortened(1_500)))
    let data = try document.data(as: .compact)
    let read = try Allocations.growth {
      let read = try StoreDocument(data, as: .compact)
      #expect(read == document)
      withExtendedLifetime(read) {}
    }
    #expect(read <= 1 << 16)
    let damaged = try RecoveredDocument(data, as: .compact, name: "shop")
    #expect(damaged.document.models[0].rows == document.models[0].rows)
  }

  @Test func `the columns of a store that no model has are written`() throws {
    let costs = try [150, 1_500].map { count in
      let store = Store()
      try store.load(from: .data(Self.document(count).data(as: .json)), as: .json, models: [Memo.self])
      return try Allocations.total { _ = try store.data(as: .json) }
    }
    #expect(costs[1] <= 12 * costs[0], "\(costs)")
  }

  @Test func `values that are farther and farther apart take no room between them`() {
    let one = Allocations.growth { Self.kept = RowValues([1]) }
    let far = Allocations.growth {
      var values = RowValues([1])
      for place in [60, 300, 1_200, 4_800, 19_200] { values[place] = 1 }
      Self.kept = values
    }
    #expect(far - one <= 4_096)
  }

  nonisolated(unsafe) private static var kept = RowValues()

  private struct Memo: Model {
    var id = 0
    var name = ""
    static let schema = Schema<Memo> { Column(\.name) }
  }
}
