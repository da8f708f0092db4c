import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTool
import Testing

/// Files of text that other programs wrote: how they are read, and the form in which they are written again.
@Suite(.temporaryFolder) struct RecordFileTests {
  private func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: ToolRun.url(name)) }

  private func write(_ name: String, latin1 text: String) throws {
    try Data(text.unicodeScalars.map { UInt8($0.value) }).write(to: ToolRun.url(name))
  }

  // MARK: - CSV

  @Test func `lines before the names are skipped, and the separator is found behind them or said`() throws {
    try write("a.csv", "{Report, of 2024,,,\n\nid;name\n1;a\n")
    #expect(ToolRun("cat", "@a.csv", "--skip", "2", "--csv") == .prints("id,name\n1,a"))
    try write("b.csv", "id|name,x\n1|a\n")
    #expect(ToolRun("cat", "@b.csv", "--separator", "|", "--jsonl") == .prints(#"{"id": "1", "name,x": "a"}"#))
    #expect(ToolRun("cat", "-", "--separator", "tab", "--csv", input: "id\ta,b\n1\tc") == .prints("id,\"a,b\"\n1,c"))
    for text in ["ab", "", "\"", "é"] {
      #expect(
        ToolRun("cat", "@b.csv", "--separator=\(text)").errors.hasPrefix(
          "motionmodel cat: --separator expects one ASCII character, or tab, and got \(text)."))
    }
    #expect(ToolRun("cat", "@a.csv", "--skip", "9").status == .file)
  }

  @Test func `ragged lines are refused, filled or skipped`() throws {
    try write("a.csv", "a,b\n1,2\n3\n4,5,6\n7,8,\n")
    #expect(
      ToolRun("cat", "@a.csv")
        == .fails(
          .file,
          "motionmodel cat: The file a.csv cannot be read as CSV at line 3, where the number of fields is 1, and 2 in the first "
            + "line: correct it there, or take a copy that is whole."))
    #expect(
      ToolRun("cat", "@a.csv", "--ragged", "fill", "--csv")
        == ToolRun(
          status: .success, output: "a,b\n1,2\n3,\n4,5\n7,8\n",
          errors: "Left out: further fields of 1 line, the first one line 4.\n"))
    #expect(
      ToolRun("cat", "@a.csv", "--ragged", "skip", "--csv")
        == ToolRun(
          status: .success, output: "a,b\n1,2\n", errors: "Left out: 3 lines, the first one line 3.\n"))
    #expect(ToolRun("set", "@a.csv", "1", "b=3", "--ragged", "fill").status == .usage)
  }

  @Test func `text that is not in UTF-8 is read in the encoding that is said, or that its mark says`() throws {
    try write("a.csv", latin1: "id,name\n1,\u{E4}\n")
    #expect(
      ToolRun("cat", "@a.csv")
        == .fails(
          .file,
          "motionmodel cat: The file a.csv cannot be read: it is not text in UTF-8: name its encoding, as --encoding latin1."
        ))
    #expect(ToolRun("cat", "@a.csv", "--encoding", "latin1", "--csv") == .prints("id,name\n1,ä"))
    let units = try #require("id,name\n1,ä\n".data(using: .utf16LittleEndian))
    try (Data([0xFF, 0xFE]) + units).write(to: ToolRun.url("b.csv"))
    #expect(ToolRun("cat", "@b.csv", "--csv") == .prints("id,name\n1,ä"))
    try write("c.csv", "id,name\n1,ä\n")
    #expect(ToolRun("diff", "@a.csv", "@c.csv", "--encoding", "latin1") == ToolRun(status: .success))
    #expect(ToolRun("diff", "@b.csv", "@c.csv") == ToolRun(status: .success))
  }

  @Test func `a compressed file is refused with the way out`() throws {
    try Data([0x1F, 0x8B, 8, 0]).write(to: ToolRun.url("a.csv.gz"))
    for words in [["cat", "@a.csv.gz"], ["set", "@a.csv.gz", "1", "a=b"], ["convert", "@a.csv.gz"]] {
      #expect(
        ToolRun(words)
          == .fails(
            .file,
            "motionmodel \(words[0]): The file a.csv.gz cannot be read: it is compressed: unpack it with gunzip -k FILE, "
              + "or in a pipe, gunzip -c FILE | motionmodel … - --from csv."))
    }
  }

  @Test func `CSV keeps its separator, its first lines, its ends of lines and its encoding when it is changed`() throws
  {
    let mark = "\u{EF}\u{BB}\u{BF}"
    for (text, options, expected) in [
      ("id;n\n1;a\n", [], "id;n\n1;b\n"), ("id\tn\r\n1\ta\r\n", [], "id\tn\r\n1\tb\r\n"),
      ("id|n\n1|a\n", ["--separator", "|"], "id|n\n1|b\n"), ("\(mark)id,n\n1,a\n", [], "\(mark)id,n\n1,b\n"),
      ("sep=;\n\u{DC};;\nid;n\n1;a\n", ["--skip", "2", "--encoding", "latin1"], "sep=;\n\u{DC};;\nid;n\n1;b\n"),
      ("id,n\n1,\u{E4}\n", ["--encoding", "latin1"], "id,n\n1,b\n"),
    ] {
      try write("a.csv", latin1: text)
      #expect(ToolRun(["set", "@a.csv", "1", "n=b"] + options) == ToolRun(status: .success))
      let bytes = try Data(contentsOf: ToolRun.url("a.csv"))
      #expect(Array(bytes) == expected.unicodeScalars.map { UInt8($0.value) }, "\(text)")
    }
    try write("a.csv", latin1: "id,n\n1,\u{E4}\n")
    let before = try Data(contentsOf: ToolRun.url("a.csv"))
    #expect(
      ToolRun("set", "@a.csv", "1", "n=犬", "--encoding", "latin1")
        == .fails(
          .file,
          "motionmodel set: The file a.csv cannot be written: it is in Latin-1, which does not have the character 犬: "
            + "convert it to a new file, which is in UTF-8."))
    #expect(try Data(contentsOf: ToolRun.url("a.csv")) == before)
    #expect(ToolRun("convert", "@a.csv", "@new.csv", "--encoding", "latin1").status == .success)
    #expect(ToolRun("set", "@new.csv", "1", "n=犬").status == .success)
  }

  // MARK: - JSON of other programs

  @Test func `JSON of another program keeps its structure, its keys and its numbers`() throws {
    try write(
      "a.json", #"[{"z": 1, "id": 7, "a": {"y": 1, "b": 12345678901234567890.5}, "n": null}, {"id": 8, "new": 1.5}]"#)
    #expect(ToolRun("set", "@a.json", "8", "new=null", "z=4") == ToolRun(status: .success))
    #expect(
      try ToolRun.text(of: "a.json") == """
        [
        {"z": 1, "id": 7, "a": {"b": 12345678901234567890.5, "y": 1}, "n": null},
        {"z": 4, "id": 8, "new": null}
        ]

        """)
    try write("a.jsonl", "{\"z\": 1, \"id\": 7}\n{\"id\": 8}\n")
    #expect(ToolRun("insert", "@a.jsonl", "z=3") == .prints("9"))
    #expect(ToolRun("delete", "@a.jsonl", "7") == .prints("Deleted: 1 record."))
    #expect(try ToolRun.text(of: "a.jsonl") == "{\"id\": 8}\n{\"z\": 3, \"id\": 9}\n")
    try write("empty.json", "[]")
    #expect(ToolRun("insert", "@empty.json", "name=a") == ToolRun(status: .success))
    #expect(try ToolRun.text(of: "empty.json") == "[\n{\"name\": \"a\"}\n]\n")
    // A file that convert has made of it is one of ours.
    #expect(ToolRun("convert", "@a.jsonl", "@b.json") == ToolRun(status: .success))
    #expect(ToolRun("set", "@b.json", "a", "8", "z=1") == ToolRun(status: .success))
    #expect(try ToolRun.text(of: "b.json").contains("MotionModel"))
  }

  @Test func `keys are printed in the order in which they occur first`() throws {
    try write("a.jsonl", "{\"z\": 1, \"id\": 7}\n{\"b\": 2, \"id\": 8, \"a\": 3}\n")
    #expect(ToolRun("cat", "@a.jsonl", "--csv") == .prints("z,id,b,a\n1,7,,\n,8,2,3"))
    #expect(
      ToolRun("cat", "@a.jsonl", "--jsonl") == .prints("{\"z\": 1, \"id\": 7}\n{\"id\": 8, \"b\": 2, \"a\": 3}"))
    // Named columns are in each line.
    #expect(
      ToolRun("cat", "@a.jsonl", "--jsonl", "-c", "a,z") == .prints("{\"a\": null, \"z\": 1}\n{\"a\": 3, \"z\": null}"))
  }
}
