#if canImport(SwiftUI)
  import Dispatch
  public import MotionModel
  public import SwiftUI

  /// The records of a finder in a view, kept true.
  ///
  /// ```swift
  /// struct TodoList: View {
  ///   @Live(Todo.where(\.done == false).order(by: \.dueDate)) private var todos
  ///
  ///   var body: some View {
  ///     List {
  ///       ForEach(todos) { todo in Text(todo.name) }
  ///         .onDelete { for index in $0.reversed() { _ = try? $todos.remove(at: index) } }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The view is shown again when the records change, and shows one moment: the live result moves on between two turns
  /// of the main queue. When the view is made with another finder, its records are shown:
  ///
  /// ```swift
  /// init(of project: Project) { _todos = Live(Todo.where(\.projectID == project.id)) }
  /// ```
  ///
  /// Static calls such as `Todo.where` find in the store that `modelStore(_:)` gives the view, or else in the store in
  /// use, which is mostly `Store.default`. A finder of `store.table(Todo.self)` keeps its store.
  ///
  /// Live values, such as counts and sections, are shown by ``LiveState``.
  ///
  /// A finder with a closure equals no other one, so each new value of the view opens a live result of its own.
  @MainActor
  @propertyWrapper
  public struct Live<Record: Model>: DynamicProperty where Record.Adapter == ArrayAdapter {
    private let origin: LiveFinder<Record>
    @Environment(\.modelStore) private var store
    @State private var holder = LiveCache<LiveResults<Record>>()

    /// Creates a property with the records of a finder, which is made and read when the view is shown.
    public init<Chain: FinderChain<Record>>(_ finder: @autoclosure @escaping () -> Chain) {
      origin = LiveFinder { finder().finder }
    }

    /// The records at this moment.
    public var wrappedValue: LiveElements<Record> { projectedValue.elements }

    /// The live result, which says what changed and by which records are written: `$todos`.
    public var projectedValue: LiveResults<Record> {
      let finder = origin.finder(in: store)
      return holder.live(for: finder) { finder.live(on: .main) }
    }
  }
#endif
