#if os(macOS) || os(Linux)  // where pipes can be made
  import Foundation
  import MotionModelTestSupport
  import Testing

  @testable import MotionModelTool

  /// Pipes with names, as a shell makes them for `<(...)`.
  @Suite(.temporaryFolder) struct PipeTests {
    init() throws { try SampleStore.write("todos.json") }

    /// Makes a pipe, to which a thread writes once.
    private func pipe(_ name: String, _ content: Data) {
      let path = ToolRun.url(name).path(percentEncoded: false)
      #expect(mkfifo(path, 0o600) == 0)
      Thread.detachNewThread { try? FileHandle(forWritingTo: URL(filePath: path)).write(contentsOf: content) }
    }

    @Test func `a pipe is read as a whole`() throws {
      let content = try Data(contentsOf: ToolRun.url("todos.json"))
      pipe("same", content)
      #expect(ToolRun("diff", "@todos.json", "@same") == ToolRun(status: .success))
      pipe("counted", content)
      #expect(ToolRun("query", "@counted", "Todo", "done", "--count") == .prints("1"))
      pipe("rows", Data("name,size\na,1\n".utf8))
      #expect(ToolRun("cat", "@rows", "--from", "csv", "--csv") == .prints("name,size\na,1"))
    }

    @Test func `a folder is no file`() throws {
      try FileManager.default.createDirectory(at: ToolRun.url("folder"), withIntermediateDirectories: false)
      #expect(ToolRun("cat", "@folder").status == .file)
    }
  }
#endif
