#if canImport(Testing)
  import MotionModel
  public import Testing

  /// Makes calls without a store trap in a test, for code that must use the stores it is given.
  ///
  /// ```swift
  /// @Suite(.noStore) struct InboxTests {
  ///   @Test func `uses its own store`() throws {
  ///     let store = Store()
  ///     try Inbox(store: store).add("Walk the dog")   // traps if it calls Todo.create
  ///     #expect(store.table(Todo.self).count == 1)
  ///   }
  /// }
  /// ```
  ///
  /// Other tests that run meanwhile are not affected, unlike by `Store.allowsDefault`. Inside `Store.with(store) { …
  /// }`, and in hooks and transactions of a store, static calls use that store as always.
  public struct NoStoreTrait: SuiteTrait, TestTrait, TestScoping {
    fileprivate init() {}

    /// True: the tests of a suite inherit the trait, also those in suites inside it.
    public var isRecursive: Bool { true }

    /// Runs a test without a store in use.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await run(function)
    }

    package func run(_ function: @Sendable () async throws -> Void) async throws {
      try await Store.withoutDefault { try await function() }
    }
  }

  extension Trait where Self == NoStoreTrait {
    /// Makes calls that name no store trap in a test; see ``NoStoreTrait``.
    public static var noStore: NoStoreTrait { NoStoreTrait() }
  }
#endif
