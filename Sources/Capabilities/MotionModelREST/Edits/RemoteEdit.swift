public import Foundation
public import MotionModel

/// What is not yet on the server: a record that was created, changed or deleted here, as a record of its own.
///
/// The module writes these records, each in the transaction that makes or withdraws an edit; programs read, observe and
/// save them like all others. ``RESTClient/trackEdits(of:_:)`` begins with it.
///
/// ```swift
/// store.table(RemoteEdit.self).count                        // how many records wait
/// try store.load(from: file, models: [Train.self] + RESTClient.notes)
/// ```
///
/// Three values of a record are known: ``base`` is what the server said last, ``sent`` what is under way, and the
/// stored record has the local ones.
public struct RemoteEdit: Model, Hashable {
  /// The name of the model, and the id of the record: `Train/1`.
  public var id = ""
  /// The name of the model.
  public internal(set) var model = ""
  /// The id of the record, as text.
  public internal(set) var recordID = ""
  /// What was done here.
  public internal(set) var kind = Kind.update
  /// What the server said last of the columns that are sent, and of the lock version; nil if it does not have the
  /// record.
  public internal(set) var base: [String: AttributeValue]?
  /// The columns of the request that is under way, or whose outcome is not known; nil if there is none.
  public internal(set) var sent: [String: AttributeValue]?
  /// The mark of the server's version, if it sent a strong one.
  public internal(set) var etag: String?
  /// The key by which the server knows the creation of this record again, if it was sent and the server honours keys.
  public internal(set) var key: String?
  /// The number of the request that was made last, by which its edit is found under another id: while a record is being
  /// created, another may take its id.
  var request: Int?
  /// How often sending failed in a row.
  public internal(set) var attempts = 0
  /// When it may be sent again; nil for now.
  public internal(set) var dueAt: Date?
  /// Why it is on hold until the program acts; nil if it waits to be sent.
  public internal(set) var onHold: HoldReason?
  /// What happened when it was sent last, as a sentence without values.
  public internal(set) var problem: String?
  /// What the server says of the members of the record, if it refused it.
  public internal(set) var fieldErrors: [String: [String]]?
  /// When the edit began.
  public internal(set) var since = Date.distantPast

  /// What was done with a record.
  public enum Kind: String, ColumnValue, CaseIterable {
    /// It was created here.
    case create
    /// It was changed.
    case update
    /// It was deleted.
    case delete
  }

  /// Why an edit is not sent by itself any more.
  public enum HoldReason: String, ColumnValue, CaseIterable {
    /// The server refused it. Changing the record lets it be sent again.
    case refused
    /// It was changed on both sides. ``RESTClient/resolve(_:of:_:)`` lets it be sent again.
    case conflict
    /// The record may have been created, and creating it again could make a second one.
    case outcomeUnknown
  }

  /// The columns. An edit on hold was called parked.
  public static let schema = Schema<RemoteEdit> { Column(\.onHold, was: "parked") }

  /// Creates an edit of nothing.
  public init() {}

  /// Returns the edit of a request, under whatever id it is now; nil if there is none any more.
  ///
  /// - Complexity: O(1), or O(*n*) in the number of edits if its record has taken another id.
  static func find(_ name: String, request: Int?, in edits: ModelTable<RemoteEdit>) -> RemoteEdit? {
    if let edit = edits.find(name), edit.request == request { return edit }
    return request.flatMap { request in edits.records.where(\.request == request).first }
  }

  /// Lets it be sent again at once.
  mutating func resume() {
    (attempts, dueAt, onHold, problem, fieldErrors) = (0, nil, nil, nil, nil)
  }

  static func id<Record: Model>(_ record: Record) -> String { id(Record.self, record.id) }

  static func id<Record: Model>(_ model: Record.Type, _ id: Record.ID) -> String {
    "\(Record.schema.modelName)/\(text(id))"
  }

  static func text<ID: ModelID>(_ id: ID) -> String { (try? String(attribute: id.attribute)) ?? "\(id.attribute)" }
}
