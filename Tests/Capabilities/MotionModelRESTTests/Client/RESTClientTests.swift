import Foundation
import MotionModel
import Testing

@testable import MotionModelREST

struct RESTClientTests {
  @Test func `a list is stored in one commit and returned in its order`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(
        .get,
        "/api/trains?company=A&ids%5B%5D=2&ids%5B%5D=1",
        json: #"[{"id": 2, "company": "A"}, {"id": 1, "company": "A"}]"#)
    ])
    let list = try await client.list(Train.self, where: ["company": "A", "ids": [2, 1]])
    #expect(list.map(\.id) == [2, 1])
    #expect(store.commitCount == 1)
    #expect(transport.isFinished)
  }

  @Test func `a created record is stored under the server's id`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(
        .post,
        "/api/trains", body: #"{"company": "Alpine", "conductor_id": 5}"#,
        json: #"{"id": 44, "company": "Alpine", "mileage": 1}"#)
    ])
    let train = try await client.create(Train(company: "Alpine", mileage: 99, conductorID: 5))
    #expect(train == Train(id: 44, company: "Alpine", mileage: 1))
    #expect(store.table(Train.self).records.all == [train])
    #expect(transport.requests[0].headers["Content-Type"] == "application/json")
  }

  @Test func `a record that is stored under an id of this store is not created`() async throws {
    let (client, store, transport) = RESTClient.scripted([])
    let train = try store.table(Train.self).create { $0.company = "A" }
    let error = await #expect(throws: RESTError.self) { try await client.create(train) }
    #expect(error?.reason == .storedLocally(model: "Train"))
    #expect(
      error?.description
        == "The request cannot be sent, because the Train is stored under an id that the server did not give.")
    #expect(transport.requests.isEmpty)
  }

  @Test func `a record whose id is made here is sent with it, and need not be answered`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.post, "/api/letters", body: #"{"id": "x", "text": "Hello"}"#, status: 204)
    ])
    var letter = Letter(id: "x", text: "Hello")
    try store.table(Letter.self).insert(&letter)
    #expect(try await client.create(letter) == letter)
    #expect(transport.isFinished)
  }

  @Test func `an update sends what differs from the stored record`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(
        .patch,
        "/api/trains/1", body: #"{"max_speed": 220.0, "conductor_id": null}"#, json: #"{"id": 1, "max_speed": 200}"#)
    ])
    var train = Train(id: 1, company: "A", maxSpeed: 100, mileage: 7, conductorID: 3)
    try store.table(Train.self).insert(&train)
    (train.maxSpeed, train.conductorID, train.mileage) = (220, nil, 8)
    #expect(try await client.update(train) == Train(id: 1, company: "A", maxSpeed: 200, mileage: 7, conductorID: 3))
    #expect(transport.isFinished)
  }

  @Test func `an update without a response stores what was sent`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.patch, "/api/trains/1", body: #"{"max_speed": 220.0}"#, status: 204)
    ])
    var train = Train(id: 1, company: "A", maxSpeed: 100, mileage: 7)
    try store.table(Train.self).insert(&train)
    (train.maxSpeed, train.mileage) = (220, 8)
    #expect(try await client.update(train) == Train(id: 1, company: "A", maxSpeed: 220, mileage: 7))
  }

  @Test func `an update without a difference sends nothing`() async throws {
    let (client, store, transport) = RESTClient.scripted([])
    var train = Train(id: 1, company: "A")
    try store.table(Train.self).insert(&train)
    #expect(try await client.update(train) == train)
    #expect(transport.requests.isEmpty)
  }

  @Test func `an update of a record that is not stored, and every PUT, sends all columns`() async throws {
    let all = #"{"company": "A", "max_speed": null, "built_at": null, "conductor_id": null}"#
    let (client, _, transport) = RESTClient.scripted([.on(.patch, "/api/trains/1", body: all, json: #"{"id": 1}"#)])
    try await client.update(Train(id: 1, company: "A"))
    #expect(transport.isFinished)
    let (other, store, put) = RESTClient.scripted(
      [.on(.put, "/api/trains/1", body: all, json: #"{"id": 1}"#)], format: RESTFormat(updates: .put))
    var train = Train(id: 1, company: "A")
    try store.table(Train.self).insert(&train)
    try await other.update(train)
    #expect(put.isFinished)
  }

  @Test func `an update sends the lock version, and no times`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.get, "/api/tickets/1", json: #"{"id": 1, "lock_version": 4}"#),
      .on(
        .patch,
        "/api/tickets/1", body: #"{"name": "x", "lock_version": 4}"#,
        json: #"{"id": 1, "name": "x", "lock_version": 5}"#),
    ])
    var ticket = try await client.get(Ticket.self, 1)
    ticket.name = "x"
    #expect(try await client.update(ticket).lockVersion == 5)
    #expect(transport.isFinished && store.table(Ticket.self).find(1)?.name == "x")
  }

  @Test func `times and versions with names of their own have these names on the wire`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.get, "/api/memos/1", json: #"{"id": 1, "created_at": "2001-01-01T00:00:00Z", "lock_version": 4}"#),
      .on(
        .patch,
        "/api/memos/1", body: #"{"text": "x", "lock_version": 4}"#,
        json: #"{"id": 1, "text": "x", "updated_at": "2002-01-01T00:00:00Z", "lock_version": 5}"#),
    ])
    var memo = try await client.get(Memo.self, 1)
    #expect(memo.created == Date(timeIntervalSince1970: 978_307_200) && memo.version == 4)
    memo.text = "x"
    let updated = try await client.update(memo)
    #expect(updated.version == 5 && updated.changed == Date(timeIntervalSince1970: 1_009_843_200))
    #expect(transport.isFinished && store.table(Memo.self).all == [updated])
  }

  @Test func `a deleted record is deleted here too, with what depends on it`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.delete, "/api/trains/1"), .on(.delete, "/api/trains/2", status: 404),
    ])
    for var train in [Train(id: 1), Train(id: 2)] { try store.table(Train.self).insert(&train) }
    for var car in [Car(id: 1, trainID: 1), Car(id: 2, trainID: 2)] { try store.table(Car.self).insert(&car) }
    try await client.delete(Train(id: 1))
    let after = Railway(store)
    #expect(after.trains == [Train(id: 2)] && after.cars == [Car(id: 2, trainID: 2)])
    let error = await #expect(throws: RESTError.self) { try await client.delete(Train(id: 2)) }
    #expect(error?.status == 404)
    #expect(Railway(store) == after)
  }

  @Test func `relations are fetched by their keys`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.get, "/api/cars?train_id=1", json: #"[{"id": 10, "train_id": 1}]"#),
      .on(.get, "/api/plates?train_id=1&year=3", json: #"[{"id": 2, "text": "XY", "train_id": 1}]"#),
      .on(.get, "/api/plates?train_id=1", json: "[]"),
      .on(.get, "/api/conductors/5", json: #"{"id": 5, "name": "Ann"}"#),
      .on(.get, "/api/cars/10/seats", json: #"[{"id": "a", "car_id": 10}]"#),
    ])
    let train = Train(id: 1, conductorID: 5)
    #expect(try await client.fetch(\.cars, of: train) == [Car(id: 10, trainID: 1)])
    #expect(try await client.fetch(\.plate, of: train, where: ["year": 3]) == Plate(id: 2, text: "XY", trainID: 1))
    #expect(try await client.fetch(\.plate, of: train) == nil)
    #expect(try await client.fetch(\.conductor, of: train) == Conductor(id: 5, name: "Ann"))
    #expect(try await client.fetch(\.conductor, of: Train(id: 1)) == nil)
    #expect(try await client.fetch(\.seats, of: Car(id: 10)) == [Seat(id: "a", carID: 10)])
    #expect(transport.isFinished && store.table(Seat.self).count == 1)
  }

  @Test func `fetched children get the key that their objects lack, and only then`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(
        .get, "/api/cars?train_id=1", json: #"[{"id": 10}, {"id": 11, "train_id": 2}, {"id": 12, "train_id": null}]"#),
      .on(.get, "/api/plates?train_id=1", json: #"[{"id": 2, "text": "XY"}]"#),
      .on(.get, "/api/cars/10/seats", json: #"[{"id": "a"}]"#),
    ])
    let train = Train(id: 1)
    #expect(
      try await client.fetch(\.cars, of: train)
        == [Car(id: 10, trainID: 1), Car(id: 11, trainID: 2), Car(id: 12, trainID: nil)])
    #expect(try await client.fetch(\.plate, of: train) == Plate(id: 2, text: "XY", trainID: 1))
    #expect(try await client.fetch(\.seats, of: Car(id: 10)) == [Seat(id: "a", carID: 10)])
    #expect(transport.isFinished && store.of(train).cars.ids == [10])
  }

  @Test func `children that moved here belong to the record that they were fetched of`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.get, "/api/cars?train_id=1", json: #"[{"id": 10, "length": 5}]"#),
      .on(.get, "/api/cars?train_id=1", json: #"[{"id": 11}]"#),
    ])
    var car = Car(id: 10, length: 1, trainID: 2)
    try store.table(Car.self).insert(&car)
    #expect(try await client.fetch(\.cars, of: Train(id: 1)) == [Car(id: 10, length: 5, trainID: 1)])
    try await client.fetch(\.cars, of: Train(id: 1), missing: .delete)
    #expect(store.table(Car.self).records.all == [Car(id: 11, trainID: 1)])
  }

  @Test func `records get the columns that the path says and their objects lack`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.get, "/api/cars/3/seats", json: #"[{"id": "a"}, {"id": "b", "car_id": 4}]"#),
      .on(.get, "/api/cars/3/seats/c", json: #"{"id": "c"}"#),
      .on(.post, "/api/cars/5/seats", body: #"{"car_id": 5}"#, json: #"{"id": "d"}"#),
      .on(.get, "/api/cars/x/seats", json: #"[{"id": "e"}]"#),
      .on(.get, "/api/cars/6/seats", json: #"[{"id": "f"}]"#),
      .on(.patch, "/api/cars/7/seats/g", body: #"{"car_id": 7}"#, json: #"{"id": "g"}"#),
    ])
    #expect(
      try await client.list(Seat.self, where: ["car_id": 3]) == [Seat(id: "a", carID: 3), Seat(id: "b", carID: 4)])
    #expect(try await client.get(Seat.self, "c", where: ["car_id": 3]) == Seat(id: "c", carID: 3))
    #expect(try await client.create(Seat(id: "", carID: 5)) == Seat(id: "d", carID: 5))
    // A parameter that is no value of the column is only a part of the address.
    #expect(try await client.list(Seat.self, where: ["car_id": "x"]) == [Seat(id: "e", carID: nil)])
    for try await page in client.pages(of: Seat.self, where: ["car_id": 6]) {
      #expect(page.records == [Seat(id: "f", carID: 6)])
    }
    #expect(try await client.update(Seat(id: "g", carID: 7)) == Seat(id: "g", carID: 7))
    #expect(transport.isFinished && store.table(Seat.self).count == 7)
  }

  @Test func `parameters of a creation are in the address`() async throws {
    let (client, _, transport) = RESTClient.scripted([
      .on(.post, "/api/trains?notify=1&company=x", body: #"{"company": "A"}"#, json: #"{"id": 1, "company": "A"}"#)
    ])
    try await client.create(Train(company: "A"), where: ["notify": 1, "company": "x"])
    #expect(transport.isFinished)
  }

  @Test func `the parameters of a path come from the query, the record, or the stored record`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.get, "/api/cars/3/seats/a%20b?x=1", json: #"{"id": "a b", "car_id": 3}"#),
      .on(.get, "/api/cars/3/seats/a%20b", json: #"{"id": "a b"}"#),
      .on(.get, "/api/cars/3/seats/a%20b", json: #"{"id": "a b"}"#),
      .on(.post, "/api/cars/4/seats", body: #"{"car_id": 4}"#, json: #"{"id": "c"}"#),
    ])
    let seat = try await client.get(Seat.self, "a b", where: ["car_id": 3, "x": 1])
    try await client.get(Seat.self, "a b")
    try await client.reload(seat)
    try await client.create(Seat(id: "", carID: 4))
    #expect(transport.isFinished && store.table(Seat.self).count == 2)
    let error = await #expect(throws: RESTError.self) { try await client.get(Seat.self, "z") }
    #expect(
      error?.description == "The request cannot be sent, because the path of Seat needs a value for \"car_id\".")
  }

  @Test(arguments: ["", ".", ".."])
  func `an id that no address can have is refused`(_ id: String) async throws {
    let (client, _, transport) = RESTClient.scripted([])
    let error = await #expect(throws: RESTError.self) { try await client.get(Letter.self, id) }
    #expect(error?.reason == .noID(model: "Letter"))
    #expect(transport.requests.isEmpty)
  }

  @Test func `roots, prefix and headers are as declared`() async throws {
    let (client, _, transport) = RESTClient.scripted(
      [
        .on(.get, "/api/v1/trains", json: #"{"trains": [{"id": 1, "company": "A"}], "meta": {"total": 1}}"#),
        .on(
          .post, "/api/v1/trains", body: #"{"train": {"company": "B"}}"#, json: #"{"train": {"id": 2, "company": "B"}}"#
        ),
      ], format: RESTFormat(roots: .wrapped, prefix: "v1"), headers: ["Accept-Language": "de"])
    #expect(try await client.list(Train.self).map(\.id) == [1])
    #expect(try await client.create(Train(company: "B")).id == 2)
    #expect(transport.requests.map { $0.headers["Accept-Language"] } == ["de", "de"])
    #expect(transport.requests[0].headers["Accept"] == "application/json")
  }

  @Test func `redirects are followed, up to the limit`() async throws {
    let hop = { (target: String, next: String) in
      ScriptedTransport.Exchange.on(.get, target, status: 302, headers: ["Location": next])
    }
    var limits = RESTLimits.patient
    limits.redirects = 2
    let (client, _, _) = RESTClient.scripted(
      [
        hop("/api/trains/1", "/b"), hop("/b", "https://other.org/c"), .on(.get, "/c", json: #"{"id": 1}"#),
        hop("/api/trains/2", "/b"), hop("/b", "/c"), hop("/c", "/d"),
      ], limits: limits)
    #expect(try await client.get(Train.self, 1).id == 1)
    let error = await #expect(throws: RESTError.self) { try await client.get(Train.self, 2) }
    #expect(error?.reason == .redirect(.tooMany))
    #expect(error?.description == "GET /c failed, because its redirect is not followed: there were too many.")
  }

  @Test func `an address without TLS is refused unless the limits allow it`() async throws {
    let transport = ScriptedTransport([.on(.get, "/trains/1", json: #"{"id": 1}"#)])
    let address = URL.example(scheme: "http")
    let client = RESTClient(address, store: Store(), transport: transport)
    let error = await #expect(throws: RESTError.self) { try await client.get(Train.self, 1) }
    #expect(error?.reason == .insecure && transport.requests.isEmpty)
    var limits = RESTLimits.patient
    limits.allowsPlainHTTP = true
    try await RESTClient(address, store: Store(), transport: transport, limits: limits).get(Train.self, 1)
  }

  @Test func `a header that cannot be sent is refused`() async throws {
    let (client, _, transport) = RESTClient.scripted([], headers: ["X-A": "b\r\nX-B: c"])
    let error = await #expect(throws: RESTError.self) { try await client.get(Train.self, 1) }
    #expect(error?.reason == .invalidHeader(name: "X-A") && transport.requests.isEmpty)
  }

  @Test(.timeLimit(.patient)) func `a request whose time is over is cancelled`() async throws {
    var limits = RESTLimits.patient
    limits.time = .milliseconds(20)
    let address = URL.example()
    let client = RESTClient(address, store: Store(), transport: SilentTransport(), limits: limits)
    let error = await #expect(throws: RESTError.self) { try await client.get(Train.self, 1) }
    #expect(error?.reason == .failure(.timedOut))
    #expect(error?.mayHaveArrived == true && error?.isTemporary == true)
  }

  @Test(.timeLimit(.patient)) func `a cancelled call throws that it was cancelled`() async throws {
    let address = URL.example()
    let client = RESTClient(address, store: Store(), transport: SilentTransport(), limits: .patient)
    let call = Task { try await client.get(Train.self, 1) }
    try await Task.sleep(for: .milliseconds(5))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }
}

/// A server that never answers.
struct SilentTransport: RESTTransport {
  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    try await Task.sleep(for: .seconds(7_200))
    throw RESTFailure.connectionLost
  }
}

struct Letter: RemoteModel, Equatable {
  var id = ""
  var text = ""
  static let schema = Schema<Letter> { Column(\.text) }
  static let remote: Remote<Letter> = [.sendsID]
}
