public import MotionModel

extension RESTClient {
  /// Asks for one record, and stores it.
  ///
  /// ```swift
  /// let train = try await client.get(Train.self, 1)   // GET trains/1
  /// ```
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - id: The record's id.
  ///   - query: Parameters of the path or of the address.
  /// - Returns: The record as it is stored.
  /// - Throws: ``RESTError``, or a `StoreError` if the store refuses the response. The store is as before then.
  @discardableResult
  public func get<Record: RemoteModel>(
    _ model: Record.Type, _ id: Record.ID, where query: RESTQuery = [:]
  ) async throws -> Record {
    let request = try request(.get, resource(model), id: id, of: try store.table(model).find(id), query)
    return try await record(of: request, expecting: id, implying: implied(of: model, by: query))
  }

  /// Asks for a list of records, and stores them.
  ///
  /// ```swift
  /// try await client.list(Train.self, where: ["company": "Alpine", "ids": [1, 2]])
  /// // GET trains?company=Alpine&ids[]=1&ids[]=2
  /// ```
  ///
  /// With a scope, the list is all there is of it, and the records of the scope that it does not have are deleted:
  ///
  /// ```swift
  /// try await client.list(Train.self, where: ["company": "Alpine"], replacing: \.company == "Alpine")
  /// ```
  ///
  /// They are deleted as by ``delete(_:where:)``, in the changeset of the list. Records stay if they have edits, if
  /// deleting them would delete edited ones, or if they were written during the request. A response that is a page of a
  /// longer list is refused: use ``pages(of:where:by:replacing:)``.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - query: Parameters of the path or of the address.
  ///   - scope: Which stored records the list replaces, `.all` for every one; nil for none.
  /// - Returns: The records as they are stored, in the order of the response. Those that were deleted here, and not yet
  ///   on the server, are left out.
  /// - Throws: ``RESTError``, or a `StoreError` if the store refuses the response. The store is as before then.
  @discardableResult
  public func list<Record: RemoteModel>(
    _ model: Record.Type, where query: RESTQuery = [:], replacing scope: RecordPredicate<Record>? = nil
  ) async throws -> [Record] {
    try await list(
      model, query, implying: implied(of: model, by: query), replacing: scope.map(ListReplacement<Record>.Scope.init))
  }

  private func list<Record: RemoteModel>(
    _ model: Record.Type, _ query: RESTQuery, implying implied: [String: AttributeValue],
    replacing scope: ListReplacement<Record>.Scope?
  ) async throws -> [Record] {
    let request = try request(.get, resource(model), query)
    let whole = try scope.map { try ListReplacement($0, in: store) }
    let reading = EditTracker.of(store)?.beginReading()
    let response = try await send(request)
    return try stored(request, response, during: reading) { received, body in
      let isPart = response.status == 206 || LinkHeader.target("next", in: response.headers) != nil
      if whole != nil && isPart { throw RESTError(.notWhole(model: Record.schema.modelName)) }
      let ids = try received.readList(body, model, implying: implied)
      if let whole { received.finish = { store in try whole.delete(missingIn: Set(ids), in: store) } }
      return { table in try ids.compactMap { try table.find($0) } }
    }
  }

  /// Reads a record from the server again, and stores it.
  ///
  /// - Returns: The record as it is stored now. The argument stays as it is.
  /// - Throws: ``RESTError``, or a `StoreError` if the store refuses the response.
  @discardableResult
  public func reload<Record: RemoteModel>(_ record: Record, where query: RESTQuery = [:]) async throws -> Record {
    let request = try request(.get, resource(Record.self), id: record.id, of: record, query)
    return try await self.record(
      of: request, expecting: record.id, implying: implied(of: Record.self, record, by: query))
  }

  /// Asks for the children of a record, and stores them.
  ///
  /// ```swift
  /// try await client.fetch(\.cars, of: train)   // GET cars?train_id=1, or trains/1/cars if that is the path of cars
  /// ```
  ///
  /// Children whose objects lack the key get that of the record. Those whose objects have it, also as null, are stored
  /// as the server says.
  ///
  /// - Parameters:
  ///   - relation: A relation by a key of the children.
  ///   - owner: The record.
  ///   - query: More parameters.
  ///   - missing: What becomes of stored children that the list does not have. If they are not kept, the list has to be
  ///     whole, as that of ``list(_:where:replacing:)``, and the same records stay.
  /// - Returns: The children as they are stored, in the order of the response.
  @discardableResult
  public func fetch<Owner: Model, Target: RemoteModel>(
    _ relation: any KeyPath<Owner.Relations, Relation<Owner, ToMany<Target>>> & Sendable, of owner: Owner,
    where query: RESTQuery = [:],
    missing: MissingChildren = .keep
  ) async throws -> [Target] {
    let name = Relation<Owner, ToMany<Target>>.name(of: relation)
    let stored: @Sendable (Store) throws -> [Target] = { try $0.of(owner)[dynamicMember: relation].finder.all }
    let key = Owner.schema.relations.first { $0.name == name }?.key
    let scope = ListReplacement<Target>.Scope(stored: stored, missing: missing, keyColumn: key)
    return try await children(Target.self, of: owner, name, query, replacing: missing == .keep ? nil : scope)
  }

