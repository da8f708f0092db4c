import Foundation
import MotionModel
import MotionModelREST

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Suite {
  /// Stores the answers of a server, sends changes to it, and keeps track of edits.
  static let rest = Suite(name: "rest") { bench, _ in
    let rows = bench.options.isQuick ? 1_000 : 10_000
    try bench.compareLists(rows)
    try bench.comparePatches()
    try bench.compareTracking(rows)
    bench.judgeGrowth(try [rows / 10, rows].map(bench.sendEdits), atMost: 2)
  }
}

extension Bench {
  /// A list of records, from the bytes of an answer to the store, beside Foundation's decoder and a dictionary.
  fileprivate func compareLists(_ rows: Int) throws {
    let answer = ListResponse(rows)
    func list(_ label: String, isFilled: Bool, _ isTracked: Bool = false) throws -> Contestant {
      var client = try answer.client(isTracked)
      if isFilled { try client.blocking { try await $0.list(RemoteTodo.self) } }
      return Contestant(.library, label, operations: rows) {
        try client.blocking { try await $0.list(RemoteTodo.self) }.map(\.rank)
      } before: {
        if !isFilled { client = try answer.client(isTracked) }
      } body: {
        blackHole(try client.blocking { try await $0.list(RemoteTodo.self) })
      }
    }
    let decode = Contestant(.hand, "JSONDecoder().decode([Todo].self), a dictionary by id", operations: rows) {
      try answer.decoded().map(\.rank)
    } before: {
    } body: {
      let todos = try answer.decoded()
      blackHole(Dictionary(todos.map { ($0.id, $0) }) { $1 })
      blackHole(todos)
    }
    try compare(
      "A list into an empty store", rows: rows, unit: "record", bars: [.atMost(1.5, times: .hand)], barRows: 10_000,
      [try list("client.list(Todo.self)", isFilled: false), decode])
    try compare(
      "A list into a store that has the records", rows: rows, unit: "record", bars: [.atMost(1.5, times: .hand)],
      barRows: 10_000, [try list("client.list(Todo.self)", isFilled: true), decode])
    try compare(
      "A list into a store that has the records, with tracked edits", rows: rows, unit: "record",
      [try list("client.list(Todo.self)", isFilled: true, true), decode])
  }

