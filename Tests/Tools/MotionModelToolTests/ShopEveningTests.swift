import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTool
import Testing

/// What is done with the export of a shop in one evening, by the commands alone.
@Suite(.temporaryFolder) struct ShopEveningTests {
  private static let export = """
    Umsätze 2024;;;;;
    Nr;Kunde;Artikel;Preis;Tag;PLZ
    1;Müller;Café;9.50;2024-01-02;01234
    2;Özil;Tee;3;2024-01-05;10115
    3;Weiß;Müsli;4.25;;80331

    """
  /// How the export is read.
  private static let form = ["--skip", "1", "--encoding", "latin1"]

  private func write(_ name: String, _ text: String) throws {
    try #require(text.data(using: .isoLatin1)).write(to: ToolRun.url(name))
  }

  private func text(of name: String) throws -> String? {
    String(data: try Data(contentsOf: ToolRun.url(name)), encoding: .isoLatin1)
  }

  @Test func `an export is corrected, compared, merged, converted and used in a script`() throws {
    try write("shop.csv", Self.export)
    try write("former.csv", Self.export)

    // What it has, and what its columns are: codes with a zero in front are text.
    #expect(
      ToolRun(["cat", "@shop.csv", "--limit", "2"] + Self.form)
        == .prints(
          """
          Nr  Kunde   Artikel  Preis  Tag         PLZ
          1   Müller  Café     9.50   2024-01-02  01234
          2   Özil    Tee      3      2024-01-05  10115
          """))
    #expect(
      ToolRun(["get", "@shop.csv", "3", "--jsonl", "--types", "auto,Preis=decimal"] + Self.form)
        == .prints(
          #"{"Nr": 3, "Kunde": "Weiß", "Artikel": "Müsli", "Preis": "4.25", "Tag": null, "PLZ": "80331"}"#))

    // Changes in place, in the form that the shop reads again.
    #expect(
      ToolRun(["set", "@shop.csv", "Preis=5", "--where", "Preis > 4"] + Self.form) == .prints("Changed: 2 records."))
    #expect(ToolRun(["insert", "@shop.csv", "Kunde=Weiß", "Artikel=Öl", "Preis=7"] + Self.form) == .prints("4"))
    #expect(ToolRun(["delete", "@shop.csv", "2"] + Self.form) == .prints("Deleted: 1 record."))
    #expect(
      try text(of: "shop.csv") == """
        Umsätze 2024;;;;;
        Nr;Kunde;Artikel;Preis;Tag;PLZ
        1;Müller;Café;5;2024-01-02;01234
        3;Weiß;Müsli;5;;80331
        4;Weiß;Öl;7;;

        """)
    #expect(
      ToolRun(["diff", "@former.csv", "@shop.csv"] + Self.form)
        == .prints(
          """
          ~ former 1: Preis "9.50" → "5"
          - former 2: {"Nr": "2", "Kunde": "Özil", "Artikel": "Tee", "Preis": "3", "Tag": "2024-01-05", "PLZ": "10115"}
          ~ former 3: Preis "4.25" → "5"
          + former 4: {"Nr": "4", "Kunde": "Weiß", "Artikel": "Öl", "Preis": "7"}
          """, status: .finding))

    // What a colleague has changed meanwhile.
    try write("theirs.csv", Self.export.replacing("Müsli;4.25;;", with: "Müsli ohne Zucker;4.25;2024-02-01;"))
    #expect(
      ToolRun(["merge", "@former.csv", "@shop.csv", "@theirs.csv", "-O", "@merged.csv"] + Self.form)
        == ToolRun(status: .success))
    let merged = """
      Nr,Kunde,Artikel,Preis,Tag,PLZ
      1,Müller,Café,5,2024-01-02,01234
      3,Weiß,Müsli ohne Zucker,5,2024-02-01,80331
      4,Weiß,Öl,7,,
      """
    #expect(ToolRun("cat", "@merged.csv", "--csv") == .prints(merged))

    // To a file with types, and back.
    #expect(
      ToolRun("convert", "@merged.csv", "@shop.motionmodel", "--types", "auto,Preis=decimal")
        == ToolRun(status: .success))
    #expect(
      ToolRun("info", "@shop.motionmodel", "merged")
        == .prints(
          """
          column   type
          Nr       Int
          Kunde    String
          Artikel  String
          Preis    Decimal
          Tag      Date?
          PLZ      String?
          """))
    #expect(ToolRun("check", "@shop.motionmodel") == .prints("1 model, 3 records: no faults."))
    #expect(ToolRun("convert", "@shop.motionmodel", "@back.csv") == ToolRun(status: .success))
    #expect(ToolRun("diff", "@shop.motionmodel", "@back.csv") == ToolRun(status: .success))
    #expect(ToolRun("diff", "@merged.csv", "@shop.motionmodel") == ToolRun(status: .success))

    // In a script: lines go from command to command, and the status says what happened.
    try write("archive.csv", "Nr;Kunde;Artikel;Preis;Tag;PLZ\n")
    let lines = ToolRun("query", "@shop.motionmodel", "Preis >= 5 && Tag != nil", "--jsonl")
    #expect(lines.status == .success)
    #expect(ToolRun("insert", "@archive.csv", "--jsonl", input: lines.output) == .prints("1\n3"))
    #expect(
      try ToolRun.text(of: "archive.csv") == """
        Nr;Kunde;Artikel;Preis;Tag;PLZ
        1;Müller;Café;5;2024-01-02T00:00:00Z;01234
        3;Weiß;Müsli ohne Zucker;5;2024-02-01T00:00:00Z;80331

        """)
    #expect(ToolRun("insert", "@archive.csv", "--jsonl", input: lines.output).status == .usage)
    let none = ToolRun("query", "@shop.motionmodel", "Preis > 100", "--jsonl")
    #expect(none == ToolRun(status: .finding))
    #expect(ToolRun("insert", "@archive.csv", "--jsonl", input: none.output).status == .finding)
    #expect(ToolRun("delete", "@shop.motionmodel", "--where", "Tag == nil") == .prints("Deleted: 1 record."))
    #expect(ToolRun("cat", "@missing.csv").status == .file)
  }
}
