import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModelTool

/// What is made from the list of commands: help, completions.
@Suite(.temporaryFolder) struct HelpTests {
  @Test func `the overview names all commands and statuses`() {
    let overview = ToolRun("help")
    #expect(overview.status == .success)
    #expect(ToolRun("--help") == overview)
    #expect(ToolRun("-h") == overview)
    for name in Tool.names { #expect(overview.output.contains("\n  \(name) "), "\(name)") }
    for status in ToolStatus.allCases {
      #expect(overview.output.contains("\n  \(status.rawValue)  \(status.meaning)\n"))
    }
  }

  @Test func `calling the tool without a command is an error that shows the overview`() {
    #expect(ToolRun() == ToolRun(status: .usage, errors: ToolRun("help").output))
  }

  @Test func `help of a command is the same however it is asked for`() {
    for command in Tool.commands {
      let help = ToolRun("help", command.name)
      #expect(help == ToolRun(command.name, "--help"))
      #expect(help.output.hasPrefix("motionmodel \(command.name) — \(command.summary)\n\nUsage: \(command.usage)\n"))
      for option in command.allOptions { #expect(help.output.contains("  \(option.spelling)")) }
      for example in command.examples { #expect(help.output.contains("\n    $ motionmodel \(example.line)\n")) }
      let lines = help.output.split(separator: "\n").dropFirst(2).filter { !$0.hasPrefix("    $") }
      #expect(lines.allSatisfy { $0.count <= 88 }, "\(command.name)")
    }
    #expect(
      ToolRun("help", "gte").errors
        == "motionmodel help: There is no command gte: did you mean get?\nSee motionmodel help --help.\n")
  }

  @Test func `help of a small command reads as expected`() {
    #expect(
      ToolRun("get", "-h")
        == .prints(
          """
          motionmodel get — Prints records by their ids.

          Usage: motionmodel get [options] FILE [MODEL] ID…

          The status is 1 if there is no record of an id; the others are printed.

          Arguments
            FILE   A file of records in any format; - for standard input.
            MODEL  The name of a model in the file; it may be missing where the file has one.
            ID     The id of a record.

          Options
            -c, --columns NAMES    The columns, separated by commas, in this order.
            -t, --types TYPES      Says what columns have of which the file does not say it, as
                                   Total=number,Day=date: number, decimal, date, boolean, uuid or
                                   text; auto for what all values of a column are. May be
                                   repeated.
            --id COLUMN            The column with the ids; id or the first column if it is
                                   missing.
            --json                 Prints JSON.
            --jsonl                Prints JSON Lines: an object for each record, on a line of its
                                   own.
            --csv                  Prints comma-separated values, with a header.
            --at COMMIT            Reads an opened store as it was after a commit that log prints.
            --from FORMAT          The format of the file, if neither its name nor its first bytes
                                   say it. One of json, jsonl, xml, plist, compact, csv,
                                   csv-semicolons, tsv.
            --separator CHARACTER  What is between the fields of CSV: an ASCII character, or tab.
                                   Commas, semicolons and tabs are found without it.
            --skip LINES           How many lines of CSV are before the one with the names of the
                                   columns.
            --encoding NAME        The encoding of CSV that is not in UTF-8. A mark of UTF-16 is
                                   found without it. One of utf8, utf16, latin1.
            --ragged WAY           What is done with lines of CSV that have fewer or more fields
                                   than the first one: fill takes what is there, and skip leaves
                                   them out. One of fill, skip.
            --color WHEN           When to use colours; auto is on a terminal. One of auto,
                                   always, never.
            -h, --help             Prints this help.

          Examples
            Print two artists.
              $ motionmodel get shop.json Artist 90 127
          """))
  }

  @Test func `the version is printed`() {
    #expect(ToolRun("--version") == .prints("motionmodel \(Tool.version)"))
  }

  @Test func `the version is that of the changelog, in three numbers`() throws {
    let changelog = URL(filePath: #filePath).appending(path: "../../../../CHANGELOG.md").standardizedFileURL
    let lines = try String(contentsOf: changelog, encoding: .utf8).split(separator: "\n")
    #expect(lines.first { $0.hasPrefix("## ") } == "## \(Tool.version)")
    #expect(Tool.version.split(separator: ".").compactMap { Int($0) }.count == 3)
  }

  @Test func `names of options do not clash, and commands explain themselves`() {
    for command in Tool.commands {
      let names = command.allOptions.map(\.name), letters = command.allOptions.compactMap(\.letter)
      #expect(Set(names).count == names.count, "\(command.name)")
      #expect(Set(letters).count == letters.count, "\(command.name)")
      #expect(command.summary.hasSuffix("."))
      #expect(!command.examples.isEmpty, "\(command.name)")
    }
  }

  @Test func `the examples' options are read`() throws {
    for command in Tool.commands {
      for example in command.examples where !example.line.contains(where: { "'>;$~".contains($0) }) {
        let words = example.line.split(separator: " ").map(String.init)
        _ = try Arguments(Array(words.dropFirst()), of: command)
      }
    }
  }

  @Test(arguments: Completions.allCases)
  func `completions name all commands and options`(_ shell: Completions) {
    let script = ToolRun("completions", shell.rawValue)
    #expect(script == ToolRun(status: .success, output: shell.script))
    for command in Tool.commands {
      #expect(script.output.contains(command.name))
      for option in command.options { #expect(script.output.contains(option.name), "\(command.name) \(option.name)") }
    }
    #expect(ToolRun("completions", "tcsh").status == .usage)
  }
}
