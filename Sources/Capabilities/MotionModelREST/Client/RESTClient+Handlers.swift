public import Dispatch
public import MotionModel

/// The same calls with completion handlers, for code without concurrency. A handler is called once, on a queue, after
/// the answer was stored or refused. Cancelling the task that a call returns ends the request, and the handler gets a
/// `CancellationError`.
extension RESTClient {
  /// What a call with a handler passes to it.
  public typealias Completion<Value> = @Sendable (Result<Value, any Error>) -> Void

  /// Asks for one record, and stores it; see ``get(_:_:where:)``.
  @discardableResult
  public func get<Record: RemoteModel>(
    _ model: Record.Type, _ id: Record.ID, where query: RESTQuery = [:], on queue: DispatchQueue = .main,
    _ completion: @escaping Completion<Record>
  ) -> Task<Void, Never> {
    complete(on: queue, completion) { try await self.get(model, id, where: query) }
  }

  /// Asks for a list of records, and stores them; see ``list(_:where:replacing:)``.
  @discardableResult
  public func list<Record: RemoteModel>(
    _ model: Record.Type, where query: RESTQuery = [:], replacing scope: RecordPredicate<Record>? = nil,
    on queue: DispatchQueue = .main, _ completion: @escaping Completion<[Record]>
  ) -> Task<Void, Never> {
    complete(on: queue, completion) { try await self.list(model, where: query, replacing: scope) }
  }

  /// Reads a list in pages, and stores each; see ``pages(of:where:by:replacing:)``.
  ///
  /// The first handler gets each page, on the queue, and the next page is requested when it returns. The second one is
  /// called after the last page, or when one failed.
  @discardableResult
  public func pages<Record: RemoteModel>(
    of model: Record.Type, where query: RESTQuery = [:], by paging: RESTPaging = .link(),
    replacing scope: RecordPredicate<Record>? = nil, on queue: DispatchQueue = .main,
    each: @escaping @Sendable (RESTPage<Record>) -> Void, _ completion: @escaping Completion<Void>
  ) -> Task<Void, Never> {
    complete(on: queue, completion) {
      for try await page in self.pages(of: model, where: query, by: paging, replacing: scope) {
        await withCheckedContinuation { (isDone: CheckedContinuation<Void, Never>) in
          queue.async {
            each(page)
            isDone.resume()
          }
        }
      }
    }
  }

  /// Asks for a record again, and stores it; see ``reload(_:where:)``.
  @discardableResult
  public func reload<Record: RemoteModel>(
    _ record: Record, where query: RESTQuery = [:], on queue: DispatchQueue = .main,
    _ completion: @escaping Completion<Record>
  ) -> Task<Void, Never> {
    complete(on: queue, completion) { try await self.reload(record, where: query) }
  }

  /// Asks for the children of a record, and stores them; see ``fetch(_:of:where:missing:)``.
  @discardableResult
  public func fetch<Owner: Model, Target: RemoteModel>(
    _ relation: any RelationToMany<Owner, Target>, of owner: Owner, where query: RESTQuery = [:],
    missing: MissingChildren = .keep, on queue: DispatchQueue = .main, _ completion: @escaping Completion<[Target]>
  ) -> Task<Void, Never> {
    complete(on: queue, completion) { try await self.fetch(relation, of: owner, where: query, missing: missing) }
  }

  /// Asks for the child of a record, and stores it.
  @discardableResult
  public func fetch<Owner: Model, Target: RemoteModel>(
    _ relation: any RelationToOne<Owner, Target>, of owner: Owner, where query: RESTQuery = [:],
    on queue: DispatchQueue = .main, _ completion: @escaping Completion<Target?>
  ) -> Task<Void, Never> {
    complete(on: queue, completion) { try await self.fetch(relation, of: owner, where: query) }
  }

  /// Asks for the parent of a record, and stores it.
  @discardableResult
  public func fetch<Owner: Model, Target: RemoteModel>(
    _ relation: any RelationToParent<Owner, Target>, of owner: Owner, where query: RESTQuery = [:],
    on queue: DispatchQueue = .main, _ completion: @escaping Completion<Target?>
  ) -> Task<Void, Never> {
    complete(on: queue, completion) { try await self.fetch(relation, of: owner, where: query) }
  }

  /// Creates a record on the server, and stores it; see ``create(_:where:)``.
  @discardableResult
  public func create<Record: RemoteModel>(
    _ record: Record, where query: RESTQuery = [:], on queue: DispatchQueue = .main,
    _ completion: @escaping Completion<Record>
  ) -> Task<Void, Never> {
    complete(on: queue, completion) { try await self.create(record, where: query) }
  }

  /// Updates a record on the server, and stores the result; see ``update(_:from:where:)``.
  @discardableResult
  public func update<Record: RemoteModel>(
    _ record: Record, from base: Record? = nil, where query: RESTQuery = [:], on queue: DispatchQueue = .main,
    _ completion: @escaping Completion<Record>
  ) -> Task<Void, Never> {
    complete(on: queue, completion) { try await self.update(record, from: base, where: query) }
  }

  /// Deletes a record on the server, and then here; see ``delete(_:where:)``.
  @discardableResult
  public func delete<Record: RemoteModel>(
    _ record: Record, where query: RESTQuery = [:], on queue: DispatchQueue = .main,
    _ completion: @escaping Completion<Void>
  ) -> Task<Void, Never> {
    complete(on: queue, completion) { try await self.delete(record, where: query) }
  }

  private func complete<Value: Sendable>(
    on queue: DispatchQueue, _ completion: @escaping Completion<Value>,
    _ body: @escaping @Sendable () async throws -> Value
  ) -> Task<Void, Never> {
    Task {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      queue.async { completion(result) }
    }
  }
}
