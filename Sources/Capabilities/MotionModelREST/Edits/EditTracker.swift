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
  private let marks = Locked(Marks())

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

  /// Sends the edit of the record with an id, which is a text, and returns the text of the id that the record has then,
  /// and whether there was something to send.
  typealias Push = @Sendable (RESTClient, String) async throws -> (id: String?, wasSent: Bool)

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

  func willClose(_ changes: Changeset, in store: Store) throws {
    let models = models.withLock { $0 }
    for model in changes.models { try models[ObjectIdentifier(model)]?.note(changes, in: store, mark) }
  }

  // MARK: - Requests under way

  /// Which writes are under way, and when others ended.
  struct Requests {
    /// How many writes have ended, which serves as the time.
    private(set) var count = 0
    private(set) var underWay: Set<String> = []
    /// The numbers of the requests that are under way.
    private(set) var numbers: Set<Int> = []
    /// When writes ended. A write matters only to a reading that began before the write's end, so only writes are kept
    /// that ended during the oldest reading.
    private(set) var ended: [String: Int] = [:]
    /// How many readings that are under way began at a count.
    private var readings: [Int: Int] = [:]

    mutating func announce(_ number: Int) { numbers.insert(number) }

    mutating func withdraw(_ number: Int) { numbers.remove(number) }

    mutating func begin(_ edit: String, _ number: Int?) {
      underWay.insert(edit)
      if let number { numbers.insert(number) }
    }

    mutating func end(_ edit: String, _ number: Int?) {
      if let number { numbers.remove(number) }
      count += 1
      underWay.remove(edit)
      if !readings.isEmpty { ended[edit] = count }
    }

    /// Notes that a reading begins; returns when.
    mutating func beginReading() -> Int {
      readings[count, default: 0] += 1
      return count
    }

    mutating func endReading(_ began: Int) {
      let left = readings[began, default: 1] - 1
      readings[began] = left == 0 ? nil : left
      if left > 0 { return }
      guard let oldest = readings.keys.min() else { return ended = [:] }
      if oldest > began { ended = ended.filter { $0.value > oldest } }
    }

    /// Whether a request for a record is under way.
    func has(_ edit: RemoteEdit) -> Bool { underWay.contains(edit.id) || isMoved(edit) }

    /// Whether a request for a record is under way that began under another id.
    func isMoved(_ edit: RemoteEdit) -> Bool { edit.request.map(numbers.contains) ?? false }

    /// Whether what a reading brings of a record may be older than what is stored.
    func isHeldBack(_ edit: String, during reading: Reading?) -> Bool {
      if underWay.contains(edit) { return true }
      guard let reading, let end = ended[edit] else { return false }
      return end > reading.began
    }
  }

  /// A request that reads records, from before it is sent until its response is stored. It ends with the last mention
  /// of this object.
  final class Reading: Sendable {
    /// How many writes had ended when it began.
    fileprivate let began: Int
    private let tracker: EditTracker

    fileprivate init(_ tracker: EditTracker) {
      self.tracker = tracker
      began = tracker.requests.withLock { $0.beginReading() }
    }

    deinit { tracker.requests.withLock { $0.endReading(began) } }
  }

  var requestsNow: Requests { requests.withLock { $0 } }

  /// Notes that a request that reads begins.
  func beginReading() -> Reading { Reading(self) }

  /// Notes that a request is under way, before its record is known.
  func announce(_ number: Int) { requests.withLock { $0.announce(number) } }

  /// Notes that a request that was announced is not made.
  func withdraw(_ number: Int) { requests.withLock { $0.withdraw(number) } }

  /// Runs `body`, which sends a request that writes a record.
  func writing<Result>(
    _ edit: String, request: Int? = nil, _ body: () async throws -> Result
  ) async rethrows -> Result {
    requests.withLock { $0.begin(edit, request) }
    defer { requests.withLock { $0.end(edit, request) } }
    return try await body()
  }

  // MARK: - Keys

  private let keys = Locked<@Sendable () -> String>({ UUID().uuidString })

  /// Makes a key by which a server knows a request again.
  func makeKey() -> String { keys.withLock { $0 }() }

  /// Sets what makes keys.
  func setKeys(_ make: @escaping @Sendable () -> String) { keys.withLock { $0 = make } }

  // MARK: - Marks

  /// The marks of versions of records without edits, by the names of the edits that they would have.
  struct Marks {
    fileprivate(set) var all: [String: String] = [:]
    /// With how many of them those of records that are gone are looked for.
    fileprivate var limit = 1000
  }

  /// How many marks are kept.
  var markCount: Int { marks.withLock { $0.all.count } }

  func mark(_ edit: String) -> String? { marks.withLock { $0.all[edit] } }

  /// Keeps the mark of a record that the store has, or will have in a moment.
  ///
  /// Records are deleted in many ways, so the marks of deleted ones are looked for, each time there are twice as many
  /// as were left the last time. A mark of a record that is stored is never dropped, because a change without it would
  /// overwrite what others did.
  func setMark(_ mark: String?, of edit: String, in store: Store) {
    let known = marks.withLock { marks -> [String]? in
      // A weak mark cannot be a condition of a change.
      marks.all[edit] = mark.flatMap { $0.hasPrefix("\"") ? $0 : nil }
      return marks.all.count > marks.limit ? Array(marks.all.keys) : nil
    }
    guard let known else { return }
    let senders = allSenders
    let gone = known.filter { name in
      let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return name != edit && senders[parts[0]]?.model.isStored(parts[1], in: store) != true
    }
    marks.withLock { marks in
      for name in gone { marks.all[name] = nil }
      marks.limit = max(1000, 2 * marks.all.count)
    }
  }
}
