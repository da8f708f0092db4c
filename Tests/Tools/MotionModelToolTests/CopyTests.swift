import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTool
import Testing

/// The command `copy` of a tool that is built without databases. `MotionModelCopyingTests` test it with them.
@Suite(.temporaryFolder) struct CopyTests {
  init() throws { try SampleStore.write("todos.json") }

  @Test func `files are copied like convert does`() throws {
    let run = ToolRun("copy", "@todos.json", "@copy.motionmodel")
    #expect(run == .prints("Copied: 2 models, \(try recordCount()) records."))
    #expect(ToolRun("convert", "@copy.motionmodel", "-", "--to", "json").status == .success)
    let (first, second) = (
      try StoreDocument(contentsOf: ToolRun.url("todos.json")),
      try StoreDocument(contentsOf: ToolRun.url("copy.motionmodel"))
    )
    #expect(second.models.map(\.name) == first.models.map(\.name))
    #expect(ToolRun("diff", "@todos.json", "@copy.motionmodel") == ToolRun(status: .success))
    #expect(ToolRun("copy", "@todos.json", "@copy.motionmodel").errors.contains("exists: name another one"))
    #expect(ToolRun("copy", "@todos.json", "-", "--model", "Todo", "--to", "jsonl").output.contains("Todo"))
    #expect(ToolRun("copy", "@todos.json", "@x.json", "--model", "Tod").errors.contains("did you mean Todo?"))
  }

  private func recordCount() throws -> Int {
    try StoreDocument(contentsOf: ToolRun.url("todos.json")).models.reduce(0) { $0 + $1.rows.count }
  }

  #if !SQLite
    @Test func `a tool without SQLite says how it is built with it`() {
      #expect(
        ToolRun("copy", "@todos.json", "@todos.sqlite")
          == .fails(
            .usage,
            """
            motionmodel copy: This motionmodel was built without SQLite: build it with swift build -c release --product \
            motionmodel --traits SQLite,PostgreSQL.
            See motionmodel copy --help.
            """))
    }
  #endif

  #if !PostgreSQL
    @Test func `a tool without PostgreSQL says so, and does not show the address`() {
      let run = ToolRun("copy", "@todos.json", "postgres://me:secret@localhost/db")
      #expect(run.status == .usage)
      #expect(run.errors.contains("was built without PostgreSQL"))
      #expect(!run.errors.contains("secret"))
    }
  #endif
}
