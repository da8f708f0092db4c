import Dispatch
public import MotionModel

extension RESTClient {
  /// The same calls for code that cannot wait asynchronously: scripts, tests and threads of a program's own.
  ///
  /// ```swift
  /// let train = try client.blocking.get(Train.self, 1)
  /// ```
  public var blocking: BlockingRESTClient { BlockingRESTClient(self) }
}

/// A ``RESTClient`` whose calls block the calling thread until the answer is stored.
///
/// They must not be called from asynchronous code, whose threads are few, nor from the main thread of an app, which
/// would stand still. Inside a transaction of the client's store they trap, because the answer could not be stored
/// before the transaction ends.
public struct BlockingRESTClient: Sendable {
  private let client: RESTClient

  init(_ client: RESTClient) { self.client = client }

  /// Asks for one record, and stores it; see ``RESTClient/get(_:_:where:)``.
  @discardableResult
  public func get<Record: RemoteModel>(
    _ model: Record.Type, _ id: Record.ID, where query: RESTQuery = [:]
  ) throws -> Record {
    try wait { try await client.get(model, id, where: query) }
  }

  /// Asks for a list of records, and stores them; see ``RESTClient/list(_:where:replacing:)``.
  @discardableResult
  public func list<Record: RemoteModel>(
    _ model: Record.Type, where query: RESTQuery = [:], replacing scope: RecordPredicate<Record>? = nil
  ) throws -> [Record] {
    try wait { try await client.list(model, where: query, replacing: scope) }
  }

  /// Reads a list in pages, and stores each; see ``RESTClient/pages(of:where:by:replacing:)``.
  ///
  /// The block gets each page, on the calling thread. If it throws, no further page is requested.
  public func pages<Record: RemoteModel>(
    of model: Record.Type, where query: RESTQuery = [:], by paging: RESTPaging = .link(),
    replacing scope: RecordPredicate<Record>? = nil, _ body: (RESTPage<Record>) throws -> Void
  ) throws {
    let walk = client.pages(of: model, where: query, by: paging, replacing: scope).makeWalk()
    while let page = try wait({ try await walk.next() }) { try body(page) }
  }

  /// Asks for a record again, and stores it; see ``RESTClient/reload(_:where:)``.
  @discardableResult
  public func reload<Record: RemoteModel>(_ record: Record, where query: RESTQuery = [:]) throws -> Record {
    try wait { try await client.reload(record, where: query) }
  }

  /// Asks for the children of a record, and stores them; see ``RESTClient/fetch(_:of:where:missing:)``.
  @discardableResult
  public func fetch<Owner: Model, Target: RemoteModel>(
    _ relation: any RESTClient.RelationToMany<Owner, Target>, of owner: Owner, where query: RESTQuery = [:],
    missing: MissingChildren = .keep
  ) throws -> [Target] {
    try wait { try await client.fetch(relation, of: owner, where: query, missing: missing) }
  }

  /// Asks for the child of a record, and stores it.
  @discardableResult
  public func fetch<Owner: Model, Target: RemoteModel>(
    _ relation: any RESTClient.RelationToOne<Owner, Target>, of owner: Owner, where query: RESTQuery = [:]
  ) throws -> Target? {
    try wait { try await client.fetch(relation, of: owner, where: query) }
  }

  /// Asks for the parent of a record, and stores it.
  @discardableResult
  public func fetch<Owner: Model, Target: RemoteModel>(
    _ relation: any RESTClient.RelationToParent<Owner, Target>, of owner: Owner, where query: RESTQuery = [:]
  ) throws -> Target? {
    try wait { try await client.fetch(relation, of: owner, where: query) }
  }

  /// Creates a record on the server, and stores it; see ``RESTClient/create(_:where:)``.
  @discardableResult
  public func create<Record: RemoteModel>(_ record: Record, where query: RESTQuery = [:]) throws -> Record {
    try wait { try await client.create(record, where: query) }
  }

  /// Updates a record on the server, and stores the result; see ``RESTClient/update(_:from:where:)``.
  @discardableResult
  public func update<Record: RemoteModel>(
    _ record: Record, from base: Record? = nil, where query: RESTQuery = [:]
  ) throws -> Record {
    try wait { try await client.update(record, from: base, where: query) }
  }

  /// Deletes a record on the server, and then here; see ``RESTClient/delete(_:where:)``.
  public func delete<Record: RemoteModel>(_ record: Record, where query: RESTQuery = [:]) throws {
    try wait { try await client.delete(record, where: query) }
  }

  private func wait<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
    if client.store.isInTransaction {
      fatalError(
        "A blocking request cannot be made inside a transaction, which would wait for the answer that waits for it.")
    }
    let outcome = Outcome<Result>()
    Task {
      do { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
    }
    return try outcome.value.get()
  }
}

/// The result of a task, for which a thread waits.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Locked<Result<Value, any Error>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func set(_ value: Result<Value, any Error>) {
    result.withLock { $0 = value }
    isThere.signal()
  }

  /// Waits for the result.
  var value: Result<Value, any Error> {
    isThere.wait()
    return result.withLock { $0 } ?? .failure(CancellationError())
  }
}
