import Foundation
import MotionModel
import MotionModelLoopback

/// The server: it has trains, cars and conductors, as Rails would have them, and a log of its requests.
actor TrainOffice {
  typealias Members = [String: AttributeValue]

  private var records: [String: [Int: Members]] = [
    "trains": [
      1: ["id": 1, "company": "Alpine", "top_speed": 220, "mileage": 1200, "conductor_id": 1, "lock_version": 0],
      2: ["id": 2, "company": "Coast", "top_speed": 160, "mileage": 800, "conductor_id": 2, "lock_version": 0],
    ],
    "cars": [
      1: ["id": 1, "length": 20, "train_id": 1], 2: ["id": 2, "length": 25, "train_id": 1],
      3: ["id": 3, "length": 18, "train_id": 2],
    ],
    "conductors": [1: ["id": 1, "name": "Ann"], 2: ["id": 2, "name": "Bob"]],
  ]
  /// Ids of the server are never those that stores give by themselves.
  private var lastID = 100
  private var token = 0
  /// What was answered to creations, by their keys.
  private var answers: [String: Reply] = [:]
  private var log: [String] = []
  private var losesResponse = false

  // MARK: - For the program

  /// Returns the lines about requests since the last call, and forgets them.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  /// Accepts no token that it has given before.
  func forgetTokens() { token += 1 }

  /// Deletes a car, as another program would.
  func scrap(car id: Int) { records["cars"]?[id] = nil }

  /// Ends the connection of the next creation without a response, after it is done.
  func loseNextResponse() { losesResponse = true }

  // MARK: - For clients

  /// Answers a request; nil if the response is lost.
  func answer(_ request: Request) -> Reply? {
    let reply = reply(to: request)
    let isLost = losesResponse && request.method == "POST"
    let line = [request.method, request.target, request.text].filter { !$0.isEmpty }.joined(separator: " ")
    log.append("\(line) → \(reply.status)\(isLost ? ", but the response is lost" : "")")
    if isLost { losesResponse = false }
    return isLost ? nil : reply
  }

  private func reply(to request: Request) -> Reply {
    if request.path == ["session"] { return Reply(201, ["token": .string("token-\(token)")]) }
    guard request.headers["authorization"] == "Bearer token-\(token)" else { return Reply(401) }
    let key = request.headers["idempotency-key"]
    if let key, let known = answers[key] { return known }
    guard let resource = request.path.first, records[resource] != nil else { return Reply(404) }
    let reply = request.path.count > 1 ? one(request, resource, Int(request.path[1]) ?? 0) : all(request, resource)
    if let key { answers[key] = reply }
    return reply
  }

  /// Lists records, or creates one.
  private func all(_ request: Request, _ resource: String) -> Reply {
    guard request.method == "POST" else {
      let list = (records[resource] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
      let query = Parameters(request.query)
      let page = query["page"].flatMap { Int($0) }.map { ($0 - 1, Int(query["per_page"] ?? "") ?? 10) }
      let found = list.filter { Self.has($0, query) }
        .dropFirst(page.map { $0 * $1 } ?? 0).prefix(page.map(\.1) ?? .max)
      return Reply(200, .array(found.map { .dictionary($0) }))
    }
    if let refusal = Self.refusal(of: request.members) { return refusal }
    lastID += 10
    var record = request.members
    record["id"] = .int(Int64(lastID))
    if resource == "trains" { record["lock_version"] = 0 }
    records[resource]?[lastID] = record
    return Reply(201, .dictionary(record))
  }

  /// Shows, changes or deletes a record.
  private func one(_ request: Request, _ resource: String, _ id: Int) -> Reply {
    guard var record = records[resource]?[id] else { return Reply(404, ["error": "Not Found"]) }
    switch request.method {
    case "GET": return Reply(200, .dictionary(resource == "trains" ? withCars(record) : record))
    case "DELETE":
      records[resource]?[id] = nil
      return Reply(204)
    default:
      if let refusal = Self.refusal(of: request.members) { return refusal }
      // Rails' optimistic locking: whoever changes a record has to have seen its last version.
      if let version = request.members["lock_version"], version != record["lock_version"] { return Reply(409) }
      record.merge(request.members) { $1 }
      if case .int(let version)? = record["lock_version"] { record["lock_version"] = .int(version + 1) }
      records[resource]?[id] = record
      return Reply(200, .dictionary(record))
    }
  }

  private func withCars(_ train: Members) -> Members {
    let cars = (records["cars"] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    return train.merging(["cars": .array(cars.filter { $0["train_id"] == train["id"] }.map { .dictionary($0) })]) { $1 }
  }

  private static func has(_ record: Members, _ query: Parameters) -> Bool {
    query.pairs.filter { !["page", "per_page"].contains($0.name) }.allSatisfy { name, value in
      record[name].flatMap { try? String(attribute: $0) } == value
    }
  }

  /// Returns what Rails answers to a record that is not valid; nil if it is.
  private static func refusal(of members: Members) -> Reply? {
    var errors: [String: AttributeValue] = [:]
    if members["company"] == "" { errors["company"] = ["can't be blank"] }
    if case .int(let speed)? = members["top_speed"], speed <= 0 { errors["top_speed"] = ["must be greater than 0"] }
    return errors.isEmpty ? nil : Reply(422, ["errors": .dictionary(errors)])
  }
}

extension Request {
  /// The members of the body, if it is an object of JSON.
  fileprivate var members: TrainOffice.Members {
    (try? JSONDecoder().decode(TrainOffice.Members.self, from: Data(body))) ?? [:]
  }
}

extension Reply {
  /// A response with a value as JSON.
  fileprivate init(_ status: Int, _ value: AttributeValue? = nil) {
    self.init(
      "application/json", value.flatMap { try? JSONEncoder().encode($0) }.map { Array($0) } ?? [], status: status)
  }
}
