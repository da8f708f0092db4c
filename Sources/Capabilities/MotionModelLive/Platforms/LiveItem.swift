public import MotionModel
public import Observation

/// A record of a live list, observed by itself: who reads a column is notified when that column of that record changes.
///
/// ```swift
/// struct TodoRow: View {
///   let todo: LiveItem<Todo>
///
///   var body: some View { Text(todo.name) }  // made again only when this name changes
/// }
/// ```
///
/// In SwiftUI, `@LiveItems` has the items of a list.
@MainActor
@dynamicMemberLookup
public final class LiveItem<Record: Model>: Observable, Identifiable {
  /// The id of the record.
  public nonisolated let id: Record.ID
  /// The record as it was when its list last changed. Reading it is not observed.
  public private(set) var record: Record

  private let registrar = ObservationRegistrar()
  /// What follows a change of a column that was read.
  private var columns: [PartialKeyPath<Record>: (_ old: Record, _ new: Record) -> Void] = [:]

  init(_ record: Record) { (id, self.record) = (record.id, record) }

  /// A column, or another property that has an `==`.
  public subscript<Value: Equatable>(dynamicMember column: any KeyPath<Record, Value> & Sendable) -> Value {
    if columns[column] == nil {
      columns[column] = { [unowned self] old, new in
        if old[keyPath: column] == new[keyPath: column] { return }
        registrar.withMutation(of: self, keyPath: \LiveItem[dynamicMember: column]) { record = new }
      }
    }
    registrar.access(self, keyPath: \LiveItem[dynamicMember: column])
    return record[keyPath: column]
  }

  func show(_ new: Record) {
    let old = record
    for notify in columns.values { notify(old, new) }
    record = new
  }
}
