import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

/// Creations that are under way beside each other.
struct CreationsTests {
  @Test(arguments: [true, false], [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `records that are created beside each other take ids that others have here, and none is lost or made twice`(
    _ honoursKeys: Bool, _ seed: UInt64
  ) async throws {
    let server = RecordServer(
      RecordServer.Manners(honoursKeys: honoursKeys), ["trains": [100: ["id": 100, "company": "A"]]])
    let store = Store()
    let format = RESTFormat(idempotencyHeader: honoursKeys ? "Idempotency-Key" : nil)
    let client = RESTClient.tracking(SlowServer(server, SplitMix64(seed: seed)), store, format: format)
    try await client.list(Train.self)
    for number in 1...8 {
      let train = try store.table(Train.self).create { $0.company = "\(number)" }
      try store.table(Car.self).create { ($0.length, $0.trainID) = (number, train.id) }
    }
    let report = try await RESTOutbox(client).send()
    #expect(report.sent == 16 && report.failed == 0 && report.onHold == 0)
    #expect(store.table(RemoteEdit.self).count == 0)
    let trains = store.table(Train.self).records.order(by: \.id).all
    #expect(Set(trains.map(\.company)) == ["A", "1", "2", "3", "4", "5", "6", "7", "8"] && trains.count == 9)
    for train in trains {
      #expect(server.records("trains")[train.id]?["company"] == .string(train.company))
      #expect(store.of(train).cars.map { "\($0.length)" } == (train.company == "A" ? [] : [train.company]))
    }
  }
}

extension CreationsTests {
  /// A server that keeps what it answered to a key, also if it was a refusal.
  @Test func `a creation that was refused is sent with another key once it is corrected`() async throws {
    let (client, store, transport) = RESTClient.scripted(
      [
        .on(.post, "/api/trains", body: #"{"company": ""}"#, status: 422, json: #"{"company": ["can't be blank"]}"#),
        .on(.post, "/api/trains", body: #"{"company": "A"}"#, json: #"{"id": 7, "company": "A"}"#),
      ], format: RESTFormat(idempotencyHeader: "Key"))
    client.trackEdits(of: Train.self)
    let outbox = RESTOutbox(client)
    var train = try store.table(Train.self).create { $0.company = "" }
    #expect(try await outbox.send().onHold == 1)
    try store.table(Train.self).update(&train) { $0.company = "A" }
    #expect(try await outbox.send().sent == 1)
    let keys = transport.requests.map { $0.headers["Key"] }
    #expect(keys.count == 2 && keys[0] != nil && keys[1] != nil && keys[0] != keys[1])
  }

  @Test(arguments: [401, 403, 409])
  func `a creation that may have been done keeps its key, whatever keeps its repetition away`(
    _ status: Int
  ) async throws {
    let answer = #"{"id": 7, "company": "A"}"#
    let lost = ScriptedTransport.Exchange.on(.post, "/api/trains", status: 500, json: answer)
    let (client, store, transport) = RESTClient.scripted(
      [lost, .on(.post, "/api/trains", status: status, json: "{}"), .on(.post, "/api/trains", json: answer)],
      format: RESTFormat(idempotencyHeader: "Key"))
    client.trackEdits(of: Train.self)
    let train = try store.table(Train.self).create { $0.company = "A" }
    for _ in 0..<2 { await #expect(throws: RESTError.self) { try await client.push(train) } }
    #expect(try await client.push(train)?.id == 7)
    #expect(Set(transport.requests.map { $0.headers["Key"] }).count == 1)
  }
}

/// A server whose requests arrive, and whose answers come back, in another order than they were sent.
private struct SlowServer: RESTTransport {
  let server: RecordServer
  private let random: Locked<SplitMix64>

  init(_ server: RecordServer, _ random: SplitMix64) { (self.server, self.random) = (server, Locked(random)) }

  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    try await pause()
    let response = try await server.send(request, bodyLimit: bodyLimit)
    try await pause()
    return response
  }

  private func pause() async throws {
    try await Task.sleep(for: .microseconds(random.withLock { Int.random(in: 0...4000, using: &$0) }))
  }
}
