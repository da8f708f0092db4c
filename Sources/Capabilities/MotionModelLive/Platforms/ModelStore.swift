#if canImport(SwiftUI)
  public import MotionModel
  public import SwiftUI

  extension EnvironmentValues {
    private struct ModelStoreKey: EnvironmentKey {
      static var defaultValue: Store? { nil }
    }

    /// The store that `modelStore(_:)` gives the view, or else the store in use, which is mostly `Store.default`.
    public var modelStore: Store {
      get { self[ModelStoreKey.self] ?? .current }
      set { self[ModelStoreKey.self] = newValue }
    }
  }

  extension View {
    /// Gives a view, and all views in it, the store in which ``Live``, ``LiveItems`` and ``LiveState`` find.
    ///
    /// ```swift
    /// #Preview { TodoList().modelStore(.sample) }
    /// ```
    ///
    /// It concerns no call outside of these: an action writes to `@Environment(\.modelStore) private var store`, by
    /// `store.table(Todo.self)` or in `Store.with(store) { … }`.
    public func modelStore(_ store: Store) -> some View { environment(\.modelStore, store) }
  }
#endif
