import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

/// The calls, and what of them is sent and stored, on sockets.
@Suite(.timeLimit(.patient)) struct ActionTests {
  @Test(arguments: [RESTFormat.RootStyle.bare, .wrapped])
  func `records and lists have a root, or none`(_ roots: RESTFormat.RootStyle) async throws {
    let isBare = roots == .bare
    let (one, many) = (#"{"id": 1, "company": "A"}"#, #"[{"id": 1, "company": "A"}, {"id": 2, "company": "B"}]"#)
    let rails = try RailsServer(
      [
        "GET /trains/1": Reply(200, isBare ? one : #"{"train": \#(one)}"#),
        "GET /trains": Reply(200, isBare ? many : #"{"trains": \#(many)}"#),
        "POST /trains": Reply(201, isBare ? one : #"{"train": \#(one)}"#),
      ], format: RESTFormat(roots: roots))
    #expect(try await rails.client.get(Train.self, 1) == Train(id: 1, company: "A"))
    #expect(try await rails.client.list(Train.self).map(\.id) == [1, 2])
    try await rails.client.create(Train(company: "A"))
    #expect(rails.log.last == "POST /trains " + (isBare ? #"{"company": "A"}"# : #"{"train": {"company": "A"}}"#))
  }

  @Test func `a record that lacks its root, and a list with one record that cannot be read, change nothing`()
    async throws
  {
    let rails = try RailsServer(
      [
        "GET /trains/1": Reply(200, #"{"id": 1}"#),
        "GET /trains": Reply(200, #"{"trains": [{"id": 1}, {"id": 2, "max_speed": "fast"}]}"#),
      ], format: RESTFormat(roots: .wrapped))
    let missing = await #expect(throws: RESTError.self) { try await rails.client.get(Train.self, 1) }
    #expect(missing?.reason == .missingRoot(key: "train"))
    let unread = await #expect(throws: RESTError.self) { try await rails.client.list(Train.self) }
    #expect(unread?.description.hasPrefix("GET /trains failed, because trains[1].max_speed of the response") == true)
    #expect(rails.store.commitCount == 0)
  }

  @Test func `a created record is sent without an id, and has the server's then`() async throws {
    let rails = try RailsServer(["POST /trains": Reply(201, #"{"id": "44", "company": "Alpine", "mileage": 1}"#)])
    let train = try await rails.client.create(Train(company: "Alpine", mileage: 99))
    #expect(train == Train(id: 44, company: "Alpine", mileage: 1))
    #expect(rails.log == [#"POST /trains {"company": "Alpine"}"#])
    #expect(rails.server.requests[0].headers["content-type"] == "application/json")
    #expect(rails.server.requests[0].headers["accept"] == "application/json")
  }

  @Test func `a record that was saved here is created by the first push, and changed by the next`() async throws {
    let rails = try RailsServer([
      "POST /trains": Reply(201, #"{"id": 44, "company": "A"}"#),
      "PATCH /trains/44": Reply(200, #"{"id": 44, "company": "B"}"#),
    ])
    rails.client.trackEdits(of: Train.self)
    let trains = rails.store.table(Train.self)
    var train = try trains.create { $0.company = "A" }
    #expect(rails.client.edit(of: train)?.kind == .create)
    train = try #require(try await rails.client.push(train))
    #expect(train.id == 44 && rails.client.edit(of: train) == nil)
    try trains.update(&train) { $0.company = "B" }
    #expect(rails.client.edit(of: train)?.kind == .update)
    try await rails.client.push(train)
    #expect(rails.log == [#"POST /trains {"company": "A"}"#, #"PATCH /trains/44 {"company": "B"}"#])
    #expect(trains.records.all.map(\.id) == [44])
  }

  @Test func `an update by PUT sends all columns that are sent, also dates, arrays, dictionaries and null`()
    async throws
  {
    let rails = try RailsServer(["PUT /crates/x": Reply(204)], format: RESTFormat(updates: .put))
    var crate = Crate(id: "x", name: "A", weight: 1.5, count: 2, price: Decimal(string: "9.99"))
    (crate.tags, crate.sizes, crate.kind) = (["new"], ["w": 3], .tube)
    crate.packedAt = Date(timeIntervalSince1970: 981_173_106)
    #expect(try await rails.client.update(crate) == crate)
    #expect(
      try rails.members(0) == [
        "name": "A", "weight": 1.5, "count": 2, "price": "9.99", "is_open": false,
        "packed_at": "2001-02-03T04:05:06Z", "tags": ["new"], "sizes": ["w": 3], "kind": "tube",
      ])
    crate.price = nil
    try await rails.client.update(crate)
    guard case .dictionary(let members) = try rails.members(1) else { throw CocoaError(.formatting) }
    #expect(members["price"] == .null)
  }

  @Test(arguments: [Reply(200, "<html>OK</html>"), Reply(204), Reply(202, #"{"deleted": true}"#)])
  func `any success of a deletion deletes the record here`(_ reply: Reply) async throws {
    let rails = try RailsServer(["DELETE /trains/1": reply])
    var train = Train(id: 1, company: "A")
    try rails.store.table(Train.self).insert(&train)
    try await rails.client.delete(train)
    #expect(rails.store.table(Train.self).isEmpty)
  }

  @Test func `a record is asked for again, and so are its children and parents`() async throws {
    let rails = try RailsServer([
      "GET /trains/1": Reply(200, #"{"id": 1, "company": "B", "conductor_id": 5}"#),
      "GET /cars?train_id=1": Reply(200, #"[{"id": 10, "train_id": 1}, {"id": 11, "train_id": 1}]"#),
      "GET /plates?train_id=1": Reply(200, #"[{"id": 2, "text": "XY", "train_id": 1}, {"id": 3, "train_id": 1}]"#),
      "GET /conductors/5": Reply(200, #"{"id": 5, "name": "Ann"}"#),
    ])
    let train = try await rails.client.reload(Train(id: 1, company: "A"))
    #expect(train == Train(id: 1, company: "B", conductorID: 5))
    #expect(try await rails.client.fetch(\.cars, of: train).map(\.id) == [10, 11])
    #expect(try await rails.client.fetch(\.plate, of: train) == Plate(id: 2, text: "XY", trainID: 1))
    #expect(try await rails.client.fetch(\.conductor, of: train) == Conductor(id: 5, name: "Ann"))
    let unsaved = await #expect(throws: RESTError.self) { try await rails.client.fetch(\.cars, of: Train()) }
    #expect(unsaved?.reason == .noID(model: "Train"))
  }

  @Test func `calls block a thread, or have a handler`() async throws {
    let rails = try RailsServer([
      "GET /trains/1": Reply(200, #"{"id": 1, "company": "A"}"#), "POST /trains": Reply(500, "<html>Oops</html>"),
    ])
    let train = try await onThread { try rails.client.blocking { try await $0.get(Train.self, 1) } }
    #expect(train == Train(id: 1, company: "A"))
    let result = await withCheckedContinuation { continuation in
      rails.client.start(on: .global()) {
        try await $0.create(Train(company: "B"))
      } completion: {
        continuation.resume(returning: $0)
      }
    }
    let error = #expect(throws: RESTError.self) { try result.get() }
    #expect(error?.status == 500)
  }

  @Test(arguments: [RESTRequest.Method.get, .post, .put, .patch, .delete])
  func `requests of one's own have any method`(_ method: RESTRequest.Method) async throws {
    let rails = try RailsServer(["\(method.rawValue) /actions/sell?at=1": Reply(200, "3")])
    let address = rails.client.address.appending(path: "actions/sell")
    var request = RESTRequest(method, address, body: method == .post ? Data("{}".utf8) : nil)
    request.add(["at": 1])
    #expect(try await rails.client.send(request).body == Data("3".utf8))
    #expect(rails.store.commitCount == 0)
  }

  @Test func `a middleware adds headers and parameters, and sees the headers of responses`() async throws {
    let seen = Locked<String?>(nil)
    let rails = try RailsServer(
      ["GET /trains?company=A&locale=en": Reply(200, "[]", headers: ["X-Total-Count": "12"])],
      middleware: [
        .headers { ["X-Client": "7"] }, .parameters { ["locale": "en"] },
        .response { _, response in seen.withLock { $0 = response.headers["x-total-count"] } },
      ])
    try await rails.client.list(Train.self, where: ["company": "A"])
    #expect(rails.server.requests[0].headers["x-client"] == "7")
    #expect(seen.withLock { $0 } == "12")
  }
}
