public import Dispatch
public import MotionModel

extension LiveValue {
  /// Calls a delegate with each change from now on, as ``onChange(on:perform:)`` calls a handler.
  ///
  /// A delegate that lives on the main actor, such as a view controller, takes `onChange(notifyOnMain:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the delegate is called; by default the committing thread, or the result's own queue.
  ///   - delegate: Receives each change. It is not kept.
  /// - Returns: The observation, which ends when it is cancelled or released. It keeps the live result.
  public func onChange<Record>(
    on queue: DispatchQueue? = nil, notify delegate: some LiveListDelegate<Change> & Sendable
  ) -> StoreObservation
  where Value == LiveElements<Record>, Change == LiveChange<Record> {
    onChange(on: queue) { [weak delegate] in delegate?.receive($0) }
  }

  /// Calls a delegate on the main queue with each change from now on. It may be `@MainActor LiveListDelegate`.
  ///
  /// ```swift
  /// let todos = Todo.order(by: \.name).live(on: .main)
  /// let observation = todos.onChange(notifyOnMain: self)
  /// ```
  ///
  /// A result that is shown by `live(on: .main)` changes directly before the calls, so between two turns of the main
  /// queue it has exactly the records that the delegate knows. Any other result moves on with each commit; its delegate
  /// shows the `after` of the change.
  ///
  /// - Parameter delegate: Receives each change. It is not kept.
  /// - Returns: The observation, which ends when it is cancelled or released. It keeps the live result.
  @MainActor
  public func onChange<Record>(notifyOnMain delegate: some LiveListDelegate<Change>) -> StoreObservation
  where Value == LiveElements<Record>, Change == LiveChange<Record> {
    onMainChange { [weak delegate] in delegate?.receive($0) }
  }

  /// Calls a delegate with each change of a list with sections from now on, as ``onChange(on:perform:)`` calls a
  /// handler.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the delegate is called; by default the committing thread, or the list's own queue.
  ///   - delegate: Receives each change. It is not kept.
  /// - Returns: The observation, which ends when it is cancelled or released. It keeps the live list.
  public func onChange<Key, Record>(
    on queue: DispatchQueue? = nil, notify delegate: some LiveSectionListDelegate<Change> & Sendable
  ) -> StoreObservation
  where Value == LiveSectionList<Key, Record>, Change == LiveSectionsChange<Key, Record> {
    onChange(on: queue) { [weak delegate] in delegate?.receive($0) }
  }

  /// Calls a delegate on the main queue with each change of a list with sections from now on. It may be
  /// `@MainActor LiveSectionListDelegate`.
  ///
  /// A list that is shown by `shown(on: .main)` changes directly before the calls, so between two turns of the main
  /// queue it has exactly the records that the delegate knows. Any other list moves on with each commit; its delegate
  /// shows the `after` of the change.
  ///
  /// - Parameter delegate: Receives each change. It is not kept.
  /// - Returns: The observation, which ends when it is cancelled or released. It keeps the live list.
  @MainActor
  public func onChange<Key, Record>(notifyOnMain delegate: some LiveSectionListDelegate<Change>) -> StoreObservation
  where Value == LiveSectionList<Key, Record>, Change == LiveSectionsChange<Key, Record> {
    onMainChange { [weak delegate] in delegate?.receive($0) }
  }
}
