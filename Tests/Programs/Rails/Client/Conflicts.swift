import Foundation
import MotionModel
import MotionModelREST

extension RailsClient {
  /// Rails' optimistic locking.
  func checkConflicts() async {
    checks.section("Conflicts")
    await checks.check("an update of an outdated record is refused with 409") {
      let client = client()
      let customer = try await client.create(Self.customer())
      try await client.update(customer) { $0.firstName = "Ann" }
      let other = self.client()
      let error = try await refusal(RESTError.self) {
        var outdated = customer
        outdated.firstName = "Bob"
        try await other.update(outdated, from: customer)
      }
      try expect(error.status, 409)
    }
    await checks.check("what only one side changed is merged, and sent again") {
      let (client, customer, _) = try await changedElsewhere { $0.firstName = "Ann" }
      var mine = customer
      try client.store.table(Customer.self).update(&mine) { $0.height = 2 }
      let merged = try await client.push(customer)
      try expect(
        [merged?.firstName, merged?.height.map { "\($0)" }, merged.map { "\($0.lockVersion)" }],
        [
          "Ann", "2.0", "2",
        ])
      try expect(client.store.table(RemoteEdit.self).count, 0)
    }
    for choice in RemoteConflict.Choice.allCases {
      await checks.check("what both sides changed is a conflict, in which a person decides for \(choice)") {
        let (client, customer, other) = try await changedElsewhere { $0.firstName = "Ann" }
        var mine = customer
        try client.store.table(Customer.self).update(&mine) { $0.firstName = "Bob" }
        let error = try await refusal(RESTError.self) { _ = try await client.push(customer) }
        try expect(error.reason, .conflict(model: "Customer", columns: ["firstName"]))
        let conflict = try expectOne(client.openConflicts(of: customer))
        try expect([conflict.base, conflict.mine, conflict.theirs], [nil, .string("Bob"), .string("Ann")])
        try client.resolve(conflict, of: customer, choice)
        try await client.push(customer)
        let name = choice == .mine ? "Bob" : "Ann"
        try expect(client.store.table(Customer.self).find(customer.id)?.firstName, name)
        try expect(try await other.reload(customer).firstName, name)
        try expect(client.store.table(RemoteEdit.self).count, 0)
      }
    }
    await checkDeletions()
  }

  private func checkDeletions() async {
    await checks.check("a deletion of what others changed is a conflict") {
      let (client, customer, other) = try await changedElsewhere { $0.firstName = "Ann" }
      try client.store.table(Customer.self).destroy(customer.id)
      let error = try await refusal(RESTError.self) { _ = try await client.push(customer) }
      try expect(error.reason, .conflict(model: "Customer", columns: []))
      try client.resolve(try expectOne(client.openConflicts(of: customer)), of: customer, .mine)
      try await client.push(customer)
      try expect(try await refusal(RESTError.self) { try await other.reload(customer) }.status, 404)
    }
    await checks.check("a change of what others deleted is a conflict; kept, it is created again") {
      let client = tracking()
      let customer = try await client.create(Self.customer())
      let other = self.client()
      try await other.delete(customer)
      var mine = customer
      try client.store.table(Customer.self).update(&mine) { $0.firstName = "Bob" }
      let error = try await refusal(RESTError.self) { _ = try await client.push(customer) }
      try expect(error.reason, .conflict(model: "Customer", columns: []))
      try client.resolve(try expectOne(client.openConflicts(of: customer)), of: customer, .mine)
      let again = try await client.push(customer)
      try expect([again?.firstName, again?.token], ["Bob", customer.token])
      try expect(client.store.table(Customer.self).count, 1)
    }
  }

  /// Returns a tracking client with a customer that another client has changed since.
  private func changedElsewhere(
    _ change: (inout Customer) -> Void
  ) async throws -> (RESTClient, Customer, other: RESTClient) {
    let (client, other) = (tracking(), self.client())
    let customer = try await client.create(Self.customer())
    try await other.update(try await other.get(Customer.self, customer.id), change)
    return (client, customer, other)
  }
}

extension RESTClient {
  /// Changes a record, and sends it.
  fileprivate func update<Record: RemoteModel>(_ record: Record, _ change: (inout Record) -> Void) async throws {
    var changed = record
    change(&changed)
    try await update(changed)
  }
}

/// Returns the only element.
func expectOne<Element>(_ list: [Element], line: Int = #line) throws -> Element {
  guard let first = list.first, list.count == 1 else {
    throw Difference(description: "line \(line): \(list.count) in place of one")
  }
  return first
}
