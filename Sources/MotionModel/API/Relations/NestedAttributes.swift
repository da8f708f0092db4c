extension Relation {
  /// The same relation, whose records can be created, changed and removed by the attributes of the record that has them.
  ///
  /// ```swift
  /// let todos = HasMany<Todo>(\.projectID, dependent: .destroy).acceptingAttributes()
  ///
  /// try Project.create(attributes: [
  ///   "name": "House",
  ///   "todos": [["name": "Paint the door"], ["name": "Sweep"]],
  /// ])
  /// try project.update(attributes: [
  ///   "todos": [["id": 1, "name": "Paint the doors"], ["id": 2, "_destroy": true], ["name": "Mow the lawn"]],
  /// ])
  /// ```
  ///
  /// Attributes with an id change the related record that has it, and those without make a new one. With `_destroy` besides the id, the
  /// record is taken away. What is not named stays as it is. All of it is one changeset.
  ///
  /// | | a new one | `_destroy` |
  /// |---|---|---|
  /// | of many | is one more | does what ``RelatedRecords/remove(_:)`` does |
  /// | the one | takes the place of the one that was, which is taken away | the same |
  /// | a parent | becomes the parent; the one that was stays as it is, for it may be that of others | empties the key, and destroys the parent |
  ///
  /// An id of another record than the related one is refused with ``StoreError/notFound(model:id:)``; one that is empty, null or not assigned
  /// is none. What is new and to be taken away is passed over. Errors say where they are: `todos[1].name`.
  ///
  /// A relation has to say that it accepts attributes, because they may come from outside: whoever sends them could else write
  /// records of other models.
  public func acceptingAttributes() -> Relation {
    var copy = self
    copy.acceptsAttributes = true
    return copy
  }
}

/// The attributes of a record, those of its own apart from those of records that are related to it.
struct NestedAttributes<Record: Model> {
  /// The attributes of the record itself.
  private(set) var own: [String: AttributeValue] = [:]
  /// Those of its parents, which are saved before it.
  private var parents: [(DeclaredRelation, AttributeValue)] = []
  /// Those of the records that belong to it, which are saved behind it.
  private var children: [(DeclaredRelation, AttributeValue)] = []

  init(_ attributes: [String: AttributeValue]) {
    let relations = Record.schema.relations.filter(\.relation.acceptsAttributes)
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      if let relation = relations.first(where: { $0.isNamed(name) }), Record.schema[name] == nil {
        if relation.kind == .belongsTo { parents.append((relation, value)) } else { children.append((relation, value)) }
      } else {
        own[name] = value
      }
    }
  }

  /// Whether there are none but the record's own.
  var isEmpty: Bool { parents.isEmpty && children.isEmpty }

  /// Saves a record that has its own attributes already, with those that are related to it, as one changeset.
  ///
  /// - Parameter isNew: Whether the record is being created, so that it must not take the place of another.
  func save(_ record: inout Record, isNew: Bool) throws {
    func saveAlone(_ record: inout Record) throws { if isNew { try record.insert() } else { try record.save() } }
    if isEmpty { return try saveAlone(&record) }
    record = try Store.current.inTransaction {
      var saved: any Model = record
      var given: any Model = record
      var destructions: [() throws -> Void] = []
      for (relation, value) in parents {
        destructions += try relation.relation.write(value, of: &saved, given: given, relation.name)
      }
      guard var own = saved as? Record else { return record }
      given = own
      try saveAlone(&own)
      saved = own
      for destroy in destructions { try destroy() }
      for (relation, value) in children {
        _ = try relation.relation.write(value, of: &saved, given: given, relation.name)
      }
      return own
    }
  }
}

extension DeclaredRelation {
  /// Whether attributes call the relation so: by its name, in snake case, or as Rails does, with `_attributes` behind it.
  fileprivate func isNamed(_ text: String) -> Bool {
    let name = Inflector.english.underscore(name)
    return text == self.name || text == name || text == name + "_attributes" || text == self.name + "Attributes"
  }
}

extension Relation {
  /// Writes the records that some attributes stand for.
  ///
  /// - Parameters:
  ///   - owner: A record of the relation's own model; the calling task is inside a transaction.
  ///   - given: The same record as the caller has it, for errors: it has no id that is not in the store.
  /// - Returns: What is to be done once the owner is saved.
  func write(
    _ value: AttributeValue, of owner: inout any Model, given: any Model, _ name: String
  ) throws -> [() throws -> Void] {
    guard var record = owner as? Owner, let given = given as? Owner else { return [] }
    var later: [() throws -> Void] = []
    for (index, attributes) in try list(value, name).enumerated() {
      do {
        if case .own(let key)? = core.key {
          if let destruction = try writeParent(attributes, of: &record, key) { later.append(destruction) }
        } else {
          try writeChild(attributes, of: record)
        }
      } catch let error as any NestableError {
        throw error.nested(under: name, at: kind == .hasMany ? index : nil, of: given)
      }
    }
    owner = record
    return later
  }

