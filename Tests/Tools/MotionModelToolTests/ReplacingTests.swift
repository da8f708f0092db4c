import Foundation
import MotionModel
import MotionModelJournal
import MotionModelStorage
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModelTool

/// What commands do not write over, and what they say if nothing can be written.
@Suite(.temporaryFolder) struct ReplacingTests {
  init() throws { try SampleStore.write("todos.json") }

  /// Opens a store in the folder of the test.
  private func open() throws -> Store {
    try Store(file: ToolRun.url("store.motionmodel"), models: [Project.self], notificationCenter: nil)
  }

  private var commands: [[String]] {
    let target = "@store.motionmodel"
    return [
      ["convert", "@todos.json", target, "-f"], ["repair", "@todos.json", "-O", target, "-f"],
      ["merge", "@todos.json", "@todos.json", "-O", target, "--force"],
    ]
  }

  @Test func `an opened store is not replaced, whether it is open, has commits, or was compacted`() throws {
    let store = try open()
    try Store.with(store) { try Project.create { $0.name = "House" } }
    func refuses(_ reason: String) throws {
      let before = try Data(contentsOf: ToolRun.url("store.motionmodel"))
      for command in commands {
        let run = ToolRun(command)
        #expect(run.status == .file)
        #expect(run.errors.contains(reason))
      }
      #expect(try Data(contentsOf: ToolRun.url("store.motionmodel")) == before)
    }
    try refuses("is using it")
    try #require(store.journal).close()
    try refuses("journals of an opened store belong to it")
    let again = try open()
    try #require(again.journal).compact()
    try #require(again.journal).close()
    try refuses("journals of an opened store belong to it")
    let last = try open()
    #expect(last.table(Project.self).records.all.map(\.name) == ["House"])
    try #require(last.journal).close()
  }

  @Test func `a file in the compact format that no store is opened from is replaced`() throws {
    for command in commands {
      try SampleStore.write("store.motionmodel")
      #expect(ToolRun(command).status == .success)
    }
  }

  private func permissions(of name: String) throws -> Int? {
    let path = ToolRun.url(name).path(percentEncoded: false)
    return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func setPermissions(_ permissions: Int, of name: String) throws {
    let path = ToolRun.url(name).path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  private static let makers = [
    ["convert", "@mine.json", "@new.motionmodel"], ["convert", "@mine.json", "@new.csv", "--model", "Todo"],
    ["copy", "@mine.json", "@new.jsonl"], ["repair", "@mine.json", "-O", "@new.json"],
    ["merge", "@mine.json", "@theirs.json", "-O", "@new.json", "--prefer", "ours"],
    ["merge", "@theirs.json", "@mine.json", "-O", "@new.json"],
    ["merge", "@mine.json", "@theirs.json", "@theirs.json", "-O", "@new.json"],
  ]

  /// The name of the file that a command makes.
  private func target(of words: [String]) -> String {
    words.first { $0.hasPrefix("@new") }.map { "\($0.dropFirst())" } ?? ""
  }

  @Test(arguments: makers, [0o600, 0o640, 0o400, 0o644])
  func `a new file may be read by no others than those that it was made from`(words: [String], permissions: Int) throws
  {
    try SampleStore.write("mine.json")
    try SampleStore.write("theirs.json")
    let usual = try self.permissions(of: "mine.json")
    try setPermissions(permissions, of: "mine.json")
    let run = ToolRun(words)
    #expect(run.status == .success, "\(run.errors)")
    #expect(try self.permissions(of: target(of: words)) == (permissions == 0o644 ? usual : permissions))
  }

  @Test(arguments: makers) func `a file that is replaced keeps its permissions`(words: [String]) throws {
    for name in ["mine.json", "theirs.json"] { try SampleStore.write(name) }
    try Data("old".utf8).write(to: ToolRun.url(target(of: words)))
    try setPermissions(0o600, of: target(of: words))
    #expect(ToolRun(words + ["--force"]).status == .success)
    #expect(try permissions(of: target(of: words)) == 0o600)
  }

  @Test(arguments: makers) func `a link that leads nowhere is a file that exists`(words: [String]) throws {
    try SampleStore.write("mine.json")
    try SampleStore.write("theirs.json")
    try FileManager.default.createSymbolicLink(
      atPath: ToolRun.url(target(of: words)).path(percentEncoded: false), withDestinationPath: "elsewhere.json")
    let run = ToolRun(words)
    #expect(run.status == .usage && run.errors.contains("exists: name another one, or replace it with --force."))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path).allSatisfy {
        $0 != "elsewhere.json"
      })
  }

  @Test func `repair does not write over the damaged file, also through links`() throws {
    let before = try ToolRun.text(of: "todos.json")
    let path = ToolRun.url("todos.json").path(percentEncoded: false)
    try FileManager.default.createSymbolicLink(
      atPath: ToolRun.url("link.json").path(percentEncoded: false), withDestinationPath: path)
    try FileManager.default.linkItem(atPath: path, toPath: ToolRun.url("hard.json").path(percentEncoded: false))
    for output in ["todos.json", "link.json", "hard.json"] {
      let run = ToolRun("repair", "@todos.json", "-O", "@\(output)", "-f")
      #expect(run.status == .usage)
      #expect(run.errors.hasPrefix("motionmodel repair: The damaged file is the only evidence of what it had: "))
    }
    #expect(try ToolRun.text(of: "todos.json") == before)
    #expect(ToolRun("repair", "@link.json", "-O", "@todos.json", "-f").status == .usage)
  }

  @Test func `output that cannot be written is an error, and a closed one is not`() {
    func run(_ error: Console.OutputError) -> ToolRun {
      var errors = ""
      let console = Console(
        output: { _ throws(Console.OutputError) in throw error },
        errors: { errors += String(decoding: $0, as: UTF8.self) },
        input: { Data() })
      let status = Tool.run(["cat", ToolRun.url("todos.json").path(percentEncoded: false), "Todo"], on: console)
      return ToolRun(status: status, errors: errors)
    }
    #expect(run(.closed) == ToolRun(status: .success))
    #expect(
      run(.refused(.diskFull))
        == .fails(.file, "motionmodel cat: Standard output cannot be written, because the disk is full."))
  }

  @Test func `only a pipe that nobody reads is a closed output`() throws {
    _ = Console.process()  // ignores the signal
    func write(to descriptor: Int32) throws(Console.OutputError) {
      let bytes: [UInt8] = [1, 2, 3]
      let result = bytes.withUnsafeBytes { bytes in
        Result { () throws(Console.OutputError) in try Console.write(bytes, to: descriptor) }
      }
      try result.get()
    }
    let pipe = Pipe()
    try write(to: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForReading.close()
    #expect(throws: Console.OutputError.closed) { try write(to: pipe.fileHandleForWriting.fileDescriptor) }
    #if os(Linux)
      let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
      #expect(throws: Console.OutputError.refused(.diskFull)) { try write(to: full.fileDescriptor) }
    #endif
  }

  @Test func `info has the size of the file to which a link leads`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: ToolRun.url("link.json").path(percentEncoded: false),
      withDestinationPath: ToolRun.url("todos.json").path(percentEncoded: false))
    let size = try Data(contentsOf: ToolRun.url("todos.json")).count
    #expect(ToolRun("info", "@link.json").output.hasPrefix("link.json: json, \(size) bytes\n"))
  }
}
