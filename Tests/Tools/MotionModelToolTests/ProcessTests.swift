#if os(macOS) || os(Linux)  // where processes can be started
  import Foundation
  import MotionModel
  import MotionModelJournal
  import MotionModelTestSupport
  import Testing

  @testable import MotionModelTool

  /// The tool as a process: its streams, its status, and what happens when nobody reads.
  @Suite(.temporaryFolder) struct ProcessTests {
    /// The program, which is built with the tests and lies beside them.
    private static let program = CommandLine.arguments.lazy
      .compactMap { argument in
        argument.range(of: ".xctest").map { URL(filePath: String(argument[..<$0.upperBound])) }
      }
      .map { $0.deletingLastPathComponent().appending(path: "motionmodel") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }

    init() throws { try SampleStore.write("todos.json") }

    /// Runs a line of a shell, in which `$tool` is the program and the folder is that of the test.
    private func run(_ line: String, by shell: String = "/bin/sh") throws -> (
      status: Int32, output: String, errors: String
    ) {
      let program = try #require(Self.program, "The program motionmodel is not beside the tests.")
      let (process, output, errors) = (Process(), Pipe(), Pipe())
      process.executableURL = URL(filePath: shell)
      process.arguments = ["-c", line]
      process.currentDirectoryURL = TemporaryFolder.current
      process.environment = ["tool": program.path(percentEncoded: false), "PATH": "/usr/bin:/bin"]
      (process.standardOutput, process.standardError) = (output, errors)
      try process.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      let errorText = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (
        process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: errorText, as: UTF8.self)
      )
    }

    static var git: String? {
      ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first {
        FileManager.default.isExecutableFile(atPath: $0)
      }
    }

    @Test(.enabled(if: git != nil, "git is not installed")) func `git merges branches of a store as text`() throws {
      let prepare = """
        set -e
        mkdir repository; cd repository
        git init -q -b main
        git config user.name ann; git config user.email ann@example.com
        git config merge.motionmodel.driver "$tool merge-driver %O %A %B %P"
        git config diff.motionmodel.textconv "$tool convert --sorted --to json"
        echo '*.json merge=motionmodel' > .gitattributes
        echo '*.motionmodel diff=motionmodel' >> .gitattributes
        $tool convert ../todos.json todos.json --sorted
        $tool convert todos.json todos.motionmodel
        git add .; git commit -q -m base
        git checkout -q -b theirs
        $tool set todos.json Todo 1 priority=9
        $tool set todos.json Todo 2 'name=Walk'
        git commit -q -a -m theirs
        git checkout -q main
        $tool set todos.json Todo 1 assignedTo=eve
        git commit -q -a -m ours
        """
      #expect(try run(prepare) == (0, "", ""))
      #expect(try run("cd repository && git merge -q theirs -m merged 2>&1") == (0, "Auto-merging todos.json\n", ""))
      #expect(
        try run("cd repository && $tool get todos.json Todo 1 2 --columns id,name,priority,assignedTo --csv")
          == (0, "id,name,priority,assignedTo\n1,Paint the door,9,eve\n2,Walk,-1,\n", ""))
      // Both sides change one column.
      let conflict = """
        set -e; cd repository
        git checkout -q theirs; $tool set todos.json Todo 1 priority=10; git commit -q -a -m ten
        git checkout -q main; $tool set todos.json Todo 1 priority=11; git commit -q -a -m eleven
        git merge -q theirs -m merged
        """
      let merge = try run(conflict)
      #expect(merge.status == 1)
      #expect(merge.errors.contains("Conflict in Todo 1 priority: ours 11, theirs 10."), "\(merge)")
      #expect(try run("cd repository && git diff --name-only --diff-filter=U").output == "todos.json\n")
      #expect(try run("cd repository && grep -c '^<<<<<<< ours$' todos.json").output == "1\n")
      #expect(try run("cd repository && $tool cat todos.json").status == 3)
      // A compact file is shown as text.
      let compact = try run(
        "cd repository && $tool set todos.motionmodel Todo 3 priority=5 && git diff -U0 todos.motionmodel | grep '^[+-]{'"
      )
      #expect(compact.output.contains("\n+{\"id\": 3,") && compact.output.contains("\"priority\": 5"), "\(compact)")
    }

    @Test func `output, errors and status are those of the process`() throws {
      #expect(try run("$tool query todos.json Todo 'priority > 5' --count") == (0, "1\n", ""))
      #expect(try run("$tool query todos.json Todo 'priority > 50' --count") == (1, "0\n", ""))
      #expect(try run("$tool cat none.json") == (3, "", "motionmodel cat: There is no file none.json.\n"))
      #expect(try run("$tool").status == 2)
    }

    @Test func `a file is served for a while`() throws {
      let (status, output, errors) = try run("$tool serve todos.json --for 0")
      #expect(status == 0)
      #expect(output.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/[0-9a-v]{26}\/\n/) != nil)
      #expect(errors == "")
      #expect(try run("$tool serve none.json") == (3, "", "motionmodel serve: There is no file none.json.\n"))
      #expect(try run("$tool serve todos.json --port 70000").status != 0)
    }

    @Test func `standard input is read`() throws {
      #expect(try run("cat todos.json | $tool get - Project 1 --csv") == (0, "id,name\n1,House\n", ""))
      #expect(try run("$tool convert todos.json - --to jsonl | $tool query - Todo 'done' --count") == (0, "1\n", ""))
    }

    @Test func `a reader that stops early ends the tool quietly`() throws {
      let many = "for i in $(seq 2000); do printf '{\"id\": %d, \"name\": \"%0500d\"}\\n' $i $i; done > many.jsonl"
      let result = try run("\(many); { $tool cat many.jsonl; echo $? >&2; } | head -n 1 | cut -c 1-4")
      #expect(result == (0, "  id\n", "0\n"))
    }

    @Test func `a pipe has no colours`() throws {
      #expect(try run("$tool cat todos.json Project") == (0, "id  name\n 1  House\n", ""))
      #expect(try run("$tool cat todos.json Project --color always").output.contains("\u{1B}[1m"))
    }

    @Test func `watch prints commits as another process makes them`() throws {
      let file = TemporaryFolder.current.appending(path: "store.motionmodel")
      let store = try Store(file: file, models: [Project.self], notificationCenter: nil)
      let program = try #require(Self.program, "The program motionmodel is not beside the tests.")
      let (process, output) = (Process(), Pipe())
      process.executableURL = program
      process.arguments = [
        "watch", file.path(percentEncoded: false), "--since", "0", "-n", "3", "--interval", "0.01", "--json",
      ]
      process.standardOutput = output
      try process.run()
      var number = 0
      while process.isRunning {
        number += 1
        try store.table(Project.self).create { $0.name = "Project \(number)" }
        Thread.sleep(forTimeInterval: 0.01)
      }
      let lines = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self).split(
        separator: "\n")
      #expect(process.terminationStatus == 0)
      #expect(lines.count == 3)
      for (index, line) in lines.enumerated() {
        #expect(line.contains("\"commit\": \(index + 1)"))
        #expect(line.contains("Project \(index + 1)"))
      }
      try #require(store.journal).close()
    }

    @Test(arguments: [
      (["motionmodel", "qu"], "query"), (["motionmodel", "query", "--lim"], "--limit"),
      (["motionmodel", "convert", "a", "b", "--to", "js"], "json\njsonl"),
      (["motionmodel", "completions", "z"], "zsh"),
      (["motionmodel", "help", "in"], "info\ninsert"),
    ])
    func `bash completes by the script`(_ words: [String], _ expected: String) throws {
      let script = """
        \(Completions.bash.script)
        rm todos.json
        COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        _motionmodel
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      #expect(try run(script, by: "/bin/bash").output == expected + "\n")
    }
  }
#endif
