public import MotionModel

extension RESTClient {
  /// Reads from the server, and from the store if there is no response.
  ///
  /// ```swift
  /// let fast = try await client.orStored {
  ///   try await client.list(Train.self, where: ["min_speed": 200])
  /// } stored: { store in
  ///   store.table(Train.self).where(\.maxSpeed >= 200).all
  /// }
  /// fast.isFresh    // => false without a connection
  /// ```
  ///
  /// - Parameters:
  ///   - ask: Asks the server.
  ///   - stored: Reads the store.
  /// - Throws: The errors of `ask`, except those that are ``RESTError/isTemporary``, and the errors of `stored`.
  public func orStored<Value: Sendable>(
    _ ask: @Sendable () async throws -> Value, stored: @Sendable (Store) throws -> Value
  ) async throws -> ReadValue<Value> {
    do { return ReadValue(value: try await ask(), isFresh: true) } catch let error as RESTError where error.isTemporary
    {
      return ReadValue(value: try stored(store), isFresh: false)
    }
  }
}

/// What was read, from the server or from the store.
public struct ReadValue<Value: Sendable>: Sendable {
  /// What was read.
  public let value: Value
  /// Whether it is the server's response.
  public let isFresh: Bool
}
