import Foundation
import MotionModel
import MotionModelREST

extension RailsClient {
  /// Work without a connection.
  func checkOffline() async {
    checks.section("Offline, and back")
    await checks.check("what was created, changed and deleted without a connection is sent in order, and once") {
      let client = tracking()
      let (store, outbox) = (client.store, RESTOutbox(client))
      let old = try await client.create(Self.customer("Old"))
      var changed = try await client.create(Self.customer("Changed"))
      let track = try await track(client, try await album(client))
      await wire.plug(false)
      let customer = try store.table(Customer.self).create(Self.customer("New"))
      let invoice = try store.table(Invoice.self).create { ($0.customerID, $0.total) = (customer.id, 3) }
      for count in 1...2 {
        try store.table(InvoiceLine.self).create { line in
          (line.invoiceID, line.trackID, line.quantity) = (invoice.id, track.id, count)
        }
      }
      try store.table(Customer.self).update(&changed) { $0.firstName = "Carl" }
      try store.table(Customer.self).destroy(old.id)
      try expect(try await outbox.send().sent, 0)
      var isRefused = false
      do { try await client.list(Invoice.self) } catch let error as RESTError { isRefused = error.isTemporary }
      try expect([isRefused ? 1 : 0, store.table(Invoice.self).count], [1, 1])
      await wire.plug(true)
      _ = await wire.takeLog()
      try outbox.retryAll()
      let report = try await outbox.send()
      try expect([report.sent, report.failed, report.onHold], [6, 0, 0])
      try await expectSame(client)
    }
    await checks.check("what Rails refuses is put on hold with its errors, others go on, and a correction is sent") {
      let client = tracking()
      let (store, outbox) = (client.store, RESTOutbox(client))
      var bad = try store.table(Customer.self).create { ($0.lastName, $0.email) = ("", "f@example.org") }
      let good = try store.table(Customer.self).create(Self.customer())
      try store.table(Invoice.self).create { $0.customerID = bad.id }
      let report = try await outbox.send()
      try expect([report.sent, report.onHold], [1, 1])
      try expect(client.edit(of: bad)?.fieldErrors, ["last_name": ["can't be blank"]])
      try expect(client.edit(of: good), nil)
      try store.table(Customer.self).update(&bad) { $0.lastName = "Corrected" }
      try expect(try await outbox.send().sent, 2)
      try await expectSame(client)
    }
    await checks.check("edits are saved, and sent after the next start") {
      let client = tracking()
      var customer = try await client.create(Self.customer())
      try client.store.table(Customer.self).update(&customer) { $0.firstName = "Later" }
      let file = FileManager.default.temporaryDirectory.appending(path: "rails-\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try client.store.save(to: file)
      let store = Store()
      try store.load(from: file, models: [Customer.self] + RESTClient.notes)
      let next = tracking(store)
      try expect(try await RESTOutbox(next).send().sent, 1)
      try await expectSame(next)
    }
  }

  /// Throws if what a client has of customers and invoices is not what Rails has of them, or if something waits.
  func expectSame(_ client: RESTClient, line: Int = #line) async throws {
    let (store, other) = (client.store, self.client())
    try expect(store.table(RemoteEdit.self).all.map(\.id), [], line: line)
    for customer in store.table(Customer.self).all {
      try expect(try await other.get(Customer.self, customer.id), customer, line: line)
    }
    for invoice in store.table(Invoice.self).all {
      try expect(try await other.get(Invoice.self, invoice.id), invoice, line: line)
      let lines = store.table(InvoiceLine.self).where(\.invoiceID == invoice.id).order(by: \.quantity).all
      try expect(try await other.fetch(\.lines, of: invoice).sorted { $0.quantity < $1.quantity }, lines, line: line)
    }
  }

  /// Creations whose response is lost.
  func checkLostResponses() async {
    checks.section("Once")
    await checks.check("a change and a deletion whose responses are lost are sent again") {
      let client = tracking()
      var customer = try await client.create(Self.customer())
      try client.store.table(Customer.self).update(&customer) { $0.firstName = "Ann" }
      await wire.loseResponses(1)
      let lost = try await refusal(RESTError.self) { try await client.push(customer) }
      try expect([lost.isTemporary, lost.mayHaveArrived], [true, true])
      try await client.push(customer)
      try await expectSame(client)
      try client.store.table(Customer.self).destroy(customer.id)
      await wire.loseResponses(1)
      _ = try await refusal(RESTError.self) { try await client.push(customer) }
      try await client.push(customer)
      try expect(client.store.table(RemoteEdit.self).count, 0)
    }
    let how = honoursKeys ? "by its key" : "by a value that is made here"
    await checks.check("a creation whose response is lost is found again \(how)") {
      let client = tracking()
      let customer = try client.store.table(Customer.self).create(Self.customer())
      await wire.loseResponses(1)
      _ = try await refusal(RESTError.self) { try await client.push(customer) }
      let pushed = try await client.push(customer)
      try expect(pushed?.token, customer.token)
      let token = AttributeValue.string(customer.token ?? "")
      try expect(try await self.client().list(Customer.self, where: ["token": token]).count, 1)
      try await expectSame(client)
    }
    await checks.check(
      honoursKeys
        ? "a record that has no such value is created once, too"
        : "a creation of which nothing can be known is left to a person"
    ) {
      let client = tracking()
      let outbox = RESTOutbox(client)
      let city = Self.unique("Montréal")
      let customer = try await client.create(Self.customer())
      let invoice = try client.store.table(Invoice.self).create {
        ($0.customerID, $0.billingCity) = (customer.id, city)
      }
      await wire.loseResponses(1)
      try await outbox.send()
      try outbox.retryAll()
      let report = try await outbox.send()
      try expect([report.sent, report.onHold], honoursKeys ? [1, 0] : [0, 1])
      try expect(client.edit(of: invoice)?.onHold, honoursKeys ? nil : .outcomeUnknown)
      try expect(try await self.client().list(Invoice.self, where: ["billing_city": .string(city)]).count, 1)
    }
  }
}
