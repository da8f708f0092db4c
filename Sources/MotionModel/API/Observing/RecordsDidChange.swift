/// A message of a store's notification center: records of one model were inserted, updated or deleted.
///
/// ```swift
/// let token = NotificationCenter.default.addObserver(for: RecordsDidChange<Todo>.self) { message in
///   print(message.kind, message.records)
/// }
/// ```
///
/// On Apple's systems it is a `NotificationCenter.AsyncMessage`. Elsewhere it is none, since Foundation there takes a message for a
/// notification where somebody observes all of a center's; it is observed by the same calls, `addObserver(for:using:)` and
/// `messages(for:bufferSize:)`, all the same.
///
/// It says what the notification `motionModelDataDidChange` says, with types. The center delivers it asynchronously, for as
/// long as the token is held, and promises no order: the number of its ``changeset`` says which was first. Whoever needs all commits in
/// order takes ``Store/commits()`` or an observation on a queue.
public struct RecordsDidChange<Record: Model>: Sendable {
  /// The store in which it happened.
  public let store: Store
  /// What happened to the records.
  public let kind: ChangeKind
  /// The whole commit, with the records as they were before.
  public let changeset: Changeset
  /// Which row of the model's changes the record is; nil for all records to which this happened.
  let row: Int?

  /// The records as they are now or, when they were deleted, as they were: one, or many after a call for many.
  ///
  /// They are taken from the changeset when they are asked for, since nearly all messages are posted where nobody listens.
  ///
  /// - Complexity: O(*k*) in the number of changes for many records.
  public var records: [Record] {
    guard let part = changeset.part(of: Record.self) else { return [] }
    if let row { return [part.record(row, of: Record.self)] }
    return part.records(kind, of: Record.self)
  }

  /// A type without values: the messages are not of one object, but of all stores that post to the center.
  ///
  /// Posting them with the store as their subject would take half as long again. Give a store a center of its own, or look at
  /// ``RecordsDidChange/store``.
  public final class Subject: Sendable {
    private init() {}
  }
}
