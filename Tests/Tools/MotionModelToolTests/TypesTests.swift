import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTool
import Testing

/// What `--types` says of columns of CSV, where records are printed or written.
@Suite(.temporaryFolder) struct TypesTests {
  init() throws {
    let rows =
      "id,total,share,zip,done,due,key,none\n"
      + "1,2,1,01234,true,2024-01-02,AB29FC40-CA47-1067-B31D-00DD010662DA,\n2,10.50,2,10115,false,,,\n"
    try Data(rows.utf8).write(to: ToolRun.url("a.csv"))
  }

  @Test func `JSON has strings unless types are said or found`() {
    #expect(
      ToolRun("cat", "@a.csv", "-n", "1", "-c", "id,total,zip,done,none", "--jsonl")
        == .prints(#"{"id": "1", "total": "2", "zip": "01234", "done": "true", "none": null}"#))
    #expect(
      ToolRun("cat", "@a.csv", "-n", "1", "-c", "id,total,zip,done,none", "--jsonl", "--types", "auto")
        == .prints(#"{"id": 1, "total": 2, "zip": "01234", "done": true, "none": null}"#))
    #expect(
      ToolRun("query", "@a.csv", "id == \"2\"", "-c", "id,total", "--json", "--types", "id=text", "-t", "total=decimal")
        == .prints("[\n{\"id\": \"2\", \"total\": \"10.5\"}\n]"))
    // Other forms have what the file has.
    #expect(ToolRun("get", "@a.csv", "2", "-c", "total", "--csv", "-t", "auto") == .prints("total\n10.50"))
  }

  @Test func `convert writes values of the types`() throws {
    #expect(ToolRun("convert", "@a.csv", "@a.json", "--types", "auto, share=decimal") == ToolRun(status: .success))
    let model = try StoreDocument(contentsOf: ToolRun.url("a.json")).models[0]
    #expect(
      model.columns == [
        StoreDocument.Column("id", type: "Int"), StoreDocument.Column("total", type: "Double"),
        StoreDocument.Column("share", type: "Decimal"),
        StoreDocument.Column("zip", type: "String"), StoreDocument.Column("done", type: "Bool"),
        StoreDocument.Column("due", type: "Date?"),
        StoreDocument.Column("key", type: "UUID?"), StoreDocument.Column("none", type: "String?"),
      ])
    #expect(model.nextNumber == 3)
    #expect(model.rows[0]["total"] == 2.0 && model.rows[1]["total"] == 10.5)
    #expect(ToolRun("check", "@a.json") == .prints("1 model, 2 records: no faults."))
    #expect(ToolRun("diff", "@a.csv", "@a.json") == ToolRun(status: .success))
    #expect(ToolRun("copy", "@a.csv", "@b.json", "-t", "auto,share=decimal") == .prints("Copied: 1 model, 2 records."))
    #expect(try ToolRun.text(of: "b.json").contains("\"total\": 10.5"))
  }

  @Test func `a value that is not of its column's type is an error with its place`() throws {
    #expect(
      ToolRun("convert", "@a.csv", "@a.json", "--types", "zip=date")
        == .fails(
          .file,
          "motionmodel convert: The file a.csv cannot be read: zip of record 1 is \"01234\" and not "
            + "a date such as 2012-09-15 or 2012-09-15T10:20:30Z: correct it with set, or say --types zip=text."))
    try SampleStore.write("todos.json")
    #expect(ToolRun("convert", "@todos.json", "-", "--types", "auto").status == .usage)
  }
}
