import Foundation

/// A folder of the system for one test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "MotionModel-\(UUID())").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  func content(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: self(name)).map { Array($0) } }

  func put(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: URL(filePath: self(name))) }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
