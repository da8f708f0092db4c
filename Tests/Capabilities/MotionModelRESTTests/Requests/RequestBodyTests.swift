import Foundation
import MotionModel
import Testing

@testable import MotionModelREST

/// A document that refuses to be encoded.
private struct Sealed: Codable, Equatable, Sendable {
  struct Refusal: Error {}

  var isOpen = true

  func encode(to encoder: any Encoder) throws {
    if !isOpen { throw Refusal() }
    var container = encoder.singleValueContainer()
    try container.encode(isOpen)
  }

  init(isOpen: Bool) { self.isOpen = isOpen }
  init(from decoder: any Decoder) throws { isOpen = try decoder.singleValueContainer().decode(Bool.self) }
}

private struct Casket: RemoteModel, Equatable {
  var id = 0
  var name = ""
  var content = Sealed(isOpen: true)

  static let schema = Schema<Casket> {
    Column(\.name)
    Column(\.content)
  }
  static let remote: Remote<Casket> = []
}

struct RequestBodyTests {
  @Test func `a value that refuses to be encoded is not sent as null`() async throws {
    let (client, store, _) = RESTClient.scripted([])
    var casket = Casket(name: "C", content: Sealed(isOpen: false))
    let created = await #expect(throws: RESTError.self) { try await client.create(casket) }
    #expect(
      created?.description.hasPrefix(
        "The request cannot be sent, because the column \"content\" of the Casket cannot be sent: ") == true)
    (casket.id, casket.content) = (1, Sealed(isOpen: true))
    try store.replicating { try store.table(Casket.self).replicate([casket]) }
    casket.content = Sealed(isOpen: false)
    let changed = casket
    await #expect(throws: RESTError.self) { try await client.update(changed) }
  }
}
