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

  @Test func `generate reads several files of Swift, or a folder of them`() throws {
    try FileManager.default.createDirectory(at: ToolRun.url("Models/Inner"), withIntermediateDirectories: true)
    try Data("@Model class Trip { @Relationship var stops: [Stop] = [] }".utf8)
      .write(to: ToolRun.url("Models/Trip.swift"))
    try Data("@Model class Stop { var trip: Trip?; var at = Date.now; var name: String }".utf8)
      .write(to: ToolRun.url("Models/Inner/Stop.swift"))
    let run = ToolRun("generate", "@Models")
    #expect(run.status == .success, "\(run.errors)")
    for line in ["let stops = HasMany<Stop>(", "let trip = BelongsTo<Trip>(", "var at: Date = Date.now"] {
      #expect(run.output.contains(line), "\(line)")
    }
    #expect(!run.output.contains("Presence"))
    let both = ToolRun("generate", "@Models/Inner/Stop.swift", "@Models/Trip.swift")
    #expect(both.status == .success && both.output.contains("HasMany<Stop>("))
    let one = ToolRun("generate", "@Models/Trip.swift")
    #expect(one.status == .file && one.errors.hasSuffix("give its file, too, or the folder of all models.\n"))
    try Data("CREATE TABLE a (id INTEGER PRIMARY KEY)".utf8).write(to: ToolRun.url("a.sql"))
    #expect(ToolRun("generate", "@a.sql", "@Models/Trip.swift").status == .usage)
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
