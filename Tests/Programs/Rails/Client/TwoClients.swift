import Foundation
import MotionModel
import MotionModelREST
import MotionModelTestSupport

extension RailsClient {
  /// Two clients that change the same customers at random, over connections that come and go.
  func checkTwoClients() async {
    checks.section("Two clients")
    let seed =
      ProcessInfo.processInfo.environment["MOTIONMODEL_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)
    await checks.check("after 300 random steps of two clients over a bad connection, all three agree (seed \(seed))") {
      var random = SplitMix64(seed: seed)
      var clients: [(client: RESTClient, outbox: RESTOutbox, wire: Wire)] = []
      for _ in 0..<2 {
        let wire = Wire()
        let client = tracking(Store(), .theirs, wire: wire)
        let luck = Luck(random.next())
        await wire.setWeather { try luck.isResponseLost() }
        clients.append((client, RESTOutbox(client), wire))
      }
      // Only records of this run are looked at.
      let email = "\(seed)-\(UUID().uuidString.prefix(4))@example.org"
      for _ in 0..<300 {
        let (client, outbox, wire) = clients[Int.random(in: 0...1, using: &random)]
        try await step(Int.random(in: 0..<10, using: &random), client, outbox, wire, email, &random)
      }
      try await settle(clients.map { ($0.client, $0.outbox) }, clients.map(\.wire), email)
      let rails = try await self.client().list(Customer.self, where: ["email": .string(email)])
      for (client, _, _) in clients {
        try expect(client.store.table(Customer.self).order(by: \.id).all, rails)
      }
    }
  }

  private func step(
    _ number: Int, _ client: RESTClient, _ outbox: RESTOutbox, _ wire: Wire, _ email: String, _ random: inout SplitMix64
  ) async throws {
    let customers = client.store.table(Customer.self)
    switch number {
    case 0, 1:
      var customer = Self.customer("\(Int.random(in: 0..<1000, using: &random))")
      customer.email = email
      try customers.insert(&customer)
    case 2, 3, 4:
      guard var customer = customers.all.randomElement(using: &random) else { return }
      let text = "\(Int.random(in: 0..<1000, using: &random))"
      let isFirst = Bool.random(using: &random)
      try customers.update(&customer) { if isFirst { $0.firstName = text } else { $0.lastName = text } }
    case 5:
      guard let customer = customers.all.randomElement(using: &random) else { return }
      try customers.destroy(customer.id)
    case 6: await wire.plug(Bool.random(using: &random))
    case 7: try? await refresh(client, email)
    default:
      try outbox.retryAll()
      try await outbox.send()
    }
  }

  /// Lets both clients send and read until nothing waits.
  private func settle(_ clients: [(RESTClient, RESTOutbox)], _ wires: [Wire], _ email: String) async throws {
    for wire in wires {
      await wire.plug(true)
      await wire.setWeather { false }
    }
    for _ in 0..<6 {
      for (client, outbox) in clients {
        try await refresh(client, email)
        try outbox.retryAll()
        try await outbox.send()
      }
    }
    for ((client, _), wire) in zip(clients, wires) {
      try await refresh(client, email)
      let left = client.store.table(RemoteEdit.self).all.map { "\($0.id) \($0.problem ?? "")" }
      if left.isEmpty { continue }
      // The order of the requests is not that of another run with the same seed, so all that was said is printed.
      throw Difference(description: "\(left) are left after\n\(await wire.takeLog().joined(separator: "\n"))")
    }
  }

  /// Reads the list, and deletes what it does not have and nobody edited here.
  private func refresh(_ client: RESTClient, _ email: String) async throws {
    try await client.list(Customer.self, where: ["email": .string(email)], replacing: .all)
  }
}

/// Decides by chance what becomes of requests.
private final class Luck: Sendable {
  private let random: Locked<SplitMix64>

  init(_ seed: UInt64) { random = Locked(SplitMix64(seed: seed)) }

  func isResponseLost() throws -> Bool {
    switch random.withLock({ Int.random(in: 0..<10, using: &$0) }) {
    case 0: throw RESTFailure.timedOut
    case 1: true
    default: false
    }
  }
}
