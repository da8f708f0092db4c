import Foundation

/// A file, whatever links lead to it.
struct FileIdentity: Hashable {
  private let device: Int
  private let number: Int

  /// Returns nil if there is no such file.
  init?(_ path: String) throws {
    let path = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    guard let device = attributes[.systemNumber] as? Int, let number = attributes[.systemFileNumber] as? Int else {
      return nil
    }
    (self.device, self.number) = (device, number)
  }
}
