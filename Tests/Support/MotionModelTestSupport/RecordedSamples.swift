package import Foundation
package import Testing

/// The Swift that was generated for the inputs in `Tests/Support/GeneratedSamples`, and is compiled with the tests.
///
/// With `MOTIONMODEL_RECORD` set, the files are written instead of compared.
package enum RecordedSamples {
  /// The folder of the samples.
  package static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "GeneratedSamples")

  /// The path of an input.
  package static func input(_ name: String) -> String { folder.appending(path: "Inputs/\(name)").path }

  /// Expects a text to be the recorded one.
  ///
  /// - Parameter name: The path of the recorded file in the folder.
  package static func expect(
    _ text: String, isIn name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["MOTIONMODEL_RECORD"] != nil { try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, sourceLocation: sourceLocation)
  }
}
