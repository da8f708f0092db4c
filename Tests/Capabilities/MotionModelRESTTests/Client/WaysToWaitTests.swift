import Dispatch
import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

/// Calls that block, and calls with a completion handler.
@Suite(.timeLimit(.patient)) struct WaysToWaitTests {
  @Test func `a blocking call returns what its calls do, and throws what they throw`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.get, "/api/trains/1", json: #"{"id": 1, "company": "A"}"#),
      .on(.patch, "/api/trains/1", body: #"{"company": "C"}"#, json: #"{"id": 1, "company": "C"}"#),
      .on(.get, "/api/trains/3", status: 404),
    ])
    // A thread of its own, because those of tasks must not block.
    let error = try await onThread {
      let train = try client.blocking { client in
        var train = try await client.get(Train.self, 1)
        train.company = "C"
        return try await client.update(train)
      }
      #expect(train == Train(id: 1, company: "C"))
      return #expect(throws: RESTError.self) { try client.blocking { try await $0.get(Train.self, 3) } }
    }
    #expect(error?.status == 404)
    #expect(transport.isFinished && store.table(Train.self).count == 1)
  }

  @Test func `a handler gets what the calls return or throw, on its queue`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.get, "/api/trains/1", json: #"{"id": 1, "company": "A"}"#), .on(.get, "/api/trains/3", status: 404),
    ])
    let queue = DispatchQueue(label: "handlers")
    func get(_ id: Int) async throws -> Train {
      try await withCheckedThrowingContinuation { continuation in
        client.start(on: queue) {
          try await $0.get(Train.self, id)
        } completion: { result in
          dispatchPrecondition(condition: .onQueue(queue))
          continuation.resume(with: result)
        }
      }
    }
    #expect(try await get(1) == Train(id: 1, company: "A"))
    let error = await #expect(throws: RESTError.self) { try await get(3) }
    #expect(error?.status == 404)
    #expect(transport.isFinished && store.table(Train.self).count == 1)
  }

  @Test func `a call with a handler can be cancelled`() async throws {
    let address = URL.example()
    let client = RESTClient(address, store: Store(), transport: SilentTransport(), limits: .patient)
    await #expect(throws: CancellationError.self) {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Train, any Error>) in
        client.start(on: .global()) {
          try await $0.get(Train.self, 1)
        } completion: {
          continuation.resume(with: $0)
        }
        .cancel()
      }
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a blocking call inside a transaction traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (client, store, _) = RESTClient.scripted([])
        try store.inTransaction { _ = try client.blocking { try await $0.get(Train.self, 1) } }
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
