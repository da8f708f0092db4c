extension Relation {
  /// Returns the same relation, whose records can be created, changed and removed by their owner's attributes.
  ///
  /// ```swift
  /// let todos = HasMany<Todo>(\.projectID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
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
  /// Attributes with an id change the related record that has the id; attributes without an id create a record.
  /// Attributes with an id and `_destroy` remove the record, if the relation allows that. Related records that the
  /// attributes do not name stay unchanged. The key by which the owner reaches a record is not taken from its
  /// attributes: the relation decides about it. Everything is one changeset, and unique values are checked at its end.
  ///
  /// | | without an id | with an id and `_destroy` |
  /// |---|---|---|
  /// | to many | adds a record | does what ``RelatedRecords/remove(_:)`` does |
  /// | to one | replaces the previous record, which is removed | does what ``RelatedRecords/remove(_:)`` does |
  /// | to a parent | creates the parent; the previous one stays | clears the key, and destroys the parent |
  ///
  /// An id of a record that is not related throws ``StoreError/notFound(model:id:)``. An id that is empty, null or
  /// unassigned counts as no id. Where removal is allowed, attributes with `_destroy` and no id are ignored. Errors
  /// name their position: `todos[1].name`. Each ``StoreError`` of a related record is a
  /// ``StoreError/nested(model:path:_:)``, whose ``StoreError/reason`` is the error itself.
  ///
  /// A list may also be a dictionary with numbers as keys, as forms send it: `["0": ["name": "a"], "1": ["name":
  /// "b"]]`.
  ///
  /// A relation must opt in to attributes, because attributes may come from outside: without that, their sender
  /// could write records of other models. The parameters say what the sender can do:
  ///
  /// ```swift
  /// let todos = HasMany<Todo>(\.projectID)
  ///   .acceptingAttributes(rejectingBlank: true, allowingRemoval: true, limit: 20)
  /// ```
  ///
  /// - Parameters:
  ///   - rejecting: Returns whether the attributes of a record are left out, as those of an empty line of a form. It is
  ///     not called for records that are removed.
  ///   - rejectingBlank: Whether the attributes of a record are left out if all of them are null or white space.
  ///   - allowingRemoval: Whether `_destroy` removes a record. By default it has no effect, as in Rails: the other
  ///     attributes are written. A new record still replaces the previous one of a relation to one, unless
  ///     `updateOnly`.
  ///   - limit: The greatest number of records in one call; nil for no limit. More throw
  ///     ``AttributeError/tooManyNested(model:relation:limit:)``.
  ///   - updateOnly: Whether attributes without an id change the record of a relation to one, or the parent, if there
  ///     is one, instead of replacing it. It has no effect on a relation to many.
  public func acceptingAttributes(
    rejecting: (@Sendable (_ attributes: [String: AttributeValue]) -> Bool)? = nil, rejectingBlank: Bool = false,
    allowingRemoval: Bool = false, limit: Int? = 1_000, updateOnly: Bool = false
  ) -> Relation {
    var copy = self
    copy.nested = NestedPolicy(
      rejects: rejecting ?? { _ in false }, rejectsBlank: rejectingBlank, allowsRemoval: allowingRemoval, limit: limit,
      updatesOnly: updateOnly)
    return copy
  }
}

extension Relation {
  /// Returns the same relation, whose records are also chosen by an attribute of their owner with their ids.
  ///
  /// ```swift
  /// let taggings = HasMany<Tagging>(\.todoID, dependent: .destroy)
  /// let tags = HasMany<Tag>(through: \.taggings, \.tag).acceptingIDs()
  ///
  /// try todo.update(attributes: ["tag_ids": [1, 3]])   // or "tagIDs"
  /// ```
  ///
  /// The attribute is named after the relation, in the singular. It does what ``RelatedRecords/replace(with:)`` does:
  /// the related records are then those with the ids, and no others. Ids that are given twice count once, and blank
  /// ones, which forms send for empty lists, do not count. An id without a stored record throws
  /// ``StoreError/notFound(model:id:)``. Everything is one changeset.
  ///
  /// A relation must opt in to ids, because attributes may come from outside: their sender can give the owner any
  /// record of the related model.
  public func acceptingIDs<Target: Model>() -> Relation where Kind == ToMany<Target> {
    var copy = self
    copy.acceptsIDs = true
    return copy
  }
}

/// The attributes of a record, separated from the attributes of its related records.
struct NestedAttributes<Record: Model> {
  /// The attributes of the record itself.
  private var own: [String: AttributeValue] = [:]
  /// The columns that the attributes do not change: the key by which the record's owner reaches it.
  private let settled: [Int]
  /// The attributes of its parents, which are saved before the record.
  private var parents: [(DeclaredRelation, AttributeValue)] = []
  /// The attributes of its children, which are saved after the record.
  private var children: [(DeclaredRelation, AttributeValue)] = []
  /// The ids of its related records, which are given to the record after it was saved.
  private var ids: [(relation: DeclaredRelation, value: AttributeValue, name: String)] = []

