import Foundation
import MotionModelTestSupport
import MotionModelTool

/// What one call of the tool printed and returned.
struct ToolRun: Equatable {
  var status: ToolStatus
  var output = ""
  var errors = ""

  /// Runs the tool in this process.
  ///
  /// - Parameter words: The arguments. The names of files are in the folder of the test.
  init(
    _ words: String..., input: String = "", isTerminal: Bool = false, environment: [String: String] = [:]
  ) {
    self.init(words, input: input, isTerminal: isTerminal, environment: environment)
  }

  init(
    _ words: [String], input: String = "", isTerminal: Bool = false, environment: [String: String] = [:]
  ) {
    let streams = Streams()
    let console = Console(
      output: { streams.append($0, to: \.output) }, errors: { streams.append($0, to: \.errors) },
      input: { Data(input.utf8) }, isTerminal: isTerminal, environment: environment)
    status = Tool.run(words.map(Self.inFolder), on: console)
    (output, errors) = (
      String(decoding: streams.output, as: UTF8.self), String(decoding: streams.errors, as: UTF8.self)
    )
  }

  init(status: ToolStatus, output: String = "", errors: String = "") {
    (self.status, self.output, self.errors) = (status, output, errors)
  }

  /// The lines of the output as a whole text.
  static func prints(_ output: String, status: ToolStatus = .success) -> ToolRun {
    ToolRun(status: status, output: output + "\n")
  }

  /// Nothing but an error.
  static func fails(_ status: ToolStatus, _ errors: String) -> ToolRun {
    ToolRun(status: status, errors: errors + "\n")
  }

  /// Replaces the name of a file by its path: `@todos.json`.
  private static func inFolder(_ word: String) -> String {
    word.hasPrefix("@") ? url(String(word.dropFirst())).path(percentEncoded: false) : word
  }

  /// The file of a name in the folder of the test.
  static func url(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  /// The content of a file in the folder of the test.
  static func text(of name: String) throws -> String { try String(contentsOf: url(name), encoding: .utf8) }

  private final class Streams {
    var output: [UInt8] = []
    var errors: [UInt8] = []

    func append(_ bytes: UnsafeRawBufferPointer, to stream: ReferenceWritableKeyPath<Streams, [UInt8]>) {
      self[keyPath: stream].append(contentsOf: bytes)
    }
  }
}
