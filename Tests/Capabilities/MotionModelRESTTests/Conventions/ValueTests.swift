import Foundation
import MotionModel
import MotionModelValidation
import Testing

@testable import MotionModelREST

/// What becomes of the values of a response, on sockets.
@Suite(.timeLimit(.patient)) struct ValueTests {
  @Test func `each kind of value is read, numbers also from text, and dates with and without a fraction`() async throws
  {
    let rails = try RailsServer([
      "GET /crates/1": Reply(
        200,
        #"""
        {"id": 1, "name": "A", "weight": "1.5", "count": "2", "price": "9.99", "is_open": true,
        "packed_at": "2001-02-03T05:05:06.5+01:00", "tags": ["new", "big"], "sizes": {"w": 3}, "kind": "tube"}
        """#),
      "GET /crates/2": Reply(200, #"{"id": "2", "price": 9.5, "packed_at": "2001-02-03T04:05:06Z"}"#),
    ])
    let crate = Crate(
      id: "1", name: "A", weight: 1.5, count: 2, price: Decimal(string: "9.99"), isOpen: true,
      packedAt: Date(timeIntervalSince1970: 981_173_106.5), tags: ["new", "big"], sizes: ["w": 3], kind: .tube)
    #expect(try await rails.client.get(Crate.self, "1") == crate)
    let other = Crate(id: "2", price: 9.5, packedAt: Date(timeIntervalSince1970: 981_173_106))
    #expect(try await rails.client.get(Crate.self, "2") == other)
  }

  @Test(arguments: [#"{"id": 1}"#, #"{"id": "1"}"#])
  func `ids are read from numbers and from text`(_ body: String) async throws {
    let rails = try RailsServer(["GET /trains/1": Reply(200, body), "GET /crates/1": Reply(200, body)])
    #expect(try await rails.client.get(Train.self, 1).id == 1)
    #expect(try await rails.client.get(Crate.self, "1").id == "1")
  }

  @Test(arguments: ["{}", #"{"id": null}"#, #"{"id": true}"#, #"{"id": {}}"#, #"{"id": 2}"#])
  func `a record without the id that was asked for is refused`(_ body: String) async throws {
    let rails = try RailsServer(["GET /trains/1": Reply(200, body)])
    let error = await #expect(throws: RESTError.self) { try await rails.client.get(Train.self, 1) }
    #expect(error?.status == 200 && rails.store.commitCount == 0)
  }

  @Test func `null clears, what is absent stays, and what does not fit is an error with its path`() async throws {
    let rails = try RailsServer([
      "GET /trains/1": Reply(200, #"{"id": 1, "max_speed": null}"#),
      "GET /trains/2": Reply(200, #"{"id": 2, "company": 3.5, "mileage": [1]}"#),
    ])
    for var train in [Train(id: 1, company: "A", maxSpeed: 100), Train(id: 2, company: "B")] {
      try rails.store.table(Train.self).insert(&train)
    }
    #expect(try await rails.client.get(Train.self, 1) == Train(id: 1, company: "A", maxSpeed: nil))
    let error = await #expect(throws: RESTError.self) { try await rails.client.get(Train.self, 2) }
    guard case .unexpected(let path, _)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "mileage")
    #expect(rails.store.table(Train.self).find(2) == Train(id: 2, company: "B"))
  }

  @Test func `columns are sent, read, both or neither, under names and in forms of the model's own`() async throws {
    let rails = try RailsServer([
      "POST /staff": Reply(201, #"{"member": {"id": 1, "full_name": "Ann", "born_at": 5, "secret": "?", "views": 9}}"#)
    ])
    let person = Member(name: "Ann", bornAt: Date(timeIntervalSince1970: 5), secret: "s", views: 4)
    let stored = try await rails.client.create(person)
    #expect(rails.log == [#"POST /staff {"member": {"full_name": "Ann", "born_at": 5, "secret": "s"}}"#])
    #expect(stored == Member(id: 1, name: "Ann", bornAt: person.bornAt, secret: "", views: 9))
  }

  @Test func `a response of another shape is brought into form by a middleware`() async throws {
    let rails = try RailsServer(
      ["GET /trains/1": Reply(200, #"{"data": {"id": 1, "company": "A"}}"#)],
      middleware: [
        .response { _, response in
          let body = try JSONDecoder().decode(AttributeValue.self, from: response.body)
          guard case .dictionary(let members) = body, let data = members["data"] else { return }
          response.body = try JSONEncoder().encode(data)
        }
      ])
    #expect(try await rails.client.get(Train.self, 1).company == "A")
  }

  @Test func `errors have the status of the response, its words and its body`() async throws {
    let rails = try RailsServer([
      "GET /trains/1": Reply(500, "<html>Oops</html>"), "PATCH /trains/1": Reply(204),
      "POST /trains": Reply(422, #"{"errors": {"max_speed": ["must be greater than 0"]}}"#),
      "DELETE /trains/1": Reply(405),
    ])
    let page = await #expect(throws: RESTError.self) { try await rails.client.get(Train.self, 1) }
    #expect(page?.status == 500 && page?.response?.body == Data("<html>Oops</html>".utf8))
    let missing = await #expect(throws: RESTError.self) { try await rails.client.get(Train.self, 2) }
    #expect(missing?.description == "GET /trains/2 failed, because the server answered with 404 Not Found.")
    let invalid = await #expect(throws: RESTError.self) { try await rails.client.create(Train(maxSpeed: -1)) }
    #expect(invalid?.fieldErrors == ["max_speed": ["must be greater than 0"]])
    #expect(
      invalid?.validationErrors(for: Train.self).on("maxSpeed").fullMessages == ["Max speed must be greater than 0"])
    let refused = await #expect(throws: RESTError.self) { try await rails.client.delete(Train(id: 1)) }
    #expect(refused?.status == 405)
    #expect(rails.store.commitCount == 0)
    #expect(try await rails.client.update(Train(id: 1, company: "A")) == Train(id: 1, company: "A"))
  }
}
