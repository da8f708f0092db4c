#if canImport(SwiftUI)
  public import MotionModel
  public import SwiftUI

  extension Binding {
    /// Creates a binding to a column of a stored record, each change of which is a commit.
    ///
    /// ```swift
    /// Toggle("Done", isOn: Binding(to: todo, \.done, in: store))
    /// ```
    ///
    /// It is for toggles, pickers and steppers. A text field commits with each key; text belongs in a form, or in a
    /// record on a branch that is merged when the user is done.
    ///
    /// - Parameters:
    ///   - record: The record, which need not be the latest copy: only the column is written.
    ///   - column: The column.
    ///   - store: The store of the record.
    ///   - onError: Receives why a change was refused, by a rule or by the store. The stored value is then shown again.
    @MainActor
    public init<Record: Model>(
      to record: Record, _ column: any WritableKeyPath<Record, Value> & Sendable, in store: Store,
      onError: @escaping @MainActor (any Error) -> Void = { _ in }
    ) where Record.Adapter == ArrayAdapter {
      let stored = StoredColumn(record: record, column: column, store: store)
      self.init {
        stored.value
      } set: { @MainActor value in
        do { try stored.write(value) } catch { onError(error) }
      }
    }
  }
#endif
