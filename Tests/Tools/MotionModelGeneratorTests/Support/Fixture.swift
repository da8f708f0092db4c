import Foundation
import MotionModelGenerator

/// The files that tests read.
enum Fixture {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures").path

  static func path(_ name: String) -> String { folder + "/" + name }

  /// Reads a data model of the lines between `<model>` and `</model>`.
  static func dataModel(_ lines: String, name: String = "Sample") throws(Diagnostic) -> DataModel {
    try ContentsReader(file: "contents").dataModel(Data("<model>\n\(lines)\n</model>".utf8), name: name)
  }
}
