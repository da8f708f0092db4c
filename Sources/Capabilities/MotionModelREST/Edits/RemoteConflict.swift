public import Foundation
public import MotionModel

/// A column that was changed here and on the server, as a record of its own.
///
/// With ``RemoteConflict/Policy/ask``, it is open, and its record is not sent until ``RESTClient/resolve(_:of:_:)``
/// says which value counts. With the other policies, it reports which value was given up. Programs show and delete
/// these records as they like.
public struct RemoteConflict: Model, Hashable {
  /// The number of the conflict.
  public var id = 0
  /// The name of the model.
  public internal(set) var model = ""
  /// The id of the record, as text. It changes with that of the record: one that is created again, because the server
  /// had deleted it, takes its conflicts along.
  public internal(set) var recordID = ""
  /// The name of the column; empty if the record was deleted on one side and changed on the other.
  public internal(set) var column = ""
  /// The value before both changed it.
  public internal(set) var base: AttributeValue?
  /// The value of this store; nil for none, and if it was deleted here.
  public internal(set) var mine: AttributeValue?
  /// The value of the server; nil for none, and if it was deleted there.
  public internal(set) var theirs: AttributeValue?
  /// Which value counts; nil until it is decided.
  public internal(set) var choice: Choice?
  /// When it was found.
  public internal(set) var date = Date.distantPast

  /// Which of two values counts.
  public enum Choice: String, ColumnValue, CaseIterable {
    /// The value of this store, which is sent.
    case mine
    /// The value of the server, which replaces the value of this store.
    case theirs
  }

  /// The columns.
  public static let schema = Schema<RemoteConflict> { Column(\.recordID, .indexed) }

  /// What stands for the values of a record that the other side has deleted.
  static let kept = "kept"
  /// Whether the server has deleted the record.
  var isAboutGoneRecord: Bool { column.isEmpty && mine != nil }

  /// Creates a conflict about nothing.
  public init() {}

  /// What becomes of a column that was changed here and on the server.
  public enum Policy: String, Sendable, Hashable, CaseIterable {
    /// The server's value counts.
    case theirs
    /// The local value counts.
    case mine
    /// Nothing is sent for the record until the program decides which one counts.
    case ask
  }
}
