import Foundation
import MotionModelTestSupport
import MotionModelTool
import Testing

/// Models from schemas that are not data models of Xcode.
@Suite(.temporaryFolder) struct GenerateFromSchemaTests {
  @Test func `generate reads SQL, and marks what was not taken over`() throws {
    let sql = """
      CREATE TABLE projects (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE todos (
        id INTEGER PRIMARY KEY, due_date DATE, project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
        priority INT NOT NULL DEFAULT 3 CHECK (priority > 0));
      """
    try Data(sql.utf8).write(to: ToolRun.url("shop.sql"))
    let run = ToolRun("generate", "@shop.sql")
    #expect(run.status == .success)
    for line in ["struct Project", "struct Todo", "var dueDate: Date?", "var projectID", "priority = 3", "CHECK"] {
      #expect(run.output.contains(line), "\(line)")
    }
    #expect(ToolRun("generate", "@shop.sql", "-O", "@Shop.swift").status == .success)
    #expect(try ToolRun.text(of: "Shop.swift") == run.output)
  }

  @Test func `what cannot be read is a diagnostic, and no file is written`() throws {
    try Data("CREATE TABLE a (".utf8).write(to: ToolRun.url("shop.sql"))
    let run = ToolRun("generate", "@shop.sql", "-O", "@Shop.swift")
    #expect(run.status == .file && run.output.isEmpty)
    #expect(
      run.errors.hasSuffix(
        "shop.sql:1:16: error: Expected the name of a column of a, and found the end of the statement.\n"))
    #expect(!FileManager.default.fileExists(atPath: ToolRun.url("Shop.swift").path(percentEncoded: false)))
  }
}
