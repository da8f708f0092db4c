import Foundation
import MotionModel
import MotionModelREST

extension RailsClient {
  /// Pages, lists that are all there is, and responses that have not changed.
  func checkLists() async {
    checks.section("Lists")
    await checks.check("a list comes in pages: by the header Link, and by numbers with each kind of end") {
      let (query, ids) = try await makeCustomers(7)
      let pagings: [(RESTPaging, sizes: [Int])] = [
        (.link(size: 3), [3, 3, 1]), (.number(size: 3, end: .total(.header("X-Total-Count"))), [3, 3, 1]),
        (.number(size: 3, end: .noNextLink), [3, 3, 1]), (.number(size: 3, end: .shortPage), [3, 3, 1]),
        (.link(size: 7), [7]),
      ]
      for (paging, sizes) in pagings {
        let client = client()
        var (found, counts): ([Int], [Int]) = ([], [])
        for try await page in client.pages(of: Customer.self, where: query, by: paging) {
          found += page.records.map(\.id)
          counts.append(page.records.count)
        }
        try expect(found, ids)
        try expect(counts, sizes)
        try expect(client.store.table(Customer.self).map(\.id).sorted(), ids)
        try expect(client.store.commitCount, sizes.count)
      }
    }
    await checks.check("a whole list, in one response or in pages, deletes what Rails no longer has") {
      let (query, ids) = try await makeCustomers(5)
      let (one, paged) = (client(), client())
      for client in [one, paged] { try await client.list(Customer.self, where: query) }
      let other = client()
      try await other.delete(try await other.get(Customer.self, ids[2]))
      try await one.list(Customer.self, where: query, replacing: .all)
      for try await _ in paged.pages(of: Customer.self, where: query, by: .link(size: 2), replacing: .all) {}
      for client in [one, paged] {
        try expect(client.store.table(Customer.self).map(\.id).sorted(), ids.filter { $0 != ids[2] })
      }
    }
  }

  /// Creates customers in Rails, and returns a condition that finds them, and their ids.
  private func makeCustomers(_ count: Int) async throws -> (query: RESTQuery, ids: [Int]) {
    let (client, email) = (client(), "\(UUID().uuidString)@example.org")
    var ids: [Int] = []
    for number in 0..<count {
      var customer = Self.customer("\(number)")
      customer.email = email
      ids.append(try await client.create(customer).id)
    }
    return (["email": .string(email)], ids)
  }
}
