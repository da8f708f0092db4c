import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelTool

/// Records that each have columns of their own take time and memory for their values, and not for all columns.
@Suite(.enabled(if: Allocations.areCounted), .temporaryFolder) struct SparseRecordsTests {
  /// Writes a file of records of which each has an id, and five columns that no other has.
  private func write(_ count: Int, to name: String, _ change: (inout StoreDocument.Row) -> Void = { _ in }) throws {
    var model = StoreDocument.Table("Memo", columns: [StoreDocument.Column("id", type: "Int")], nextNumber: count + 1)
    for number in 0..<count {
      var row: StoreDocument.Row = ["id": .int(Int64(number + 1))]
      for column in 0..<5 { row["c\(number)_\(column)"] = column == 0 ? "text" : .int(Int64(column)) }
      if number == count - 1 { change(&row) }
      model.rows.append(row)
    }
    try StoreDocument(models: [model]).write(to: ToolRun.url(name))
  }

  @Test func `a file with very many columns, of which each record has few, is read by all commands`() throws {
    for (count, name) in [(100, "few"), (1_000, "many")] {
      try write(count, to: "\(name).json")
      try write(count, to: "\(name)-other.json") { $0["c0_4"] = "changed" }
    }
    for words in [
      ["query", "@F.json", "Memo", "c0_1 == 1 && id > 0", "--count"], ["query", "@F.json", "Memo", "--json"],
      ["query", "@F.json", "Memo", "-o", "c0_0 descending, id", "-c", "id"],
      ["cat", "@F.json", "--json"], ["get", "@F.json", "Memo", "7", "--json"], ["check", "@F.json"],
      ["stats", "@F.json", "Memo", "--json"], ["diff", "@F.json", "@F-other.json", "--json"],
      ["merge", "@F.json", "@F.json", "@F-other.json", "-O", "@F-merged.json"],
      ["repair", "@F.json", "-O", "@F-repaired.json"], ["set", "@F.json", "Memo", "1", "c0_1=2"],
    ] {
      var costs: [Int] = []
      for name in ["few", "many"] {
        let call = words.map { $0.replacing("F", with: name) }
        costs.append(
          Allocations.total {
            let run = ToolRun(call)
            #expect(run.status == (words[0] == "diff" ? .finding : .success), "\(call): \(run.errors)")
          })
      }
      #expect(costs[1] <= 14 * costs[0], "\(words): \(costs)")
    }
    #expect(ToolRun("diff", "@many-merged.json", "@many-other.json") == ToolRun(status: .success))
  }
}
