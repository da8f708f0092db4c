import Foundation
import MotionModel
import MotionModelREST
import MotionModelTestSupport

struct Shelf: RemoteModel, Equatable {
  var id = 0
  var token = ""
  var name = ""
  var note: String?
  var lockVersion = 0

  static let schema = Schema<Shelf> {
    Column(\.token)
    Column(\.name)
    Column(\.note)
    LockVersion(\.lockVersion)
  }
  struct Relations {
    let boxes = HasMany<Box>(\.shelfID, dependent: .nullify)
  }
  static let relations = Relations()
  static let remote: Remote<Shelf> = [.lookup(by: \.token)]
}

struct Box: RemoteModel, Equatable {
  var id = 0
  var token = ""
  var name = ""
  var shelfID: Int?
  var lockVersion = 0

  static let schema = Schema<Box> {
    Column(\.token)
    Column(\.name)
    Column(\.shelfID)
    LockVersion(\.lockVersion)
  }
  struct Relations {
    let shelf = BelongsTo<Shelf>(\.shelfID)
  }
  static let relations = Relations()
  static let remote: Remote<Box> = [.lookup(by: \.token)]
}

/// Two clients of one server, random steps, and what must be true in the end.
///
/// Each text that is ever typed is different, and begins with the number of the client that typed it.
final class TwoClients {
  /// A record by its token, which stays when its id changes.
  struct Place: Hashable {
    let token: String
    let column: String
  }

  let server: RecordServer
  private(set) var clients: [OneClient] = []
  private var random: SplitMix64
  private var count = 0
  /// For each text, what its author saw in its place before typing it.
  private var seen: [String: String?] = [:]
  /// For each record that a client deleted, the texts that it saw in it.
  private var deleted: [String: [String: String]] = [:]

  /// - Parameters:
  ///   - lastID: The last id that the server has given.
  ///   - atATime: How many requests of a client are under way at a time. Only with one does a seed repeat a run.
  init(_ random: SplitMix64, policy: RemoteConflict.Policy, honoursKeys: Bool, lastID: Int = 100, atATime: Int = 1) {
    self.random = random
    // With the other policies, both clients may create again what the server has deleted.
    server = RecordServer(
      RecordServer.Manners(honoursKeys: honoursKeys, lastID: lastID, hasUniqueTokens: policy == .theirs))
    for number in 0..<2 {
      let seed = SplitMix64(seed: self.random.next())
      clients.append(OneClient("\(number)", server, seed, policy, honoursKeys: honoursKeys, atATime: atATime))
    }
  }

  private func text(of client: OneClient) -> String {
    count += 1
    return "\(client.name)-\(count)"
  }

  // MARK: - Steps

  func step() async throws {
    let client = clients[Int.random(in: 0...1, using: &random)]
    switch Int.random(in: 0..<14, using: &random) {
    case 0: try client.shelves.insert(contentsOf: [Shelf(token: text(of: client), name: text(of: client))])
    case 1, 2:
      let shelf = client.shelves.records.all.randomElement(using: &random)
      try client.boxes.insert(contentsOf: [Box(token: text(of: client), name: text(of: client), shelfID: shelf?.id)])
    case 3, 4: try edit(client.shelves, client) { $0.name = $1 }
    case 5: try edit(client.shelves, client) { $0.note = $1 }
    case 6, 7: try edit(client.boxes, client) { $0.name = $1 }
    case 8:
      let shelf = client.shelves.records.all.randomElement(using: &random)
      guard var box = client.boxes.records.all.randomElement(using: &random) else { return }
      box.shelfID = shelf?.id
      try client.boxes.save(&box)
    case 9:
      try Int.random(in: 0..<4, using: &random) == 0 ? delete(client.shelves, client) : delete(client.boxes, client)
    case 10: client.isOffline.toggle()
    case 11: try await client.refresh()
    default:
      client.time.pass(Double.random(in: 0...20, using: &random))
      try await client.outbox.send()
    }
  }

  private func edit<Record: RemoteModel>(
    _ table: ModelTable<Record>, _ client: OneClient, _ set: (inout Record, String) -> Void
  ) throws {
    guard let old = try table.records.all.randomElement(using: &random) else { return }
    var new = old
    let text = text(of: client)
    set(&new, text)
    let before = old.texts
    for (column, value) in new.texts where value == text { seen[text] = before[column] }
    try table.save(&new)
  }

