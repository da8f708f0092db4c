import MotionModel

/// The records of a response, of all models, before they are those of a store.
final class ResponseRecords {
  private let resources: Resources
  private let depthLimit: Int
  /// Which request it answers.
  var origin = ResponseOrigin()
  /// What is done before the records are stored, in the same changeset.
  var prepare: ((Store) throws -> Void)?
  private var drafts: [ObjectIdentifier: any AnyDrafts] = [:]
  /// The drafts in the order in which their models were met.
  private var order: [any AnyDrafts] = []
  /// What is done once all records are stored.
  private var links: [(Store) throws -> Void] = []
  /// What is done after that.
  var finish: ((Store) throws -> Void)?
  /// What storing the records has changed.
  private(set) var changeset = Changeset.empty

  init(_ resources: Resources, depthLimit: Int) { (self.resources, self.depthLimit) = (resources, depthLimit) }

  /// Returns the drafts of a model.
  private func drafts<Record: Model>(of model: Record.Type) -> Drafts<Record> {
    if let known = drafts[ObjectIdentifier(model)] as? Drafts<Record> { return known }
    let new = Drafts(resources.of(model))
    drafts[ObjectIdentifier(model)] = new
    order.append(new)
    return new
  }

  /// Writes all records to a store, as one changeset.
  ///
  /// - Parameter read: Reads what was stored, before others can change it.
  /// - Returns: The result of `read`.
  func store<Result>(in store: Store, _ read: () throws -> Result) throws -> Result {
    try store.replicating(&changeset) {
      try prepare?(store)
      for drafts in order { try drafts.store(in: store, origin) }
      for link in links { try link(store) }
      try finish?(store)
      return try read()
    }
  }

  /// Adds a record that the server has accepted as it was sent.
  ///
  /// - Parameter changed: The columns that were sent; nil for all.
  func accept<Record: Model>(_ record: Record, changed: Set<String>?) {
    let drafts = drafts(of: Record.self)
    let sent = drafts.resource.fields.filter { $0.direction.isSent && changed?.contains($0.name) != false }
    drafts.add(Draft(record: record, said: sent.map(\.column)))
    origin.main = RemoteEdit.id(Record.self, record.id)
  }
}

// MARK: - Reading

extension ResponseRecords {
  /// Reads the body of a response that has one record.
  ///
  /// - Parameter implied: The columns that the request says of the record, if the response does not.
  func readOne<Record: Model>(
    _ body: AttributeValue, _ model: Record.Type, implying implied: [String: AttributeValue] = [:]
  ) throws -> Record.ID {
    let drafts = drafts(of: model)
    let (value, path) = try inside(drafts.resource.singleRoot, of: body)
    let id = try read(value, at: path, depth: 0, into: drafts)
    drafts.imply(implied, of: id)
    origin.main = RemoteEdit.id(model, id)
    return id
  }

  /// Reads the body of a response that has the record with an id, and throws if it has another.
  func readOne<Record: Model>(
    _ body: AttributeValue, _ model: Record.Type, expecting id: Record.ID,
    implying implied: [String: AttributeValue] = [:]
  ) throws {
    if try readOne(body, model, implying: implied) == id { return }
    throw RESTError(.otherRecord(path: drafts(of: model).resource.singleRoot ?? "the body"))
  }

  /// Reads the body of a response that has a list.
  ///
  /// - Parameter implied: The columns that the request says of the records, as far as the response does not.
  func readList<Record: Model>(
    _ body: AttributeValue, _ model: Record.Type, implying implied: [String: AttributeValue] = [:]
  ) throws -> [Record.ID] {
    let drafts = drafts(of: model)
    let (value, path) = try inside(drafts.resource.manyRoot, of: body)
    guard case .array(let elements) = value else { throw Self.unexpected(value, at: path, "an array of objects") }
    let ids = try elements.enumerated().map { try read($1, at: .element(path, $0), depth: 0, into: drafts) }
    for id in ids { drafts.imply(implied, of: id) }
    return ids
  }

  private func inside(_ root: String?, of body: AttributeValue) throws -> (AttributeValue, ResponsePath) {
    guard let root else { return (body, .body) }
    guard case .dictionary(let members) = body else { throw Self.unexpected(body, at: .body, "an object") }
    guard let value = members[root] else { throw RESTError(.missingRoot(key: root)) }
    return (value, .member(.body, root))
  }

  private static func unexpected(_ value: AttributeValue, at path: ResponsePath, _ expected: String) -> RESTError {
    RESTError(.unexpected(path: "\(path)", CastError(expected: expected, found: value.kind)))
  }

  /// Reads a record with all that it embeds.
  private func read<Record: Model>(
    _ value: AttributeValue, at path: ResponsePath, depth: Int, into drafts: Drafts<Record>
  ) throws -> Record.ID {
    guard case .dictionary(let members) = value else { throw Self.unexpected(value, at: path, "an object") }
    if depth > depthLimit { throw RESTError(.tooDeep(path: "\(path)")) }
    var draft = Draft(record: Record.new())
    draft.record.id = try Self.id(in: members, drafts.resource.idKey, at: path)
    for field in drafts.resource.received {
      guard let value = members[field.key] else { continue }
      try draft.read(value, field) { RESTError(.unexpected(path: "\(ResponsePath.member(path, field.key))", $0)) }
    }
    let id = draft.record.id
    drafts.add(draft)
    for relation in drafts.resource.relations {
      guard let value = members[relation.key], !value.isNull || relation.kind == .belongsTo else { continue }
      try read(relation, value, of: id, at: .member(path, relation.key), depth: depth + 1, drafts)
    }
    return id
  }

