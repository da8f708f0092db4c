import Dispatch
import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

/// The calls that block, and those with handlers.
@Suite(.timeLimit(.patient)) struct WaysToWaitTests {
  /// Requests of each call, in order.
  private static let script: [ScriptedTransport.Exchange] = [
    .get("/api/trains/1", json: #"{"id": 1, "company": "A", "conductor_id": 5}"#),
    .get("/api/trains?company=A", json: #"[{"id": 1}]"#), .get("/api/trains/1", json: #"{"id": 1, "mileage": 3}"#),
    .get("/api/cars?train_id=1", json: #"[{"id": 10, "train_id": 1}]"#),
    .get("/api/plates?train_id=1", json: #"[{"id": 2, "train_id": 1}]"#),
    .get("/api/conductors/5", json: #"{"id": 5, "name": "Ann"}"#),
    .post("/api/trains", body: #"{"company": "B"}"#, json: #"{"id": 2, "company": "B"}"#),
    .patch("/api/trains/2", body: #"{"company": "C"}"#, json: #"{"id": 2, "company": "C"}"#), .delete("/api/trains/2"),
    .get("/api/trains/3", status: 404),
  ]

  @Test func `blocking calls return what the others do`() async throws {
    let (client, store, transport) = RESTClient.scripted(Self.script)
    // A thread of its own, because those of tasks must not block.
    let results: [String] = try await onThread {
      let calls = client.blocking
      let train = try calls.get(Train.self, 1)
      var results = ["\(try calls.list(Train.self, where: ["company": "A"]) == [train])"]
      results.append("\(try calls.reload(train).mileage)")
      results.append("\(try calls.fetch(\.cars, of: train).map(\.id))")
      results.append("\(try calls.fetch(\.plate, of: train)?.id ?? 0)")
      results.append("\(try calls.fetch(\.conductor, of: train)?.name ?? "")")
      var other = try calls.create(Train(company: "B"))
      other.company = "C"
      results.append(try calls.update(other).company)
      try calls.delete(other)
      do { _ = try calls.get(Train.self, 3) } catch let error as RESTError { results.append("\(error.status ?? 0)") }
      return results
    }
    #expect(results == ["true", "3", "[10]", "2", "Ann", "C", "404"])
    #expect(transport.isFinished && store.table(Train.self).count == 1)
  }

  @Test func `handlers get what the others return, on their queue`() async throws {
    let (client, store, transport) = RESTClient.scripted(Self.script)
    let queue = DispatchQueue(label: "handlers")
    func call<Value: Sendable>(
      _ start: (DispatchQueue, @escaping RESTClient.Completion<Value>) -> Task<Void, Never>
    ) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        _ = start(queue) { result in
          dispatchPrecondition(condition: .onQueue(queue))
          continuation.resume(with: result)
        }
      }
    }
    let train = try await call { client.get(Train.self, 1, on: $0, $1) }
    #expect(try await call { client.list(Train.self, where: ["company": "A"], on: $0, $1) } == [train])
    #expect(try await call { client.reload(train, on: $0, $1) }.mileage == 3)
    #expect(try await call { client.fetch(\.cars, of: train, on: $0, $1) }.map(\.id) == [10])
    #expect(try await call { client.fetch(\.plate, of: train, on: $0, $1) }?.id == 2)
    #expect(try await call { client.fetch(\.conductor, of: train, on: $0, $1) }?.name == "Ann")
    let created = try await call { client.create(Train(company: "B"), on: $0, $1) }
    let changed = Train(id: created.id, company: "C")
    #expect(try await call { client.update(changed, on: $0, $1) }.company == "C")
    try await call { client.delete(changed, on: $0, $1) }
    let error = await #expect(throws: RESTError.self) { try await call { client.get(Train.self, 3, on: $0, $1) } }
    #expect(error?.status == 404)
    #expect(transport.isFinished && store.table(Train.self).count == 1)
  }

  @Test func `a call with a handler can be cancelled`() async throws {
    let address = URL.example()
    let client = RESTClient(address, store: Store(), transport: SilentTransport(), limits: .patient)
    await #expect(throws: CancellationError.self) {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Train, any Error>) in
        client.get(Train.self, 1, on: .global()) { continuation.resume(with: $0) }.cancel()
      }
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a blocking call inside a transaction traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (client, store, _) = RESTClient.scripted([])
        try store.inTransaction { _ = try client.blocking.get(Train.self, 1) }
      }
      expectSentence("A blocking request cannot be made inside a transaction", result)
    }
  #endif
}

/// Runs `body` on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