  private func delete<Record: RemoteModel>(_ table: ModelTable<Record>, _ client: OneClient) throws {
    guard let record = try table.records.all.randomElement(using: &random), let token = record.texts["token"] else {
      return
    }
    deleted[client.name + token] = record.texts
    try table.destroy(record.id)
  }

  /// Lets both clients send and read until nothing is left. People decide about conflicts.
  func comeBack() async throws {
    for client in clients { (client.isOffline, client.isFlaky) = (false, false) }
    for _ in 0..<12 {
      for client in clients {
        client.time.pass(10_000)
        try await client.refresh()
        try client.decide(using: &random)
        try await client.outbox.send()
      }
      if !clients.contains(where: \.hasEdits) { break }
    }
    for client in clients { try await client.refresh() }
  }

  // MARK: - What must be true

  /// What the server has: each record as text, without its version.
  var serverRecords: [String] {
    let all = ["shelves", "boxes"].flatMap { server.records($0).values }
    return all.map { record in
      ["id", "token", "name", "note", "shelf_id"].map { record[$0].flatMap { $0 == .null ? nil : "\($0)" } ?? "-" }
        .joined(separator: " ")
    }.sorted()
  }

  /// The accepted texts that another client replaced or deleted without having seen them, and without a report.
  var losses: [String] {
    var (losses, last, tokens) = ([String](), [String: [String: String]](), [String: String]())
    for accepted in server.now.accepted {
      guard let client = clients.first(where: { $0.name == accepted.client }) else { continue }
      guard let column = accepted.column else {
        for (column, text) in last[accepted.record] ?? [:] where column != "token" {
          let known = deleted[client.name + (tokens[accepted.record] ?? "")]?[column]
          let isKnown = text.hasPrefix(client.name) || known.map { hasSeen($0, text) } ?? false
          if !isKnown && !client.hasReported(accepted.record, nil, text) {
            losses.append("\(accepted.record) was deleted with \(text)")
          }
        }
        continue
      }
      guard case .string(let text) = accepted.value else { continue }
      if column == "token" { tokens[accepted.record] = text }
      if let before = last[accepted.record]?[column], before != text, !before.hasPrefix(client.name),
        !hasSeen(text, before), !client.hasReported(accepted.record, column, before)
      {
        losses.append("\(accepted.record) \(column): \(before) was replaced by \(text)")
      }
      last[accepted.record, default: [:]][column] = text
    }
    return losses
  }

  /// Whether the author of a text has seen another one in its place before.
  private func hasSeen(_ text: String, _ before: String) -> Bool {
    var text = text
    while text != before {
      guard let earlier = seen[text] ?? nil else { return false }
      text = earlier
    }
    return true
  }
}

/// One of two clients: a store, an outbox, and a connection that comes and goes.
final class OneClient: RESTTransport {
  let name: String
  let store: Store
  let time = Time()
  private let server: RecordServer
  /// Whether requests take some time, so that they overtake each other.
  private let isSlow: Bool
  private let state: Locked<(isOffline: Bool, isFlaky: Bool, random: SplitMix64)>
  private let made = Locked<RESTOutbox?>(nil)

  final class Time: Sendable {
    private let now = Locked(Date(timeIntervalSince1970: 1_000_000))
    var date: Date { now.withLock { $0 } }
    func pass(_ seconds: TimeInterval) { now.withLock { $0 += seconds } }
  }

  init(
    _ name: String, _ server: RecordServer, _ random: SplitMix64, _ policy: RemoteConflict.Policy, honoursKeys: Bool,
    atATime: Int
  ) {
    (self.name, self.server, isSlow) = (name, server, atATime > 1)
    state = Locked((false, true, random))
    store = Store(clock: { [time] in time.date })
    var limits = RESTLimits.patient
    limits.requestsPerHost = atATime
    let client = RESTClient(
      .example(), store: store, transport: self,
      format: RESTFormat(idempotencyHeader: honoursKeys ? "Idempotency-Key" : nil), limits: limits,
      headers: ["Client": name])
    client.trackEdits(of: Shelf.self, policy)
    client.trackEdits(of: Box.self, policy)
    let keys = Locked(0)
    let outbox = RESTOutbox(client, policy: RESTOutbox.RetryPolicy(random: { 0.5 })) {
      keys.withLock { count in
        count += 1
        return "\(name)-\(count)"
      }
    }
    made.withLock { $0 = outbox }
  }

