import Foundation
import MotionModel
import MotionModelInspector
import TeamBoard

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A board in the terminal, changed by several tasks while it is shown:
///
///     swift run Board          # in a terminal, each frame replaces the one before
///     swift run Board | cat    # elsewhere, the frames are printed one after the other
///     swift run Board --inspect    # the cards can be watched in a browser while they are moved
@main
struct Board {
  static func main() async throws {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let screen = Screen(isTerminal: isTerminal, size: size, write: write)
    let milliseconds = isTerminal ? 400...1200 : 5...20
    let board = TeamBoard()
    let inspector = try CommandLine.arguments.contains("--inspect") ? inspect(board) : nil
    defer { inspector?.cancel() }
    try await board.play(
      ["ann", "bob", "eve"],
      first: ["Paint the door", "Walk the dog", "Sweep the floor", "Read the news", "Pay the rent"],
      later: ["Water the plants", "Answer the phone", "Feed the cat"], on: screen
    ) {
      try await Task.sleep(for: .milliseconds(Int.random(in: milliseconds)))
    }
    write("\(board.cards.where(\.stage == .done).count) cards are done.\n")
    if inspector == nil { return }
    write("The inspector serves until Return is pressed.\n")
    _ = readLine()
  }

  /// Shows the store of a board in a browser, and waits until the user presses Return.
  private static func inspect(_ board: TeamBoard) throws -> Inspector {
    let inspector = try Inspector(
      board.cards.store, title: "Board", models: [Card.self], slowFinders: .milliseconds(10)
    ).start()
    write("\(inspector.address ?? "")\nOpen the address in a browser, and press Return to begin.\n")
    _ = readLine()
    return inspector
  }

  /// Prints text; ends the program if that is refused, for example by a full disk.
  @Sendable private static func write(_ text: String) {
    do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
      try? FileHandle.standardError.write(
        contentsOf: Data("The board cannot be printed: \(error.localizedDescription)\n".utf8))
      exit(1)
    }
  }

  /// The size of the terminal; nil where there is none.
  @Sendable private static func size() -> Screen.Size? {
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) != 0 || size.ws_col == 0 { return nil }
    return Screen.Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
