package import Foundation
package import MotionModelStorage
import MotionModelValues

/// The streams of a command: those of the process, or memory in tests.
package final class Console {
  /// Why nothing more can be written to standard output.
  package enum OutputError: Error, Hashable {
    /// It was closed, as `head` does once it has enough. The command ends, and nothing is wrong.
    case closed
    /// The system refuses it.
    case refused(DiskError.Reason)
  }

  /// A stream to which bytes are written.
  package typealias Sink = (UnsafeRawBufferPointer) throws(OutputError) -> Void

  /// Whether standard output is a terminal.
  package let isTerminal: Bool
  package let environment: [String: String]
  private let output: Sink
  private let errors: Sink
  private let input: () throws -> Data
  private var pending: [UInt8] = []

  package init(
    output: @escaping Sink, errors: @escaping Sink, input: @escaping () throws -> Data,
    isTerminal: Bool = false, environment: [String: String] = [:]
  ) {
    (self.output, self.errors, self.input) = (output, errors, input)
    (self.isTerminal, self.environment) = (isTerminal, environment)
  }

  /// All of standard input.
  func readInput() throws -> Data { try input() }

  // MARK: - Writing

  /// Writes to standard output, in large pieces.
  func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    pending.append(contentsOf: bytes)
    if pending.count >= Self.pieceSize { try flush() }
  }

  func write(_ text: String) throws(OutputError) { try write(text.utf8) }

  /// Writes JSON of our own, so that it has the same values wherever it goes, and commands no terminal.
  func write(json text: String) throws(OutputError) { try write(text.printableJSON) }

  /// Writes lines of text whose bytes count where they are read by a program, and which a terminal is only shown.
  func write(lines bytes: [UInt8]) throws(OutputError) {
    if isTerminal { return try write(String(decoding: bytes, as: UTF8.self).printableLines) }
    try write(bytes)
  }

  func writeLine(_ text: String = "") throws(OutputError) {
    try write(text)
    try write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes what waits to be written.
  func flush() throws(OutputError) {
    defer { pending.removeAll(keepingCapacity: true) }
    if !pending.isEmpty { try withBytes(of: pending, output) }
  }

  /// Writes to standard error, at once.
  func writeError(_ text: String) { try? withBytes(of: Array(text.utf8), errors) }

  private static let pieceSize = 1 << 16
}

extension Console.OutputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .closed: "Standard output was closed."
    case .refused(let reason): "Standard output cannot be written, because \(reason)."
    }
  }
}
