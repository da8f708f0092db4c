#if canImport(SwiftUI)
  import Dispatch
  import MotionModel
  public import SwiftUI

  /// A live value in a view: a record, a number, groups, sections, or records with related ones.
  ///
  /// ```swift
  /// struct Title: View {
  ///   @LiveState(Todo.where(\.done == false).live(.count)) private var count
  ///
  ///   var body: some View { Text("\(count) open") }
  /// }
  /// ```
  ///
  /// It is opened when the view is first shown, and kept as long as a `@State`. The view is shown again when the value
  /// changes, and shows one moment: the value moves on between two turns of the main queue.
  ///
  /// A live value does not know its origin. So a view that may be made with another one gives it an id, and names the
  /// types:
  ///
  /// ```swift
  /// @LiveState<Int, LiveValueUpdate<Int>> private var count: Int
  ///
  /// init(of project: Project) { _count = LiveState(project.todos.live(.count), id: project.id) }
  /// ```
  ///
  /// Static calls read the store that `modelStore(_:)` gives the view, as for ``Live``, which shows the records of a
  /// finder and needs no id.
  @MainActor
  @propertyWrapper
  public struct LiveState<Value: Sendable, Change: LiveValueChange<Value>>: DynamicProperty {
    @Environment(\.modelStore) private var store
    @State private var holder = LiveCache<LiveValue<Value, Change>>()
    private let value: () -> LiveValue<Value, Change>
    private let id: any Hashable & Sendable

    /// Creates a property with a live value.
    ///
    /// - Parameter value: The live value, which is made when the view is shown.
    public init(_ value: @autoclosure @escaping () -> LiveValue<Value, Change>) { (self.value, id) = (value, 0) }

    /// Creates a property with a live value, which is made again when the view is made with another id.
    ///
    /// - Parameters:
    ///   - value: The live value, which is made when the view is shown.
    ///   - id: What the live value depends on.
    public init(_ value: @autoclosure @escaping () -> LiveValue<Value, Change>, id: some Hashable & Sendable) {
      (self.value, self.id) = (value, id)
    }

    /// The value at this moment.
    public var wrappedValue: Value { projectedValue.value }

    /// The live value, which says what changed, and by which records are written: `$todo`.
    public var projectedValue: LiveValue<Value, Change> { live(for: id) }

    private func live(for id: some Hashable & Sendable) -> LiveValue<Value, Change> {
      holder.live(for: LiveOrigin(store: ObjectIdentifier(store), id: id)) { store.using(value).shown(on: .main) }
    }
  }
#endif