  /// Asks for the child of a record, and stores it: the first of the children that the server lists.
  ///
  /// - Returns: The child as it is stored; nil if the server has none.
  @discardableResult
  public func fetch<Owner: Model, Target: RemoteModel>(
    _ relation: any KeyPath<Owner.Relations, Relation<Owner, ToOne<Target>>> & Sendable, of owner: Owner,
    where query: RESTQuery = [:]
  ) async throws -> Target? {
    try await children(Target.self, of: owner, Relation<Owner, ToOne<Target>>.name(of: relation), query).first
  }

  /// Asks for the parent of a record, and stores it.
  ///
  /// - Returns: The parent as it is stored; nil if the record has none.
  @discardableResult
  public func fetch<Owner: Model, Target: RemoteModel>(
    _ relation: any KeyPath<Owner.Relations, Relation<Owner, ToParent<Target>>> & Sendable, of owner: Owner,
    where query: RESTQuery = [:]
  ) async throws -> Target? {
    let name = Relation<Owner, ToParent<Target>>.name(of: relation)
    guard let column = Owner.schema.relations.first(where: { $0.name == name })?.key,
      let key = Owner.schema[column]?[owner],
      !key.isNull, let id = try? Target.ID(attribute: key), id.isAssigned
    else { return nil }
    return try await get(Target.self, id, where: query)
  }

  private func children<Owner: Model, Target: RemoteModel>(
    _ model: Target.Type, of owner: Owner, _ relation: String, _ query: RESTQuery,
    replacing scope: ListReplacement<Target>.Scope? = nil
  ) async throws -> [Target] {
    guard let column = Owner.schema.relations.first(where: { $0.name == relation })?.key else {
      fatalError(
        "The relation \"\(relation)\" of \(Owner.self) cannot be fetched, because it goes through another: fetch that.")
    }
    guard owner.id.isAssigned else { throw RESTError(.noID(model: Owner.schema.modelName)) }
    let key = resource(model).fields.first { $0.name == column }?.key ?? column
    let items = [(key, owner.id.attribute)] + query.items.filter { $0.name != key }
    var implied = implied(of: model, by: RESTQuery(items))
    implied[column] = owner.id.attribute
    return try await list(model, RESTQuery(items), implying: implied, replacing: scope)
  }
}

// MARK: - Storing

extension RESTClient {
  /// Sends a request for one record, and stores the response.
  func record<Record: RemoteModel>(
    of request: RESTRequest, expecting id: Record.ID, implying implied: [String: AttributeValue]
  ) async throws -> Record {
    let reading = EditTracker.of(store)?.beginReading()
    let response = try await send(request)
    return try stored(request, response, during: reading) { received, body in
      try received.readOne(body, Record.self, expecting: id, implying: implied)
      return { table in try table.require(id) }
    }
  }

  /// Stores a response as one changeset.
  ///
  /// - Parameters:
  ///   - reading: The reading that the response ends; nil for a request that writes, or if no edits are tracked.
  ///   - received: Receives what is stored; nil if nothing but the result is needed.
  ///   - read: Reads the response, and returns what reads the result once it is stored.
  func stored<Record: RemoteModel, Result>(
    _ request: RESTRequest, _ response: RESTResponse, during reading: EditTracker.Reading? = nil,
    into received: ResponseRecords? = nil,
    _ read: (ResponseRecords, AttributeValue) throws -> (ModelTable<Record>) throws -> Result
  ) throws -> Result {
    let received = received ?? ResponseRecords(resources, depthLimit: limits.depth)
    (received.origin.reading, received.origin.etag) = (reading, response.headers["ETag"])
    do {
      if response.body.isEmpty { throw RESTError(.noBody(model: Record.schema.modelName)) }
      let body: AttributeValue
      do throws(CastError) { body = try ResponseBody.read(response.body).get() } catch {
        throw RESTError(.notJSON(error))
      }
      let result = try read(received, body)
      return try received.store(in: store) { try result(store.table(Record.self)) }
    } catch let error as RESTError {
      throw RESTError(error.reason, request, response)
    }
  }
}