  /// A change of one column, sent to a server in this process and stored, beside the request alone.
  fileprivate func comparePatches() throws {
    let server = try PatchServer()
    defer { server.stop() }
    let limits = RESTLimits(allowsPlainHTTP: true)
    let session = URLSession(configuration: .ephemeral)
    func update(_ label: String, _ transport: any RESTTransport) throws -> Contestant {
      let store = Store(notificationCenter: nil)
      var todo = RemoteTodo(Todo.make(1, of: 10))
      try store.table(RemoteTodo.self).insert(&todo)
      let client = RESTClient(server.address, store: store, transport: transport, limits: limits)
      return Contestant(.library, label) {
        todo.rank += 1
        todo = try client.blocking { [todo] in try await $0.update(todo) }
      }
    }
    func bare(_ label: String) -> Contestant {
      Contestant(.hand, label) {
        var request = URLRequest(url: server.address.appending(path: "remote_todos/1"))
        request.httpMethod = "PATCH"
        request.httpBody = Data(#"{"rank": 7}"#.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        blackHole(try wait { [request] in try await session.data(for: request).0 })
      }
    }
    try compare(
      "PATCH of one column", rows: 1,
      [
        try update("client.update(todo)", URLSessionTransport()),
        try update("client.update(todo), by URLSession", URLSessionTransport(.ephemeral)),
        bare("URLSession.data(for: request)"),
      ])
  }

  /// A save in a store whose edits are tracked, beside one in a store without.
  fileprivate func compareTracking(_ rows: Int) throws {
    func save(_ kind: Contestant.Kind, _ label: String, isTracked: Bool, isEdited: Bool) throws -> Contestant {
      let store = Store(notificationCenter: nil)
      let table = store.table(RemoteTodo.self)
      try table.insert(contentsOf: (1...rows).map { RemoteTodo(Todo.make($0, of: rows)) })
      if isTracked { RESTClient.scripted(store, ListResponse(0)).trackEdits(of: RemoteTodo.self) }
      if isTracked && isEdited { try table.updateAll { $0.priority += 1 } }
      var todos = (0..<1_000).compactMap { table.find(1 + Int(World.scrambled($0) % UInt64(rows))) }
      return Contestant(kind, label, operations: todos.count) {
        for index in todos.indices {
          // Without edits, each save of a pair makes one, and the other withdraws it.
          todos[index].rank += isEdited ? 1 : todos[index].rank % 2 == 0 ? 1 : -1
          try table.save(&todos[index])
        }
      }
    }
    try compare(
      "Save a record that is edited already", rows: rows,
      [
        try save(.library, "table.save(&todo), edits are tracked", isTracked: true, isEdited: true),
        try save(.hand, "table.save(&todo), edits are not tracked", isTracked: false, isEdited: true),
      ])
    try compare(
      "Save a record, which makes or withdraws an edit", rows: rows,
      [
        try save(.library, "table.save(&todo), edits are tracked", isTracked: true, isEdited: false),
        try save(.hand, "table.save(&todo), edits are not tracked", isTracked: false, isEdited: false),
      ])
  }

  /// An outbox that sends changes of many records to a server in memory.
  fileprivate func sendEdits(_ rows: Int) throws -> Comparison {
    var outbox: RESTOutbox?
    return try compare(
      "Send edits", rows: rows, unit: "edit",
      [
        Contestant(
          .library, "outbox.send()", operations: rows,
          before: {
            let store = Store(notificationCenter: nil)
            let table = store.table(RemoteTodo.self)
            try table.insert(contentsOf: (1...rows).map { RemoteTodo(Todo.make($0, of: rows)) })
            let client = RESTClient.scripted(store, AcceptingServer())
            client.trackEdits(of: RemoteTodo.self)
            try table.updateAll { $0.rank += 1 }
            outbox = RESTOutbox(client)
          }
        ) {
          let report = try wait { [outbox] in try await outbox?.send() }
          precondition(report?.sent == rows)
        }
      ])
  }
}

/// Waits for an asynchronous call.
private func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
  let isDone = DispatchSemaphore(value: 0)
  let result = Box<Value>()
  Task {
    do { result.value = .success(try await body()) } catch { result.value = .failure(error) }
    isDone.signal()
  }
  isDone.wait()
  guard let value = result.value else { throw CancellationError() }
  return try value.get()
}

/// What one thread writes before it signals the other.
private final class Box<Value: Sendable>: @unchecked Sendable {
  var value: Result<Value, any Error>?
}

extension RESTClient {
  fileprivate static func scripted(_ store: Store, _ transport: some RESTTransport) -> RESTClient {
    guard let address = URL(string: "https://example.org") else { preconditionFailure("an address") }
    return RESTClient(address, store: store, transport: transport)
  }
}

/// The records of the benchmarks, as a server has them.
private struct RemoteTodo: RemoteModel, Decodable {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<RemoteTodo> {
    Column(\.name)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
  }

  enum CodingKeys: String, CodingKey {
    case id, name, location, priority, rank
    case dueDate = "due_date"
    case projectID = "project_id"
  }

  init() {}

  init(_ todo: Todo) {
    (id, name, location, priority) = (todo.id, todo.name, todo.location, todo.priority)
    (rank, dueDate, projectID) = (todo.rank, todo.dueDate, todo.projectID)
  }

  /// The record as Rails writes it.
  var json: String {
    """
    {"id":\(id),"name":"\(name)","location":"\(location)","priority":\(priority),"rank":\(rank),\
    "due_date":"\(dueDate.formatted(.iso8601))","project_id":\(projectID.map { "\($0)" } ?? "null"),\
    "url":"https://example.org/todos/\(id).json"}
    """
  }
}

/// A transport that always answers with the same list.
private struct ListResponse: RESTTransport {
  let body: Data

  init(_ rows: Int) {
    let records = (0..<rows).map { RemoteTodo(Todo.make($0 + 1, of: rows)).json }
    body = Data("[\(records.joined(separator: ","))]".utf8)
  }

  func client(_ isTracked: Bool) throws -> RESTClient {
    let client = RESTClient.scripted(Store(notificationCenter: nil), self)
    if isTracked { client.trackEdits(of: RemoteTodo.self) }
    return client
  }

  func decoded() throws -> [RemoteTodo] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode([RemoteTodo].self, from: body)
  }

  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    RESTResponse(status: 200, body: body)
  }
}

/// A transport that accepts all changes.
private struct AcceptingServer: RESTTransport {
  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse { RESTResponse(status: 204) }
}
