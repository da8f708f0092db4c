import Foundation
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import TeamBoard
import Testing

struct BoardTests {
  let board = TeamBoard(store: Store(notificationCenter: nil))
  private let printed = Collector<String>()

  private func screen(isTerminal: Bool = false) -> Screen {
    Screen(isTerminal: isTerminal) { [printed] in printed.add($0) }
  }

  private func insert(_ titles: String...) throws { try board.cards.insert(contentsOf: titles.map { Card($0) }) }

  // MARK: - Drawing

  @Test func `a frame has a column for each stage, also for those without cards`() throws {
    #expect(
      Frame(board.columns.value, width: 8).lines == [
        "TO DO 0   DOING 0   DONE 0",
        "--------  --------  --------",
      ])
    try insert("Sweep", "Read")
    _ = try Person("ann", board: board).take()
    #expect(
      Frame(board.columns.value, width: 13).lines == [
        "TO DO 1        DOING 1        DONE 0",
        "-------------  -------------  -------------",
        "  Read           Sweep (ann)",
      ])
  }

  @Test func `what is too long or too much is cut`() throws {
    try insert("Paint the door", "Café", "Read", "Walk")
    #expect(
      Frame(board.columns.value, width: 10, height: 2).lines == [
        "TO DO 4     DOING 0     DONE 0",
        "----------  ----------  ----------",
        "  Paint t…",
        "  Café",
        "  and 2 m…",
      ])
  }

  @Test func `a title cannot break the frame`() throws {
    try insert("Two\nlines", "\u{1B}[2Jgone\r")
    #expect(Frame(board.columns.value, width: 12).lines.dropFirst(2) == ["  Two lines", "   [2Jgone"])
  }

  @Test(arguments: [(80, 24, 24, 12), (40, 24, 12, 12), (10, 3, 6, 1), (400, 100, 24, 12)])
  func `a frame fits into its terminal`(columns: Int, rows: Int, width: Int, height: Int) async throws {
    try board.cards.insert(contentsOf: (0..<20).map { Card("card \($0)") })
    let screen = Screen(isTerminal: true, size: { Screen.Size(columns: columns, rows: rows) }) { [printed] in
      printed.add($0)
    }
    await board.show(on: screen) { _ in true }
    let lines = Frame(board.columns.value, width: width, height: height).lines
    #expect(
      printed.values == [
        "\u{1B}[H\u{1B}[2J" + (lines + ["", String("The board".prefix(columns - 1)), ""]).joined(separator: "\n")
      ])
  }

  // MARK: - Showing

  @Test func `other tasks change the board while it is shown, and each change is a frame`() async throws {
    try insert("Sweep", "Read")
    let (board, screen) = (board, screen())
    let shown = Task { await board.show(on: screen) { $0.first?.key == .done } }
    func frames(_ count: Int) async throws {
      try await wait { printed.values.count == count }
      try #require(printed.values.count == count)
    }
    try await frames(1)
    let sweep = try await Task { try Person("ann", board: board).take() }.value
    try await frames(2)
    try await Task { _ = try board.cards.create(Card("Walk")) }.value
    try await frames(3)
    try await Task { _ = try board.cards.where(\.title == "Walk").updateAll { $0.title = "Walk the dog" } }.value
    try await frames(4)
    try await Task {
      try board.cards.store.transaction {
        try Person("ann", board: board).finish(#require(sweep))
        try board.cards.where(\.stage == .toDo).deleteAll()
      }
    }.value
    await shown.value
    #expect(
      printed.values.joined() == """
        TO DO 2                   DOING 0                   DONE 0
        ------------------------  ------------------------  ------------------------
          Sweep
          Read

        The board

        TO DO 1                   DOING 1                   DONE 0
        ------------------------  ------------------------  ------------------------
          Read                    > Sweep (ann)

        insert section 1, move 0.0 → 1.0, update 1.0 (stage, person)

        TO DO 2                   DOING 1                   DONE 0
        ------------------------  ------------------------  ------------------------
          Read                      Sweep (ann)
        + Walk

        insert 0.1

        TO DO 2                   DOING 1                   DONE 0
        ------------------------  ------------------------  ------------------------
          Read                      Sweep (ann)
        * Walk the dog

        update 0.1 (title)

        TO DO 0                   DOING 0                   DONE 1
        ------------------------  ------------------------  ------------------------
                                                            > Sweep (ann)

        delete section 0, delete section 1, insert section 0, delete 0.0, delete 0.1, move 1.0 → 0.0, update 0.0 (stage)


        """)
  }

  @Test func `on a terminal each frame replaces the one before`() async {
    await board.show(on: screen(isTerminal: true)) { $0.isEmpty }
    #expect(printed.values.count == 1)
    #expect(printed.values[0].hasPrefix("\u{1B}[H\u{1B}[2JTO DO 0"))
    #expect(printed.values[0].hasSuffix("\n\nThe board\n"))
  }

  @Test func `a slow screen shows several changes as one frame`() async throws {
    let board = board
    let screen = Screen(isTerminal: false) { [printed] text in
      printed.add(text)
      // While the first frame is written, somebody else works.
      if printed.values.count == 1 { for number in 1...100 { _ = try? board.cards.create(Card("\(number)")) } }
    }
    await board.show(on: screen) { $0.first?.records.count == 100 }
    #expect(printed.values.count == 2)
    #expect(printed.values.last?.contains("\n  and 88 more") == true)
  }

  @Test func `showing ends when its task is cancelled`() async throws {
    let (board, screen) = (board, screen())
    let shown = Task { await board.show(on: screen) { _ in false } }
    try await wait { printed.values.count == 1 }
    shown.cancel()
    await shown.value
    #expect(printed.values.count == 1)
  }

  // MARK: - Playing

  @Test(arguments: 0..<5) func `all cards are done in the end, each by one person`(run: Int) async throws {
    let (first, later) = ((0..<20).map { "first \($0)" }, (0..<10).map { "later \($0)" })
    try await board.play(["ann", "bob", "eve"], first: first, later: later, on: screen()) { await Task.yield() }
    let cards = board.cards.records.all
    #expect(Set(cards.map(\.title)) == Set(first + later) && cards.count == 30)
    #expect(cards.allSatisfy { $0.stage == .done && $0.person != nil })
    #expect(printed.values.first?.hasPrefix("TO DO ") == true)
    #expect(printed.values.last?.hasPrefix("TO DO 0                   DOING 0                   DONE 30\n") == true)
  }

  @Test func `a task that fails ends the play with its error`() async throws {
    struct Tired: Error {}
    await #expect(throws: Tired.self) {
      try await board.play(["ann"], first: ["Sweep"], later: [], on: screen()) { throw Tired() }
    }
  }
}

#if os(macOS) || os(Linux)  // where processes can be started
  struct BoardProgramTests {
    /// The program, which is built with the tests and lies beside them.
    private static let program = CommandLine.arguments.lazy
      .compactMap { argument in
        argument.range(of: ".xctest").map { URL(filePath: String(argument[..<$0.upperBound])) }
      }
      .map { $0.deletingLastPathComponent().appending(path: "Board") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }

    @Test func `the program prints its frames plainly where it is not in a terminal`() throws {
      let (process, output) = (Process(), Pipe())
      let program = try #require(Self.program, "The program Board is not beside the tests.")
      (process.executableURL, process.standardOutput) = (program, output)
      try process.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(text.hasPrefix("TO DO ") && !text.contains("\u{1B}"))
      let frames = text.components(separatedBy: "TO DO ").dropFirst()
      #expect(frames.count > 8)
      #expect(frames.last?.hasPrefix("0                   DOING 0                   DONE 8\n") == true)
      #expect(text.hasSuffix("\n\n8 cards are done.\n"))
    }
  }
#endif