  var outbox: RESTOutbox {
    guard let outbox = made.withLock({ $0 }) else { preconditionFailure("it was made") }
    return outbox
  }
  var shelves: ModelTable<Shelf> { store.table(Shelf.self) }
  var boxes: ModelTable<Box> { store.table(Box.self) }
  var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }
  var isFlaky: Bool {
    get { state.withLock { $0.isFlaky } }
    set { state.withLock { $0.isFlaky = newValue } }
  }

  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    let chance = state.withLock { state -> Int in
      if state.isOffline { return -1 }
      return state.isFlaky ? Int.random(in: 0..<10, using: &state.random) : 9
    }
    if chance < 0 { throw RESTFailure.cannotConnect }
    await pause()
    if chance == 2 { throw RESTFailure.timedOut }
    let response = chance == 0 ? RESTResponse(status: 503) : server.answer(request)
    await pause()
    if chance == 1 { throw RESTFailure.connectionLost }
    return response
  }

  private func pause() async {
    if !isSlow { return }
    for _ in 0..<Int.random(in: 0..<20) { await Task.yield() }
  }

  /// Reads both lists, and deletes what the server does not have any more and nobody edited here.
  func refresh() async throws {
    do {
      try await refresh(Shelf.self)
      try await refresh(Box.self)
    } catch is RESTError {}
  }

  private func refresh<Record: RemoteModel>(_ model: Record.Type) async throws {
    let listed = Set(try await outbox.client.list(model).map(\.id))
    try store.replicating {
      for record in try store.table(model).records.all where !listed.contains(record.id) {
        if outbox.client.edit(of: record) == nil {
          try Store.withoutHooks { _ = try store.table(model).delete(record.id) }
        }
      }
    }
  }

  /// Decides about all conflicts, and lets held edits be sent again.
  func decide(using random: inout SplitMix64) throws {
    for edit in store.table(RemoteEdit.self).records.order(by: \.id).all {
      guard let id = Int(edit.recordID) else { continue }
      if edit.model == "Shelf" {
        try decide(Shelf.self, id, using: &random)
      } else {
        try decide(Box.self, id, using: &random)
      }
    }
  }

  private func decide<Record: RemoteModel>(
    _ model: Record.Type, _ id: Int, using random: inout SplitMix64
  ) throws where Record.ID == Int {
    var record = Record.new()
    record.id = id
    for conflict in outbox.client.openConflicts(of: record) {
      try outbox.client.resolve(conflict, of: record, Bool.random(using: &random) ? .mine : .theirs)
    }
    if outbox.client.edit(of: record)?.onHold != nil { try outbox.retry(record) }
  }

  var hasEdits: Bool { store.table(RemoteEdit.self).count > 0 }

  /// Whether it has reported a conflict about a text of the server, or about the deletion of a record.
  ///
  /// Each text is there once, so the report of one is found without the id: a record that is created again, because the
  /// server had deleted it, gets another id, and its reports go with it.
  func hasReported(_ record: String, _ column: String?, _ text: String) -> Bool {
    let id = record.split(separator: "/").last.map(String.init)
    return store.table(RemoteConflict.self).records.all.contains { conflict in
      column == nil && conflict.column.isEmpty && conflict.recordID == id || conflict.theirs == .string(text)
    }
  }

  /// What it has: each record as text, without its version.
  var records: [String] {
    (shelves.records.all.map(Self.text(of:)) + boxes.records.all.map(Self.text(of:))).sorted()
  }

  private static func text<Record: RemoteModel>(of record: Record) -> String {
    ["id", "token", "name", "note", "shelfID"].map { name in
      Record.schema[name].map { $0[record] }.flatMap { $0 == .null ? nil : "\($0)" } ?? "-"
    }.joined(separator: " ")
  }
}

extension RemoteModel {
  /// The columns that are texts.
  fileprivate var texts: [String: String] {
    Dictionary(
      Self.schema.columns.compactMap { column in
        if case .string(let text) = column[self] { (column.name, text) } else { nil }
      }
    ) { first, _ in first }
  }
}
