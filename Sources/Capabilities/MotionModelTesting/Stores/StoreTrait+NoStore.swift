#if canImport(Testing)
  import MotionModel
  public import Testing

  extension Trait where Self == StoreTrait {
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
    public static var noStore: StoreTrait {
      StoreTrait { _, _, test in try await Store.withoutDefault { try await test() } }
    }
  }
#endif
