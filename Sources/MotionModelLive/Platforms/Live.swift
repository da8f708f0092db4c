#if canImport(SwiftUI)
  public import MotionModel
  public import SwiftUI

  /// The records of a finder, or a live value, in a view, kept true.
  ///
  /// ```swift
  /// struct TodoList: View {
  ///   @Live(Todo.where(\.done == false).order(by: \.dueDate)) private var todos
  ///   @Live(Todo.where(\.done == false).live(.count)) private var count
  ///
  ///   var body: some View {
  ///     List {
  ///       ForEach(todos) { todo in Text(todo.name) }
  ///         .onDelete { for index in $0.reversed() { _ = try? $todos.remove(at: index) } }
  ///     }
  ///     .navigationTitle("\(count) open")
  ///   }
  /// }
  /// ```
  ///
  /// The view is shown again when they change, and shows one moment: what is live moves on between two turns of the main
  /// queue. When the view is made with another finder, its records are shown:
  ///
  /// ```swift
  /// init(of project: Project) { _todos = Live(Todo.where(\.projectID == project.id)) }
  /// ```
  ///
  /// A live value does not tell from what it was made, so a view that may be made with another one gives it an id:
  ///
  /// ```swift
  /// init(of project: Project) { _count = Live(project.todos.live(.count), id: project.id) }
  /// ```
  ///
  /// Static calls such as `Todo.where` find in the store in use, which in a view is mostly `Store.default`. A view that is
  /// given its store finds in that: `_todos = Live(store.table(Todo.self).where(\.done == false))`.
  ///
  /// A finder with a closure equals no other one, so each new value of the view opens a live result of its own.
  @MainActor
  @propertyWrapper
  public struct Live<Shown, Source: AnyObject & Sendable>: DynamicProperty {
    @State private var holder = LiveHolder<Source>()
    private let open: (LiveHolder<Source>) -> Source
    private let show: (Source) -> Shown

    private init(_ open: @escaping (LiveHolder<Source>) -> Source, _ show: @escaping (Source) -> Shown) {
      (self.open, self.show) = (open, show)
    }

    /// The records or the value at this moment.
    public var wrappedValue: Shown { show(projectedValue) }

    /// The live result or value, which says what changed and by which records are written: `$todos`.
    public var projectedValue: Source { open(holder) }
  }

  extension Live {
    /// Creates a property with the records of a finder. They are read when the view is shown.
    public init<Record: Model>(_ finder: some FinderChain<Record>)
    where Record.Adapter == ArrayAdapter, Shown == LiveElements<Record>, Source == LiveResults<Record> {
      let finder = finder.finder
      self.init({ $0.live(for: finder) { finder.live(on: .main) } }, \.elements)
    }

    /// Creates a property with a live value: a record, a number, groups, sections, or records with related ones. It is
    /// opened when the view is shown.
    public init<Change: LiveValueChange<Shown>>(_ value: @autoclosure @escaping () -> LiveValue<Shown, Change>)
    where Source == LiveValue<Shown, Change> {
      self.init(value(), id: 0)
    }

    /// Creates a property with a live value, which is opened again when the view is made with another id.
    ///
    /// - Parameters:
    ///   - value: The live value.
    ///   - id: What the live value depends on.
    public init<Change: LiveValueChange<Shown>, ID: Hashable & Sendable>(
      _ value: @autoclosure @escaping () -> LiveValue<Shown, Change>, id: ID
    ) where Source == LiveValue<Shown, Change> {
      self.init({ $0.live(for: id) { value().shown(on: .main) } }, \.value)
    }
  }
#endif