  /// - Parameter key: The key by which the record's owner reaches it, if the owner's attributes contain these. The
  ///   owner's relation decides about the key. The sender could otherwise move the record to any parent, or replace the
  ///   owner through its child.
  /// - Throws: ``AttributeError/duplicateColumn(model:column:)`` for two names of one relation: each would have its
  ///   limit, and of two values for one record the later would replace the other.
  init(_ attributes: [String: AttributeValue], reachedBy key: Link? = nil) throws(AttributeError) {
    let column = key?.column.name
    let back = column.map { column in Record.schema.relations.filter { $0.ownKeyColumns.contains(column) } } ?? []
    settled = Set(back.flatMap(\.ownKeyColumns) + [column].compactMap(\.self)).compactMap(Record.schema.index(of:))
    let relations = Record.schema.relations.filter { relation in
      relation.relation.acceptsAttributes && !back.contains { $0.name == relation.name }
    }
    let lists = Record.schema.relations.filter(\.relation.acceptsIDs)
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      if let relation = lists.first(where: { $0.isOfIDs(name) }), Record.schema[name] == nil {
        if ids.contains(where: { $0.relation.name == relation.name }) { throw Self.duplicate(name) }
        ids.append((relation, value, name))
      } else if let relation = relations.first(where: { $0.isNamed(name) }), Record.schema[name] == nil {
        if (parents + children).contains(where: { $0.0.name == relation.name }) { throw Self.duplicate(relation.name) }
        if relation.kind == .belongsTo { parents.append((relation, value)) } else { children.append((relation, value)) }
      } else {
        own[name] = value
      }
    }
  }

  private static func duplicate(_ name: String) -> AttributeError {
    .duplicateColumn(model: Record.schema.modelName, column: name)
  }

  /// Sets the columns of a record that its own attributes name.
  func set(_ record: inout Record) throws(AttributeError) {
    let given = record
    try record.set(own)
    Record.schema.copy(settled, from: given, to: &record)
  }

  /// Whether there are no attributes of related records.
  var isEmpty: Bool { parents.isEmpty && children.isEmpty && ids.isEmpty }

  /// Saves a record, whose own attributes are already set, together with its related records, as one changeset.
  ///
  /// - Parameters:
  ///   - isNew: Whether the record is being created, so that it must not replace another.
  ///   - base: The record before its own attributes were set, if only the columns that changed are saved.
  func save(_ record: inout Record, isNew: Bool, since base: Record? = nil, in table: ModelTable<Record>) throws {
    func saveAlone(_ record: inout Record) throws {
      if isNew { return try table.insert(&record) }
      if let base { try table.save(&record, changedSince: base) } else { try table.save(&record) }
    }
    if isEmpty { return try saveAlone(&record) }
    record = try table.store.inCall {
      var saved: any Model = record
      var given: any Model = record
      var destructions: [() throws -> Void] = []
      for (relation, value) in parents {
        destructions += try relation.relation.write(value, of: &saved, given: given, relation.name, in: table.store)
      }
      guard var own = saved as? Record else { return record }
      given = own
      try saveAlone(&own)
      saved = own
      try table.following(&own) {
        for destroy in destructions { try destroy() }
        for (relation, value) in children {
          _ = try relation.relation.write(value, of: &saved, given: given, relation.name, in: table.store)
        }
        for (relation, value, name) in ids {
          try relation.relation.replace(value, of: saved, given: given, name, in: table.store)
        }
      }
      return own
    }
  }
}

extension DeclaredRelation {
  /// Whether an attribute's name refers to the relation: its name, in snake case or not, with or without Rails'
  /// `_attributes` or `Attributes`.
  fileprivate func isNamed(_ text: String) -> Bool {
    let name = Inflector.english.underscore(name)
    return text == self.name || text == name || text == name + "_attributes" || text == self.name + "Attributes"
  }

  /// Whether an attribute's name means the ids of the related records: the relation's name in the singular with `IDs`
  /// or `_ids`.
  fileprivate func isOfIDs(_ text: String) -> Bool {
    let name = Inflector.english.singularize(Inflector.english.underscore(name))
    return text == name + "_ids" || text == Inflector.english.camelize(name, firstUppercase: false) + "IDs"
  }
}

