import Foundation

/// A folder that is removed with this object.
final class TestFolder: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(component: "MotionModelTesting-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appending(component: name) }

  /// Writes a file, and returns where it is.
  func write(_ text: String, to name: String) throws -> URL {
    try Data(text.utf8).write(to: file(name))
    return file(name)
  }
}
