import Foundation
import MotionModel
import Testing

@testable import MotionModelREST

/// Where records are, and what a query looks like, on sockets.
@Suite(.timeLimit(.patient)) struct AddressTests {
  private static let train = Reply(200, #"{"id": 1, "company": "Alpine"}"#)

  @Test(arguments: [("", "/trains/1"), ("/", "/trains/1"), ("/api", "/api/trains/1"), ("/api//", "/api/trains/1")])
  func `an address may have a path, and slashes at its end`(_ path: String, _ target: String) async throws {
    let rails = try RailsServer(["GET \(target)": Self.train], path: path)
    #expect(try await rails.client.get(Train.self, 1).company == "Alpine")
    #expect(rails.log == ["GET \(target)"])
  }

  @Test func `a resource is at the plural of its model's name`() async throws {
    let rails = try RailsServer([
      "GET /branches": Reply(200, #"[{"id": 1, "name": "A"}]"#),
      "GET /http_servers/1": Reply(
        200, #"{"id": 1, "api_url": "u", "user_id": 2, "is_vip_user": true, "number_of_cars": 3}"#),
      "GET /staff/7": Reply(200, #"{"member": {"id": 7, "full_name": "Ann", "born_at": 86400, "views": 2}}"#),
    ])
    #expect(try await rails.client.list(Branch.self) == [Branch(id: 1, name: "A")])
    let server = HTTPServer(id: 1, apiURL: "u", userID: 2, isVIPUser: true, numberOfCars: 3)
    #expect(try await rails.client.get(HTTPServer.self, 1) == server)
    let person = Member(id: 7, name: "Ann", bornAt: Date(timeIntervalSince1970: 86_400), views: 2)
    #expect(try await rails.client.get(Member.self, 7) == person)
  }

  @Test func `ids are part of the path, whatever characters they have`() async throws {
    let rails = try RailsServer(["GET /crates/a%2Fb%20%3F%C3%A9": Reply(200, #"{"id": "a/b ?é", "name": "A"}"#)])
    #expect(try await rails.client.get(Crate.self, "a/b ?é").name == "A")
  }

  @Test func `a query has arrays and dictionaries in brackets, in order, and there is none without parameters`()
    async throws
  {
    let query = "list%5B%5D=a%26b&list%5B%5D=2&open=true&ratio=0.5&speed%5Bfrom%5D=1&speed%5Bto%5D=2&none="
    let rails = try RailsServer(["GET /trains?\(query)": Reply(200, "[]"), "GET /trains": Reply(200, "[]")])
    try await rails.client.list(
      Train.self,
      where: [
        "list": ["a&b", 2], "open": true, "ratio": 0.5, "speed": ["to": 2, "from": 1], "empty": [], "none": .null,
      ])
    try await rails.client.list(Train.self)
    #expect(rails.log == ["GET /trains?\(query)", "GET /trains"])
  }

  @Test func `records inside of others are at the others' addresses`() async throws {
    let rails = try RailsServer([
      "GET /cars/10/seats": Reply(200, #"[{"id": "a", "car_id": 10}]"#), "DELETE /cars/10/seats/a": Reply(204),
    ])
    let seats = try await rails.client.fetch(\.seats, of: Car(id: 10))
    #expect(seats == [Seat(id: "a", carID: 10)])
    try await rails.client.delete(seats[0])
    #expect(rails.log == ["GET /cars/10/seats", "DELETE /cars/10/seats/a"])
  }
}
