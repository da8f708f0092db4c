package import Foundation

/// The streams of a command: those of the process, or memory in tests.
package final class Console {
  /// Standard output was closed, as `head` does once it has enough. The command ends, and nothing is wrong.
  struct OutputClosed: Error {}

  /// A stream to which bytes are written. It returns false once nobody reads it.
  package typealias Sink = (UnsafeRawBufferPointer) -> Bool

  /// What the console is connected to.
  package struct Terminals: Sendable {
    /// Whether standard output is a terminal.
    package var output: Bool
    /// Whether standard error is a terminal.
    package var errors: Bool

    package init(output: Bool = false, errors: Bool = false) { (self.output, self.errors) = (output, errors) }
  }

  package let terminals: Terminals
  package let environment: [String: String]
  private let output: Sink
  private let errors: Sink
  private let input: () throws -> Data
  private var pending: [UInt8] = []

  package init(
    output: @escaping Sink, errors: @escaping Sink, input: @escaping () throws -> Data,
    terminals: Terminals = Terminals(),
    environment: [String: String] = [:]
  ) {
    (self.output, self.errors, self.input) = (output, errors, input)
    (self.terminals, self.environment) = (terminals, environment)
  }

  /// All of standard input.
  func readInput() throws -> Data { try input() }

  // MARK: - Writing

  /// Writes to standard output, in large pieces.
  func write(_ bytes: some Sequence<UInt8>) throws(OutputClosed) {
    pending.append(contentsOf: bytes)
    if pending.count >= Self.pieceSize { try flush() }
  }

  func write(_ text: String) throws(OutputClosed) { try write(text.utf8) }

  func writeLine(_ text: String = "") throws(OutputClosed) {
    try write(text)
    try write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes what waits to be written.
  func flush() throws(OutputClosed) {
    let isOpen = pending.isEmpty || pending.withUnsafeBytes { output($0) }
    pending.removeAll(keepingCapacity: true)
    if !isOpen { throw OutputClosed() }
  }

  /// Writes to standard error, at once.
  func writeError(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { errors($0) } }

  private static let pieceSize = 1 << 16
}