  private static func id<ID: ModelID>(
    in members: [String: AttributeValue], _ key: String, at path: ResponsePath
  ) throws -> ID {
    guard let value = members[key] else { throw RESTError(.missingID(path: "\(path)")) }
    return try id(value, at: path, .member(path, key))
  }

  private static func id<ID: ModelID>(_ value: AttributeValue, at path: ResponsePath, _ place: ResponsePath) throws
    -> ID
  {
    switch value {
    case .null: throw RESTError(.missingID(path: "\(path)"))
    case .bool: throw unexpected(value, at: place, "an id")
    default: break
    }
    do throws(CastError) {
      let id = try ID(attribute: value)
      guard id.isAssigned else { throw CastError(expected: "an id", found: "the value of a record that has none") }
      return id
    } catch {
      throw RESTError(.unexpected(path: "\(place)", error))
    }
  }
}

extension Draft {
  /// Reads the value of a column.
  fileprivate mutating func read(
    _ value: AttributeValue, _ field: RemoteField, _ error: (CastError) -> RESTError
  ) throws(RESTError) {
    do throws(CastError) {
      let value = try field.received(value)
      if let problem = Record.schema.columns[field.column].assign(value, to: &record) { throw problem }
    } catch let problem {
      throw error(problem)
    }
    said.append(field.column)
  }
}

// MARK: - Relations

extension ResponseRecords {
  private func read<Record: Model>(
    _ relation: RemoteRelation<Record>, _ value: AttributeValue, of id: Record.ID, at path: ResponsePath, depth: Int,
    _ drafts: Drafts<Record>
  ) throws {
    switch relation.kind {
    case .belongsTo: try readParent(relation.target, relation, value, of: id, at: path, depth, drafts)
    case .hasOne: _ = try readChild(relation.target, value, relation.keyColumn, id.attribute, at: path, depth)
    case .hasMany: try readChildren(relation.target, relation, value, of: id, at: path, depth)
    }
  }

  /// Reads an embedded parent, and sets the record's key.
  private func readParent<Record: Model, Parent: Model>(
    _ parent: Parent.Type, _ relation: RemoteRelation<Record>, _ value: AttributeValue, of id: Record.ID,
    at path: ResponsePath, _ depth: Int, _ drafts: Drafts<Record>
  ) throws {
    guard let column = relation.keyColumn else { return }
    var key = AttributeValue.null
    if case .dictionary = value {
      key = try read(value, at: path, depth: depth, into: self.drafts(of: parent)).attribute
    } else if !value.isNull {
      let id: Parent.ID = try Self.id(value, at: path, path)
      key = id.attribute
    }
    do throws(AttributeError) {
      try drafts.set(column, of: id, to: key)
    } catch {
      throw Self.unexpected(value, at: path, "an object, because the \(Record.schema.modelName) needs its parent")
    }
  }

  /// Reads an embedded child, and sets its key.
  private func readChild<Child: Model>(
    _ child: Child.Type, _ value: AttributeValue, _ column: String?, _ owner: AttributeValue, at path: ResponsePath,
    _ depth: Int
  ) throws -> Child.ID {
    let drafts = drafts(of: child)
    let id = try read(value, at: path, depth: depth, into: drafts)
    if let column { try drafts.set(column, of: id, to: owner) }
    return id
  }

  /// Reads a list of embedded children, or of their ids.
  private func readChildren<Record: Model, Child: Model>(
    _ child: Child.Type, _ relation: RemoteRelation<Record>, _ value: AttributeValue, of id: Record.ID,
    at path: ResponsePath, _ depth: Int
  ) throws {
    guard case .array(let elements) = value else { throw Self.unexpected(value, at: path, "an array of objects") }
    var (ids, references): (Set<Child.ID>, [Child.ID]) = ([], [])
    for (index, element) in elements.enumerated() {
      let path = ResponsePath.element(path, index)
      if case .dictionary = element {
        ids.insert(try readChild(child, element, relation.keyColumn, id.attribute, at: path, depth))
      } else {
        let reference: Child.ID = try Self.id(element, at: path, path)
        ids.insert(reference)
        references.append(reference)
      }
    }
    if let column = relation.keyColumn, !references.isEmpty {
      links.append { store in try Self.link(references, column, to: id.attribute, in: store.table(child)) }
    }
    if let children = relation.children, let column = relation.keyColumn {
      links.append { store in
        guard let owner = try store.table(Record.self).find(id) else { return }
        let missing = try children(owner, store).compactMap { $0 as? Child }.filter { child in
          // What was edited here is not known to be on the server.
          !ids.contains(child.id) && store.table(RemoteEdit.self).find(RemoteEdit.id(child)) == nil
        }
        try MissingRecords(store).apply(relation.missing, to: missing[...], column)
      }
    }
  }

  /// Sets the key of the stored children. Children that are not stored yet get the key when they are created.
  private static func link<Child: Model>(
    _ ids: [Child.ID], _ column: String, to owner: AttributeValue, in table: ModelTable<Child>
  ) throws {
    try table.replicate(
      ids.compactMap { id in
        guard var child = try table.find(id) else { return nil }
        try child.set(column, to: owner)
        return child
      })
  }
}

extension RemoteField {
  /// Returns the value of a member, as the column casts it.
  func received(_ value: AttributeValue) throws(CastError) -> AttributeValue {
    guard let dates, !value.isNull else { return value }
    return .date(try dates.read(value))
  }

  /// Returns the member for a value of the column.
  func sent(_ value: AttributeValue) -> AttributeValue {
    if let dates, case .date(let date) = value { dates.write(date) } else { value }
  }
}

extension AttributeValue {
  var isNull: Bool { if case .null = self { true } else { false } }
}
