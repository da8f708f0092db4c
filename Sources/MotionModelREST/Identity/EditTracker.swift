import Foundation
import MotionModel

/// Notes which records of a store differ from what the server said last.
///
/// It completes the transactions of the store: an edit and its note are one commit.
final class EditTracker: TransactionCompanion {
  private let models = Locked<[ObjectIdentifier: any AnyTrackedModel]>([:])
  /// How edits are sent, by the names of the models.
  private let senders = Locked<[String: Sender]>([:])
  private let requests = Locked(Requests())
  /// The marks of versions of records without edits, by the names of the edits that they would have.
  private let marks = Locked<[String: String]>([:])

  /// Lets one request for a record through at a time.
  let gate = RequestGate(limit: 1)
  let ownModels: [any Model.Type] = [RemoteEdit.self, RemoteVersion.self]

  /// The tracker of a store; nil if no edits are tracked in it.
  static func of(_ store: Store) -> EditTracker? { store.companion as? EditTracker }

  /// The tracker of a store, which is made if there is none.
  static func made(for store: Store) -> EditTracker {
    guard let tracker = store.companion({ EditTracker() }) as? EditTracker else {
      fatalError("The edits of a store cannot be tracked, because something else completes its transactions.")
    }
    return tracker
  }

  /// Sends the edit of the record with an id, which is a text, and returns the text of the id that the record has then.
  typealias Push = @Sendable (RESTClient, String) async throws -> String?

  /// How the edits of a model are sent.
  struct Sender {
    let model: any AnyTrackedModel
    let push: Push
  }

  func add<Record: Model>(_ model: TrackedModel<Record>, _ push: @escaping Push) {
    models.withLock { $0[ObjectIdentifier(Record.self)] = model }
    senders.withLock { $0[Record.schema.modelName] = Sender(model: model, push: push) }
  }

  var allSenders: [String: Sender] { senders.withLock { $0 } }

  /// Returns how edits of a model are tracked; nil if they are not.
  func model<Record: Model>(_ model: Record.Type) -> TrackedModel<Record>? {
    models.withLock { $0[ObjectIdentifier(model)] } as? TrackedModel<Record>
  }

  func complete(_ changes: Changeset, in store: Store) throws {
    let models = models.withLock { $0 }
    for model in changes.models { try models[ObjectIdentifier(model)]?.note(changes, in: store, mark) }
  }

  // MARK: - Requests under way

  /// Which writes are under way, and when the others ended.
  struct Requests {
    private(set) var count = 0
    private(set) var underWay: Set<String> = []
    private(set) var ended: [String: Int] = [:]

    mutating func begin(_ edit: String) { underWay.insert(edit) }

    mutating func end(_ edit: String) {
      count += 1
      underWay.remove(edit)
      ended[edit] = count
    }

    /// Whether an answer to a request that began at a count may be older than what is stored of a record.
    func isHeldBack(_ edit: String, _ began: Int) -> Bool {
      underWay.contains(edit) || ended[edit].map { $0 > began } ?? false
    }
  }

  /// How many writes have ended, as the time at which a request begins.
  var now: Int { requests.withLock { $0.count } }
  var requestsNow: Requests { requests.withLock { $0 } }

  /// Notes that a write of a record begins, or ends.
  func begin(_ edit: String) { requests.withLock { $0.begin(edit) } }
  func end(_ edit: String) { requests.withLock { $0.end(edit) } }

  // MARK: - Keys

  private let keys = Locked<@Sendable () -> String>({ UUID().uuidString })

  /// Makes a key by which a server knows a request again.
  func makeKey() -> String { keys.withLock { $0 }() }

  /// Sets what makes keys.
  func setKeys(_ make: @escaping @Sendable () -> String) { keys.withLock { $0 = make } }

  // MARK: - Marks

  func mark(_ edit: String) -> String? { marks.withLock { $0[edit] } }

  func setMark(_ mark: String?, of edit: String) {
    // A weak mark cannot be a condition of a change.
    marks.withLock { $0[edit] = mark.flatMap { $0.hasPrefix("\"") ? $0 : nil } }
  }
}
