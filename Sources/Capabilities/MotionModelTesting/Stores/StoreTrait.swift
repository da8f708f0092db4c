#if canImport(Testing)
  import MotionModel
  public import Testing

  /// The stores that tests run in: `.store`, `.eachStore` or `.noStore`.
  ///
  /// With `.store`, each test has a store of its own. Tests then run side by side, and begin with the same records.
  ///
  /// ```swift
  /// @Suite(.store { try Todo.sample.create(count: 3) })
  /// struct InboxTests {
  ///   @Test func `counts the todos`() { #expect(Todo.count == 3) }
  ///
  ///   @Test(arguments: [1, 2]) func `completes a todo`(id: Int) throws {
  ///     let inbox = Inbox(store: .current)   // for a service that is given its store
  ///     …
  ///   }
  /// }
  /// ```
  ///
  /// Each test of the suite and of the suites in it, and each argument of a parameterized test, gets a fresh store,
  /// without any records. It is the store in use in the test and in the tasks that the test starts, except detached
  /// ones. A test's own `.store` replaces that of its suite, with all options.
  public struct StoreTrait: SuiteTrait, TestTrait, TestScoping {
    /// Runs a test, or one case of it, in its stores.
    let run: @Sendable (Test, Test.Case, @Sendable () async throws -> Void) async throws -> Void

    /// True: the tests of a suite inherit the trait, also those in suites inside it.
    public var isRecursive: Bool { true }

    /// Runs a test in its stores.
    ///
    /// - Throws: The errors of making and filling a store, which fail the test, and those of the test.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      // NB: Without a case, it is the scope around all cases of a test, which would then share the store.
      guard let testCase else { return try await function() }
      try await run(test, testCase, function)
    }
  }

  extension Trait where Self == StoreTrait {
    /// Gives each test an empty store of its own; see ``StoreTrait``.
    public static var store: StoreTrait { store() }

    /// Gives each test a store of its own; see ``StoreTrait``.
    ///
    /// ```swift
    /// @Suite(.store(.clock(step: 1), .loading(lastYear, models: [Todo.self]))) struct ReportTests { … }
    /// ```
    ///
    /// - Parameters:
    ///   - options: How the store differs from `Store()`.
    ///   - prepare: Fills the store, which is the one in use. If it throws, the test fails and does not run.
    public static func store(
      _ options: StoreOption..., prepare: @escaping @Sendable () async throws -> Void = {}
    ) -> StoreTrait {
      StoreTrait { _, _, test in
        try await Store.with(try Store.forTest(options)) {
          try await prepare()
          try await test()
        }
      }
    }
  }
#endif
