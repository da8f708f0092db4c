package import Foundation
package import Testing

/// Creates a folder for each test, and removes it afterwards: `@Suite(.temporaryFolder)`.
package struct TemporaryFolder: SuiteTrait, TestTrait, TestScoping {
  @TaskLocal package static var current = URL(filePath: "/dev/null")

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await Self.$current.withValue(folder) { try await function() }
  }
}

extension Trait where Self == TemporaryFolder {
  /// Creates a folder for each test.
  package static var temporaryFolder: TemporaryFolder { TemporaryFolder() }
}
