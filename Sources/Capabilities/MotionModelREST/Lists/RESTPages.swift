public import MotionModel

/// The pages of a list: each loop is a walk of its own.
struct RESTPages<Record: RemoteModel>: AsyncSequence, Sendable {
  let makeWalk: @Sendable () -> PageWalk<Record>

  func makeAsyncIterator() -> Iterator { Iterator(walk: makeWalk()) }

  /// A walk through the pages. A copy continues at the position of the original.
  struct Iterator: AsyncIteratorProtocol {
    let walk: PageWalk<Record>

    mutating func next() async throws -> RESTClient.Page<Record>? { try await walk.next() }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> RESTClient.Page<Record>? {
      try await walk.next()
    }
  }
}

extension RESTClient {
  /// A page of a list, as it was stored.
  public struct Page<Record: RemoteModel>: Sendable {
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
}
