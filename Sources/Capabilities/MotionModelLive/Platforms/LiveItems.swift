#if canImport(SwiftUI)
  public import MotionModel
  public import SwiftUI

  /// The records of a finder in a view, each of which is observed by itself.
  ///
  /// ```swift
  /// struct TodoList: View {
  ///   @LiveItems(Todo.order(by: \.name)) private var todos
  ///
  ///   var body: some View { List(todos) { TodoRow(todo: $0) } }
  /// }
  /// ```
  ///
  /// The view is shown again when records come, go or move. A change of one record shows its row again, if it is of a
  /// column that the row reads from its ``LiveItem``. For short lists, ``Live`` is enough.
  @MainActor
  @propertyWrapper
  public struct LiveItems<Record: Model>: DynamicProperty where Record.Adapter == ArrayAdapter {
    private let live: Live<Record>
    @State private var holder = LiveCache<LiveItemList<Record>>()

    /// Creates a property with the records of a finder, which is made and read when the view is shown.
    public init<Chain: FinderChain<Record>>(_ finder: @autoclosure @escaping () -> Chain) {
      live = Live(finder())
    }

    /// The records at this moment.
    ///
    /// - Complexity: O(1), and O(*n*) for each commit by which records come, go or move.
    public var wrappedValue: [LiveItem<Record>] {
      let results = projectedValue
      return holder.live(for: ObjectIdentifier(results)) { LiveItemList(results) }.items
    }

    /// The live result, which says what changed and by which records are written: `$todos`.
    public var projectedValue: LiveResults<Record> { live.projectedValue }
  }
#endif
