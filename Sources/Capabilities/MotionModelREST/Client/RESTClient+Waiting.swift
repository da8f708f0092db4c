public import Dispatch
import MotionModel

extension RESTClient {
  /// Makes calls, and blocks the calling thread until they end, for code that cannot wait asynchronously: scripts,
  /// tests and threads of a program's own.
  ///
  /// ```swift
  /// let train = try client.blocking { try await $0.get(Train.self, 1) }
  /// ```
  ///
  /// It must not be called from asynchronous code, whose threads are few, nor from the main thread of an app. Inside a
  /// transaction of the client's store it traps, because the response is stored only after the transaction.
  ///
  /// - Throws: What `calls` throws.
  @discardableResult
  public func blocking<Value: Sendable>(
    _ calls: @escaping @Sendable (RESTClient) async throws -> Value
  ) throws -> Value {
    if store.isInTransaction {
      fatalError(
        "A blocking request cannot be made inside a transaction, which would wait for the response that waits for it.")
    }
    let (result, isThere) = (Locked<Result<Value, any Error>?>(nil), DispatchSemaphore(value: 0))
    Task {
      let outcome = await Self.result { try await calls(self) }
      result.withLock { $0 = outcome }
      isThere.signal()
    }
    isThere.wait()
    guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
  }

  /// Makes calls in a task, and passes the result to a completion handler, for code without concurrency.
  ///
  /// ```swift
  /// let task = client.start { try await $0.get(Train.self, 1) } completion: { result in … }
  /// task.cancel()
  /// ```
  ///
  /// - Parameters:
  ///   - queue: Where the handler is called, once.
  ///   - calls: The calls to make, with this client.
  ///   - completion: Receives what `calls` returns or throws: a `CancellationError` if the task was cancelled.
  /// - Returns: The task.
  @discardableResult
  public func start<Value: Sendable>(
    on queue: DispatchQueue = .main, _ calls: @escaping @Sendable (RESTClient) async throws -> Value,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task {
      let result = await Self.result { try await calls(self) }
      queue.async { completion(result) }
    }
  }

  private static func result<Value: Sendable>(
    of body: @Sendable () async throws -> Value
  ) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
