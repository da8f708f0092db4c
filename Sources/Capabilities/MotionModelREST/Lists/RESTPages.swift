public import MotionModel

/// The pages of a list on a server, each requested when the loop wants it, and stored as one changeset.
///
/// ```swift
/// for try await page in client.pages(of: Train.self, by: .number(size: 50)) {
///   page.changeset    // what it changed in the store
///   page.records      // the trains, in the order of the server
/// }
/// ```
///
/// Each loop is a walk of its own, from the first page on. A loop that is left asks for no further page. A cancelled
/// task gets a `CancellationError`. In both cases, and after an error, the pages before are stored, and nothing of the
/// rest.
///
/// A sequence of changesets alone is `client.pages(of: Train.self).map(\.changeset)`.
public struct RESTPages<Record: RemoteModel>: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = RESTPage<Record>
  /// ``RESTError``, `StoreError`, `CancellationError`, or what a middleware throws.
  public typealias Failure = any Error

  let makeWalk: @Sendable () -> PageWalk<Record>

  /// Begins a walk with the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(walk: makeWalk()) }

  /// A walk through the pages. A copy continues at the position of the original.
  public struct Iterator: AsyncIteratorProtocol {
    let walk: PageWalk<Record>

    /// Asks for the next page, and stores it.
    ///
    /// - Returns: The page; nil behind the last one, and after an error.
    /// - Throws: ``RESTError``, or a `StoreError` if the store refuses the page. The store is as before then.
    public mutating func next() async throws -> RESTPage<Record>? { try await walk.next() }

    /// Asks for the next page, and stores it.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> RESTPage<Record>? {
      try await walk.next()
    }
  }
}

/// A page of a list, as it was stored.
public struct RESTPage<Record: RemoteModel>: Sendable {
  /// The number of the page in its walk: 1, 2, 3, …
  public let number: Int
  /// What the page changed in the store; empty if the store had all of it.
  public let changeset: Changeset
  /// The records as they are stored, in the order of the response. Those that were deleted here, and not yet on the
  /// server, are left out.
  public let records: [Record]
  /// How many records the list has, if ``RESTPaging/End/total(_:)`` says where to read it.
  public let total: Int?
}
