import MotionModel
import MotionModelREST

extension Depot {
  /// Pages, and a list that is all there is.
  func list(_ client: RESTClient) async throws {
    screen.title("Lists", "Each page is a changeset. A list that is all there is deletes what it does not have.")
    try await screen.show("for try await page in client.pages(of: Car.self, by: .number(size: 2)) { … }") {
      for try await page in client.pages(of: Car.self, by: .number(size: 2)) {
        screen.note("page \(page.number): \(page.records.line)")
      }
    }
    await office.scrap(car: 2)
    try await screen.show("try await client.list(Car.self, replacing: .all)") {
      try await client.list(Car.self, replacing: .all)
    }
    screen.note("\(client.store.table(Car.self).count) cars are stored")
  }
}
