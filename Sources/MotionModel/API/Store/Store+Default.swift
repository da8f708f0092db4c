import Synchronization

extension Store {
  /// The store that static calls use outside of any ``with(_:_:)-(Store,_)`` block: an empty one in memory, unless the
  /// program sets another.
  ///
  /// ```swift
  /// @main struct Planner: App {
  ///   init() {
  ///     Store.default = try! Store(file: file, models: [Project.self, Todo.self])
  ///   }
  ///   …
  /// ```
  ///
  /// It is set once, at the start of the program. Setting it traps once it was used or set, because earlier calls went
  /// to another store.
  public static var `default`: Store {
    get { defaultBox.load() ?? defaultBox.storeIfNil(Store()) }
    set {
      if defaultBox.storeIfNil(newValue) !== newValue {
        fatalError(
          """
          Store.default cannot be set, because it was set or used before: set it once, at the start of the program, \
          before any call that names no store, such as Todo.all.
          """)
      }
      #if DEBUG
        DefaultStoreWarning.isOver.store(true, ordering: .relaxed)
      #endif
    }
  }

  private static let defaultBox = AtomicLazyReference<Store>()

  /// Whether this store is the default one, which is not made for the answer.
  var isDefault: Bool { Self.defaultBox.load() === self }
}

#if DEBUG
  /// Warns, once in a process, that the default store is used for a model that another store has: as a rule, the
  /// program meant that one.
  enum DefaultStoreWarning {
    /// Whether the warning was given, or the program has set its default store.
    static let isOver = Atomic(false)

    private static let others = Locked(OtherStores())

    private struct OtherStores: Sendable {
      struct Other: Sendable { weak let store: Store? }

      var stores: [Other] = []
      /// How many there are before those that are gone are removed.
      var limit = 16

      mutating func add(_ store: Store) {
        if stores.count >= limit {
          stores.removeAll { $0.store == nil }
          limit = 2 * stores.count + 16
        }
        stores.append(Other(store: store))
      }
    }

    /// Adds a store that was created.
    static func add(_ store: Store) {
      if !isOver.load(ordering: .relaxed) { others.withLock { $0.add(store) } }
    }

    /// Warns if a store is the default one, and another one has the model.
    ///
    /// - Parameter use: What the store is used for, such as "a relation is read from".
    static func check(_ store: Store, _ layout: TableLayout, _ use: String) {
      if isOver.load(ordering: .relaxed) || !store.isDefault { return }
      let stores = others.withLock { $0.stores.compactMap(\.store) }
      guard stores.contains(where: { $0 !== store && $0.tables.version(layout.slot) != nil }) else { return }
      if isOver.exchange(true, ordering: .relaxed) { return }
      Log.warning(
        """
        \(layout.name): \(use) the default store, but another store has this model. If that one was meant, set \
        Store.default to it at the start of the program, or name it: Store.with(store) { … }, \
        store.table(\(layout.name).self), store.of(record).
        """)
    }
  }
#endif