extension Relation {
  /// Writes related records from attributes.
  ///
  /// - Parameters:
  ///   - owner: A record of the relation's own model.
  ///   - given: The same record as the caller has it, for errors; any id in it is stored.
  ///   - store: The store; the calling task is inside one of its transactions.
  /// - Returns: Closures to run once the owner is saved.
  func write(
    _ value: AttributeValue, of owner: inout any Model, given: any Model, _ name: String, in store: Store
  ) throws -> [() throws -> Void] {
    guard var record = owner as? Owner, let given = given as? Owner else { return [] }
    // Each level of attributes takes a part of the stack, and their sender decides how many there are.
    if StackSpace.isNearlyUsedUp() { throw tooDeep(name) }
    var later: [() throws -> Void] = []
    let list = try list(value, name)
    if let limit = nested?.limit, list.count > limit {
      throw AttributeError.tooManyNested(model: Owner.schema.modelName, relation: name, limit: limit)
    }
    for (index, attributes) in list.enumerated() {
      try placing(name, kind == .hasMany ? index : nil, of: given, in: store) {
        if case .own(let key)? = core.key {
          guard let destruction = try writeParent(attributes, of: &record, key, in: store) else { return }
          later.append { try placing(name, nil, of: given, in: store, destruction) }
        } else {
          try writeChild(attributes, of: record, in: store)
        }
      }
    }
    owner = record
    return later
  }

  /// Runs `body`, which writes the record at a place in the attributes of an owner. Errors get the place, also those
  /// that are found when all is written.
  private func placing(
    _ name: String, _ index: Int?, of owner: Owner, in store: Store, _ body: () throws -> Void
  ) throws {
    let place: NestedRecord.Change = { error in
      (error as? any NestableError)?.nested(under: name, at: index, of: owner) ?? error
    }
    let mark = store.transaction?.errorMark
    do { try body() } catch { throw place(error) }
    if let mark { store.transaction?.changeErrors(since: mark, place) }
  }

  /// Notes that a record was written by the attributes of its owner.
  private func note(_ record: Kind.Target, in store: Store) {
    store.transaction?.note(NestedRecord(model: Kind.Target.schema.modelName, id: "\(record.id.attribute)"))
  }

  /// Replaces the related records by those with some ids.
  ///
  /// - Parameters:
  ///   - owner: A record of the relation's own model.
  ///   - given: The same record as the caller has it, for errors.
  ///   - name: The name of the attribute.
  ///   - store: The store; the calling task is inside one of its transactions.
  func replace(_ value: AttributeValue, of owner: any Model, given: any Model, _ name: String, in store: Store) throws {
    guard let owner = owner as? Owner, let given = given as? Owner else { return }
    guard let values = value.elements else {
      let reason = CastError(expected: "an array of ids", found: value.kind)
      throw AttributeError.cast(model: Owner.schema.modelName, column: name, reason)
    }
    var (records, known) = ([Kind.Target](), Set<Kind.Target.ID>())
    for (index, value) in values.enumerated() {
      try placing(name, index, of: given, in: store) {
        var attributes = [Kind.Target.schema.idName: value]
        guard let id = try takeID(from: &attributes), known.insert(id).inserted else { return }
        guard let record = try store.table(Kind.Target.self).fetched(id) else { throw stranger(id) }
        records.append(record)
      }
    }
    try placing(name, nil, of: given, in: store) {
      try RelatedRecords(owner: owner, core: core, store: store).replace(with: records)
    }
  }

  /// Returns the attributes in a relation's value: an array of dictionaries for a relation to many, else one
  /// dictionary.
  private func list(_ value: AttributeValue, _ name: String) throws(AttributeError) -> [[String: AttributeValue]] {
    if case .dictionary(let attributes) = value, kind != .hasMany { return [attributes] }
    guard kind == .hasMany, let values = value.numberedDictionaries ?? value.elements else { throw misfit(name) }
    return try values.map { value throws(AttributeError) in
      if case .dictionary(let attributes) = value { return attributes }
      throw misfit(name)
    }
  }

  private func tooDeep(_ name: String) -> AttributeError {
    let reason = CastError(expected: "attributes of related records", found: "records \(StackSpace.tooDeep)")
    return .cast(model: Owner.schema.modelName, column: name, reason)
  }

  private func misfit(_ name: String) -> AttributeError {
    .nestedShapeMismatch(model: Owner.schema.modelName, relation: name, isArray: kind == .hasMany)
  }

