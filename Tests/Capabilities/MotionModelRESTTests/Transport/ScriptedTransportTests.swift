import Foundation
import MotionModel
import Testing

@testable import MotionModelREST

struct ScriptedTransportTests {
  private func request(_ method: RESTRequest.Method, _ target: String, _ body: String? = nil) throws -> RESTRequest {
    RESTRequest(method, .example(target), body: body.map { Data($0.utf8) })
  }

  @Test func `requests are answered in the order of the script`() async throws {
    let transport = ScriptedTransport([
      .on(.get, "/a?b=c", json: "1"), .on(.post, "/a", body: "{}", json: "2"),
      .init(.put, "/a", .failure(.connectionLost)),
    ])
    #expect(try await transport.send(request(.get, "/a?b=c"), bodyLimit: 9).body == Data("1".utf8))
    let created = try await transport.send(request(.post, "/a", "{}"), bodyLimit: 9)
    #expect(created.status == 201)
    #expect(!transport.isFinished)
    await #expect(throws: RESTFailure.connectionLost) { try await transport.send(request(.put, "/a"), bodyLimit: 9) }
    #expect(transport.isFinished)
    #expect(transport.requests.map(\.description) == ["GET /a", "POST /a", "PUT /a"])
  }

  @Test func `a request that is not next fails, and the script stays where it is`() async throws {
    let transport = ScriptedTransport([.on(.post, "/a", body: "{}"), .on(.get, "/b", json: "123")])
    for other in [try request(.post, "/b", "{}"), try request(.put, "/a", "{}"), try request(.post, "/a", "[]")] {
      await #expect(throws: RESTFailure.notInScript) { try await transport.send(other, bodyLimit: 9) }
    }
    _ = try await transport.send(request(.post, "/a", "{}"), bodyLimit: 9)
    await #expect(throws: RESTFailure.bodyTooLarge) { try await transport.send(request(.get, "/b"), bodyLimit: 2) }
    await #expect(throws: RESTFailure.notInScript) { try await transport.send(request(.get, "/b"), bodyLimit: 9) }
  }
}
