/// A message of a store's notification center: records of one model were inserted, updated or deleted.
///
/// ```swift
/// let token = NotificationCenter.default.addObserver(for: RecordsDidChange<Todo>.self) { message in
///   print(message.kind, message.records)
/// }
/// ```
///
/// On Apple's systems it is a `NotificationCenter.AsyncMessage`. Elsewhere it is not, because Foundation there
/// passes messages as notifications to observers of all notifications of a center. It is observed by the same calls,
/// `addObserver(for:using:)` and `messages(for:bufferSize:)`.
///
/// It has the contents of the notification `motionModelDataDidChange`, with types. The center delivers it
/// asynchronously while the token is held, and does not guarantee an order: the number of its ``changeset`` shows
/// which commit was first. To receive all commits in order, use ``Store/commits()`` or an observation on a queue.
public struct RecordsDidChange<Record: Model>: Sendable {
  /// The store whose records changed.
  public let store: Store
  /// The kind of change.
  public let kind: ChangeKind
  /// The whole commit, with the records as they were before.
  public let changeset: Changeset
  /// The record's row in the model's changes; nil for all records with this kind of change.
  let row: Int?

  /// The records as they are now or, if they were deleted, as they were: one, or many after a call for many.
  ///
  /// They are read from the changeset on access, because nearly all messages are posted without an observer.
  ///
  /// - Complexity: O(*k*) in the number of changes for many records.
  public var records: [Record] {
    guard let part = changeset.part(of: Record.self) else { return [] }
    if let row { return [part.record(row, of: Record.self)] }
    return part.records(kind, of: Record.self)
  }

  /// A type without values: messages are about all stores that post to the center, not about one object.
  ///
  /// Posting messages with the store as their subject would take 1.5 times as long. Give a store its own center, or
  /// check ``RecordsDidChange/store``.
  public final class Subject: Sendable {
    private init() {}
  }
}