  /// - Returns: A closure that destroys the parent once no record has its key; nil when it is not to be destroyed.
  private func writeParent(
    _ given: [String: AttributeValue], of record: inout Owner, _ key: ForeignKey<Owner, Kind.Target>, in store: Store
  ) throws -> (() throws -> Void)? {
    var attributes = given
    let isRemoved = try takeRemoval(from: &attributes)
    let id = try takeID(from: &attributes)
    let present = try key.value(record).flatMap { try store.table(Kind.Target.self).fetched($0) }
    if let id, id != present?.id { throw stranger(id) }
    guard isRemoved else {
      if leavesOut(given) { return nil }
      let updated = id == nil && !updatesOnly ? nil : present
      var parent = updated ?? .new()
      try store.table(Kind.Target.self).write(attributes, to: &parent, isNew: updated == nil)
      key.assign(&record, parent.id)
      note(parent, in: store)
      return nil
    }
    guard id != nil, let present else { return nil }
    key.assign(&record, nil)
    return {
      note(present, in: store)
      _ = try Cascade(store).destroy([present])
    }
  }

  private func writeChild(_ given: [String: AttributeValue], of owner: Owner, in store: Store) throws {
    let table = store.table(Kind.Target.self)
    var attributes = given
    let isRemoved = try takeRemoval(from: &attributes)
    let id = try takeID(from: &attributes)
    if !isRemoved && leavesOut(given) { return }
    let (related, key) = (core.finder(of: owner, in: store), core.route.childKey)
    guard let id else {
      if isRemoved { return }
      if kind == .hasOne && updatesOnly, var child = try related.first(1).first {
        try table.write(attributes, to: &child, isNew: false, reachedBy: key)
        return note(child, in: store)
      }
      var child = related.new()
      let nested = try NestedAttributes<Kind.Target>(attributes, reachedBy: key)
      try nested.set(&child)
      try core.give(&child, to: owner, in: store, isNew: true)
      if !nested.isEmpty { try nested.save(&child, isNew: false, in: table) }
      return note(child, in: store)
    }
    let found = try core.isOne ? related.all.first { $0.id == id } : related.find(id)
    guard var child = found else { throw stranger(id) }
    note(child, in: store)
    if isRemoved { return try core.take([child], from: owner, in: store) }
    try table.write(attributes, to: &child, isNew: false, reachedBy: key)
  }

  private func leavesOut(_ attributes: [String: AttributeValue]) -> Bool { nested?.leavesOut(attributes) ?? false }

  private var updatesOnly: Bool { nested?.updatesOnly ?? false }

  private func stranger(_ id: Kind.Target.ID) -> StoreError {
    .notFound(model: Kind.Target.schema.modelName, id: "\(id.attribute)")
  }

  /// Removes `_destroy` from attributes, and returns whether it is true and allowed.
  private func takeRemoval(from attributes: inout [String: AttributeValue]) throws -> Bool {
    guard let value = attributes.removeValue(forKey: "_destroy"), !value.isBlank else { return false }
    do { return try Bool(attribute: value) && allowsRemoval } catch {
      throw AttributeError.cast(model: Kind.Target.schema.modelName, column: "_destroy", error)
    }
  }

  /// Removes the id from attributes; nil when it is missing, blank (as forms send it) or unassigned.
  private func takeID(from attributes: inout [String: AttributeValue]) throws -> Kind.Target.ID? {
    let schema = Kind.Target.schema
    let column = schema.columns[schema.layout.idColumn]
    guard let value = attributes.removeValue(forKey: column.name), !value.isBlank else { return nil }
    var record = Kind.Target()
    try column.set(value, in: &record)
    return record.id.isAssigned ? record.id : nil
  }
}

extension AttributeValue {
  /// The elements of an array; nil for any other value.
  fileprivate var elements: [AttributeValue]? { if case .array(let values) = self { values } else { nil } }

  /// Whether the value stands for no value: null, or a string of only white space.
  var isBlank: Bool {
    switch self {
    case .null: true
    case .string(let text): text.allSatisfy(\.isWhitespace)
    default: false
    }
  }
}

extension ModelTable {
  /// Sets attributes of a record, including those of related records, and saves it.
  ///
  /// - Parameter isNew: Whether the record is being created, so that it must not replace another.
  package func write(_ attributes: [String: AttributeValue], to record: inout Record, isNew: Bool) throws {
    try write(attributes, to: &record, isNew: isNew, reachedBy: nil)
  }

  /// - Parameter key: The key by which the record's owner reaches it, if the owner's attributes contain these.
  fileprivate func write(
    _ attributes: [String: AttributeValue], to record: inout Record, isNew: Bool, reachedBy key: Link?
  ) throws {
    let nested = try NestedAttributes<Record>(attributes, reachedBy: key)
    try store.finishing {
      var changed = record
      try nested.set(&changed)
      if !isNew { try changed.checkID(replacing: record.id) }
      try nested.save(&changed, isNew: isNew, since: isNew ? nil : record, in: self)
      record = changed
    }
  }
}

extension Model {
  /// Sets columns from untyped values, and ignores the attributes of related records.
  package mutating func setColumns(of attributes: [String: AttributeValue]) throws {
    try NestedAttributes<Self>(attributes).set(&self)
  }
}
