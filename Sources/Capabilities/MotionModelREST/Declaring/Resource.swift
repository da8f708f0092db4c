import MotionModel

/// What a server calls a model, with all names made: the declaration of the model, completed by the conventions of a
/// format.
struct Resource<Record: Model>: Sendable {
  let path: ResourcePath
  /// The member around one record; nil if there is none.
  let singleRoot: String?
  /// The member around a list; nil if there is none.
  let manyRoot: String?
  /// The columns that are read or sent.
  let fields: [RemoteField]
  /// The fields that are read, but the id, in order of declaration.
  let received: [RemoteField]
  /// The fields that are sent with a new record, but the id: times and the lock version are the server's.
  let creationFields: [RemoteField]
  /// The member that has the id.
  let idKey: String
  let sendsID: Bool
  /// The column by which a record is looked up that may have been created.
  let lookup: RemoteField?
  /// The relations that a response may embed, in order of declaration.
  let relations: [RemoteRelation<Record>]
}

/// A column as a server has it.
struct RemoteField: Sendable {
  /// The number of the column in the schema.
  let column: Int
  /// The column's name.
  let name: String
  let key: String
  let direction: FieldDirection
  /// How the column's dates are written; nil for other columns.
  let dates: RESTFormat.DateForm?
}

/// A relation as a server has it.
struct RemoteRelation<Record: Model>: Sendable {
  let name: String
  let key: String
  let kind: DeclaredRelation.Kind
  /// The model of the related records.
  let target: any Model.Type
  /// The name of the key's column, in this model or the related one; nil for a relation through another.
  let keyColumn: String?
  let missing: MissingChildren
  /// Returns the stored children of a record, if some of them may be missing in a response.
  let children: (@Sendable (Record, Store) throws -> [any Model])?
}

extension Resource {
  /// Completes the declaration of a model.
  ///
  /// It traps if the declaration cannot work.
  init(_ remote: Remote<Record>, in format: RESTFormat) {
    let rules = RuleList(remote)
    let spelling = rules.keys ?? format.keys
    func key(_ name: String) -> String { spelling.key(for: name, format.inflector) }

    path = ResourcePath(
      rules.path ?? format.inflector.tableize(Record.schema.modelName), prefix: rules.prefix ?? format.prefix)
    let roots = rules.roots ?? Self.roots(in: format, key)
    singleRoot = roots.single
    manyRoot = roots.many ?? roots.single.map(format.inflector.pluralize)
    let fields = Self.fields(rules, format, key)
    self.fields = fields.filter { $0.direction != .none && $0.name != Record.schema.idName }
    idKey = fields.first { $0.name == Record.schema.idName }?.key ?? "id"
    sendsID = rules.sendsID
    lookup = fields.first { $0.name == rules.lookup }
    received = self.fields.filter(\.direction.isReceived)
    let left = Set(Record.schema.timestampColumns + [Record.schema.versionColumn].compactMap { $0 })
    creationFields = self.fields.filter { $0.direction.isSent && !left.contains($0.column) }
    relations = Self.relations(rules, key)
    checkKeys()
  }

  private static func roots(in format: RESTFormat, _ key: (String) -> String) -> (single: String?, many: String?) {
    if format.roots == .bare { return (nil, nil) }
    let name = key(Record.schema.modelName)
    return (name.prefix(1).lowercased() + name.dropFirst(), nil)
  }

  private static func fields(_ rules: RuleList<Record>, _ format: RESTFormat, _ key: (String) -> String)
    -> [RemoteField]
  {
    Record.schema.columns.enumerated().map { number, column in
      let dates = column.type == .date ? rules.dates[column.name] ?? rules.allDates ?? format.dates : nil
      return RemoteField(
        column: number, name: column.name, key: rules.names[column.name] ?? key(column.name),
        direction: rules.directions[column.name] ?? .both, dates: dates)
    }
  }

  private static func relations(_ rules: RuleList<Record>, _ key: (String) -> String) -> [RemoteRelation<Record>] {
    Record.schema.relations.compactMap { declared in
      // A parent of several models cannot be read from a member alone: what model it is of is in another.
      guard let target = declared.targets.first, declared.targets.count == 1 else { return nil }
      let rule = rules.embeddings[declared.name]
      let missing = rule?.missing ?? .keep
      return RemoteRelation(
        name: declared.name, key: rule?.key ?? key(declared.name), kind: declared.kind, target: target,
        keyColumn: declared.key, missing: missing, children: missing == .keep ? nil : rule?.children)
    }
  }

  // MARK: - Checks

  /// Traps if two of what is read have the same member.
  private func checkKeys() {
    var taken = Set([idKey])
    for field in received where !taken.insert(field.key).inserted {
      RuleList<Record>.refuse("gives the member \"\(field.key)\" to two columns: name one of them with .key")
    }
    for relation in relations {
      if !taken.insert(relation.key).inserted {
        RuleList<Record>.refuse(
          """
          reads the relation "\(relation.name)" from the member "\(relation.key)", which something else has: name another with \
          .embeds(as:)
          """
        )
      }
      relation.check()
    }
  }
}

extension RemoteRelation {
  /// Traps if what is to become of missing children cannot be done.
  fileprivate func check() {
    if missing == .keep { return }
    guard let keyColumn else {
      RuleList<Record>.refuse(
        "cannot say what becomes of missing \"\(name)\", because that relation goes through another")
    }
    func isOptional<Target: Model>(_ target: Target.Type) -> Bool { Target.schema[keyColumn]?.isOptional ?? true }
    if missing == .unlink && !isOptional(target) {
      RuleList<Record>.refuse(
        "cannot unlink missing \"\(name)\", because their key is not optional: delete or keep them")
    }
  }
}