  /// What the value of a relation is made of: one dictionary, or an array of them for many.
  private func list(_ value: AttributeValue, _ name: String) throws(AttributeError) -> [[String: AttributeValue]] {
    if case .dictionary(let attributes) = value, kind != .hasMany { return [attributes] }
    guard case .array(let values) = value, kind == .hasMany else { throw misfit(name) }
    var list: [[String: AttributeValue]] = []
    for value in values {
      guard case .dictionary(let attributes) = value else { throw misfit(name) }
      list.append(attributes)
    }
    return list
  }

  private func misfit(_ name: String) -> AttributeError {
    .nestedMisfit(model: Owner.schema.modelName, relation: name, isArray: kind == .hasMany)
  }

  /// - Returns: What destroys the parent, once no record has its key; nil when it is not to be destroyed.
  private func writeParent(
    _ given: [String: AttributeValue], of record: inout Owner, _ key: ForeignKey<Owner, Kind.Target>
  ) throws -> (() throws -> Void)? {
    var attributes = given
    let store = Store.current
    let isRemoved = try takeRemoval(from: &attributes)
    let id = try takeID(from: &attributes)
    let present = key.value(record).flatMap { store.table(Kind.Target.self).stored($0) }
    if let id, id != present?.id { throw stranger(id) }
    guard isRemoved else {
      var parent = id == nil ? .new() : present ?? .new()
      try parent.write(attributes, isNew: id == nil)
      key.assign(&record, parent.id)
      return nil
    }
    guard id != nil, let present else { return nil }
    key.assign(&record, nil)
    return { _ = try Cascade(store).destroy([present]) }
  }

  private func writeChild(_ given: [String: AttributeValue], of owner: Owner) throws {
    var attributes = given
    let store = Store.current
    let isRemoved = try takeRemoval(from: &attributes)
    let id = try takeID(from: &attributes)
    let related = core.finder(of: owner)
    guard let id else {
      if isRemoved { return }
      var child = related.build()
      let nested = NestedAttributes<Kind.Target>(attributes)
      try child.set(nested.own)
      if kind == .hasOne { try core.take(related.all, from: owner, in: store) }
      try core.give(&child, to: owner, in: store, isNew: true)
      if !nested.isEmpty { try nested.save(&child, isNew: false) }
      return
    }
    guard var child = try related.find(id) else { throw stranger(id) }
    if isRemoved { return try core.take([child], from: owner, in: store) }
    try child.write(attributes, isNew: false)
  }

  private func stranger(_ id: Kind.Target.ID) -> StoreError {
    .notFound(model: Kind.Target.schema.modelName, id: "\(id.attribute)")
  }

  /// Whether attributes ask for the record to be taken away.
  private func takeRemoval(from attributes: inout [String: AttributeValue]) throws -> Bool {
    guard let value = attributes.removeValue(forKey: "_destroy"), !value.isBlank else { return false }
    do { return try Bool(attribute: value) } catch {
      throw AttributeError.cast(model: Kind.Target.schema.modelName, column: "_destroy", error)
    }
  }

  /// The id in attributes; nil when there is none, an empty one as forms send it, or one that is not assigned.
  private func takeID(from attributes: inout [String: AttributeValue]) throws -> Kind.Target.ID? {
    let schema = Kind.Target.schema
    let column = schema.columns[schema.layout.idColumn]
    guard let value = attributes.removeValue(forKey: column.name), !value.isBlank else { return nil }
    var record = Kind.Target()
    if let reason = column.assign(value, to: &record) {
      throw AttributeError.cast(model: schema.modelName, column: column.name, reason)
    }
    return record.assignedID
  }
}

extension AttributeValue {
  /// Whether it stands for no value: null, or a string of nothing but white space.
  fileprivate var isBlank: Bool {
    switch self {
    case .null: true
    case .string(let text): text.allSatisfy(\.isWhitespace)
    default: false
    }
  }
}

extension Model {
  /// Sets attributes, also those of related records, and saves.
  ///
  /// - Parameter isNew: Whether the record is being created, so that it must not take the place of another.
  mutating func write(_ attributes: [String: AttributeValue], isNew: Bool) throws {
    let nested = NestedAttributes<Self>(attributes)
    var changed = self
    try changed.set(nested.own)
    if !isNew { try changed.checkID(replacing: id) }
    try nested.save(&changed, isNew: isNew)
    self = changed
  }
}
