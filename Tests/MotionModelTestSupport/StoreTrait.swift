import MotionModel
package import Testing

/// Creates a store for each test, so that tests can run side by side: `@Suite(.ownStore)`.
package struct StoreTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await Store.with(Store()) { try await function() }
  }
}

extension Trait where Self == StoreTrait {
  /// Creates a store for each test.
  package static var ownStore: StoreTrait { StoreTrait() }
}
