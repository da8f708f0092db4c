#if canImport(Testing)
  public import MotionModel
  public import Testing

  /// A kind of store in which tests run: in memory, or with the adapter of a database.
  public struct StoreKind: Sendable {
    let name: String
    private let make: @Sendable () throws -> Store

    /// Creates a kind of store.
    ///
    /// - Parameters:
    ///   - name: The name, which issues have.
    ///   - make: Makes a store without records, for one test.
    public init(_ name: String, _ make: @escaping @Sendable () throws -> Store) {
      (self.name, self.make) = (name, make)
    }

    func store() throws -> Store { try make() }
  }

  extension Trait where Self == StoreTrait {
    /// Runs each test in stores of several kinds, one after the other.
    ///
    /// ```swift
    /// @Suite(
    ///   .eachStore(
    ///     StoreKind("memory") { Store(adapters: [AnyAdapter()]) },
    ///     StoreKind("SQLite") { Store(adapters: [AnyAdapter(try SQLiteAdapter())]) }))
    /// struct PageTests {
    ///   @Test func `creates a page`() throws {
    ///     try Page.create { $0.title = "Home" }
    ///     #expect(try Page.count == 1)
    ///   }
    /// }
    /// ```
    ///
    /// The store is the one in use in the test. The body of a test, and the initializer of its suite, run once for each
    /// kind. An issue has the name of the kind as a comment.
    public static func eachStore(_ kinds: StoreKind...) -> StoreTrait {
      StoreTrait { test, testCase, body in
        for kind in kinds {
          let named = IssueHandlingTrait.compactMapIssues { issue in
            var issue = issue
            issue.comments.append("in a store of the kind \"\(kind.name)\"")
            return issue
          }
          try await named.provideScope(for: test, testCase: testCase) {
            try await Store.with(try kind.store()) { try await body() }
          }
        }
      }
    }
  }
#endif
