import MotionModel

extension RESTClient {
  /// Creates a record on the server, and stores it as the server returns it, with the server's id.
  ///
  /// ```swift
  /// let train = try await client.create(Train(company: "Alpine"))   // POST trains
  /// train.id                                                        // => the server's
  /// ```
  ///
  /// The record need not be stored here, and must not be under an id of this store, because the server gives another;
  /// a model whose ids are made here has ``Remote/sendsID``. Nothing is stored before the server has answered.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - query: Parameters of the path or of the address. None is in the body, which has the columns alone.
  /// - Returns: The record as it is stored.
  /// - Throws: ``RESTError``, or a `StoreError` if the store refuses the response. If the error's
  ///   ``RESTError/mayHaveArrived``, the server may
  ///   have the record.
  @discardableResult
  public func create<Record: RemoteModel>(_ record: Record, where query: RESTQuery = [:]) async throws -> Record {
    let resource = resource(Record.self)
    if !resource.sendsID, record.id.isAssigned, try store.table(Record.self).find(record.id) != nil {
      throw RESTError(.storedLocally(model: Record.schema.modelName))
    }
    let request = try request(.post, resource, of: record, query, body: try resource.creationBody(of: record))
    return try await write(resource.sendsID ? record : nil, request) { response in
      if response.body.isEmpty && resource.sendsID { return try accepted(record, changed: nil) }
      return try stored(request, response) { received, body in
        let id = try received.readOne(body, Record.self, implying: implied(of: Record.self, record, by: query))
        return { table in try table.require(id) }
      }
    }
  }

  /// Sends a record that the server has, and stores what the server made of it.
  ///
  /// ```swift
  /// train.maxSpeed = 220
  /// train = try await client.update(train)   // PATCH trains/1 {"max_speed": 220}
  /// ```
  ///
  /// With ``RESTFormat/UpdateStyle/patch``, only the columns are sent that differ from the base, and the lock version.
  /// If none does, nothing is sent. With ``RESTFormat/UpdateStyle/put``, all are sent.
  ///
  /// If edits of the model are tracked, it waits for a running push of the record, and for all other calls that write
  /// it. The columns to send are chosen before the wait.
  ///
  /// - Parameters:
  ///   - record: The record. It need not be saved.
  ///   - base: The record as the server has it; by default the stored one, or what the server said last if that was
  ///     edited. If there is neither, all columns are sent.
  ///   - query: Parameters of the path or of the address.
  /// - Returns: The record as it is stored. If the response has no body, the record has the columns that were sent.
  /// - Throws: ``RESTError``, or a `StoreError` if the store refuses the response. The store is as before then.
  @discardableResult
  public func update<Record: RemoteModel>(
    _ record: Record, from base: Record? = nil, where query: RESTQuery = [:]
  ) async throws -> Record {
    let resource = resource(Record.self)
    let isPatch = format.updates == .patch
    let base = isPatch ? try base ?? stored(record) : nil
    let changed = base.map { Set(record.changes(from: $0).map(\.column)) }
    guard let body = try resource.updateBody(of: record, changed: changed) else { return record }
    let request = try request(isPatch ? .patch : .put, resource, id: record.id, of: record, query, body: body)
    return try await write(record, request) { response in
      if response.body.isEmpty { return try accepted(record, changed: changed) }
      return try stored(request, response) { received, body in
        try received.readOne(
          body, Record.self, expecting: record.id, implying: implied(of: Record.self, record, by: query))
        return { table in try table.require(record.id) }
      }
    }
  }

  /// Deletes a record on the server, and then here.
  ///
  /// What depends on the record here is destroyed with it, as its relations say, and no hooks run. If edits of the
  /// model are tracked, it waits for a request that writes the record.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - query: Parameters of the path or of the address.
  /// - Throws: ``RESTError``, or a `StoreError` if the store refuses to delete the record.
  public func delete<Record: RemoteModel>(_ record: Record, where query: RESTQuery = [:]) async throws {
    let request = try request(.delete, resource(Record.self), id: record.id, of: record, query)
    try await write(record, request) { _ in
      // The transaction ends outside of the block without hooks, so that hooks after the commit run.
      try store.replicating {
        try Store.withoutHooks { _ = try store.table(Record.self).destroy(record.id) }
        if let edit = edit(of: record) { try store.forget(edit) }
      }
    }
  }

  /// Sends a request that writes a record, and stores its response.
  ///
  /// If edits of the model are tracked, one such request for a record is under way at a time, and what others say of
  /// the record meanwhile is not stored.
  ///
  /// - Parameters:
  ///   - record: The record; nil for one that the server will name.
  ///   - finish: Stores the response.
  private func write<Record: RemoteModel, Result: Sendable>(
    _ record: Record?, _ request: RESTRequest, _ finish: (RESTResponse) throws -> Result
  ) async throws -> Result {
    guard let record, let tracker = EditTracker.of(store), tracker.model(Record.self) != nil else {
      return try finish(try await send(request))
    }
    let name = RemoteEdit.id(record)
    return try await tracker.gate.inTurn(name) {
      try finish(try await tracker.writing(name) { try await send(request) })
    }
  }

  /// Returns a record as the server has it, as far as is known; nil if it is not stored.
  private func stored<Record: RemoteModel>(_ record: Record) throws -> Record? {
    guard let stored = try store.table(Record.self).find(record.id) else { return nil }
    if let base = edit(of: record)?.base { return try tracked(Record.self).record(stored, with: base) }
    return stored
  }

  /// Stores a record that the server has accepted without a response.
  private func accepted<Record: RemoteModel>(
    _ record: Record, changed: Set<String>?
  ) throws -> Record {
    let received = ResponseRecords(resources, depthLimit: limits.depth)
    received.accept(record, changed: changed)
    return try received.store(in: store) { try store.table(Record.self).require(record.id) }
  }
}
