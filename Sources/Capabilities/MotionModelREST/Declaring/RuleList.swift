import MotionModel

/// The rules of a ``Remote``, by what they are about.
struct RuleList<Record: Model> {
  private(set) var path: String?
  private(set) var prefix: String?
  /// The members around one record and around a list; the second is nil for the plural of the first.
  private(set) var roots: (single: String?, many: String?)?
  private(set) var keys: KeySpelling?
  /// The members of columns, by the columns' names.
  private(set) var names: [String: String] = [:]
  private(set) var directions: [String: FieldDirection] = [:]
  private(set) var dates: [String: DateForm] = [:]
  private(set) var allDates: DateForm?
  private(set) var sendsID = false
  /// The name of the column by which a record is looked up.
  private(set) var lookup: String?
  /// What is embedded, by the names of the relations.
  private(set) var embeddings: [String: RemoteRule<Record>.Embedding] = [:]

  init(_ rules: [RemoteRule<Record>]) {
    for rule in rules { add(rule) }
  }

  private mutating func add(_ rule: RemoteRule<Record>) {
    switch rule.kind {
    case .path(let path): Self.set(&self.path, path, "two paths")
    case .prefix(let prefix): Self.set(&self.prefix, prefix, "two prefixes")
    case .root(let single, let many): Self.set(&roots, (single, many), "two roots")
    case .noRoot: Self.set(&roots, (nil, nil), "two roots")
    case .keys(let spelling): Self.set(&keys, spelling, "two spellings")
    case .key(let column, let key): Self.set(&names[name(of: column)], key, "two members for \"\(name(of: column))\"")
    case .direction(let direction, let columns):
      for column in columns {
        Self.set(&directions[name(of: column)], direction, "two directions for \"\(name(of: column))\"")
      }
    case .dates(let form, let columns): addDates(form, columns)
    case .sendsID: sendsID = true
    case .lookup(let column): Self.set(&lookup, name(of: column), "two columns to look up by")
    case .embeds(let embedding):
      Self.set(&embeddings[embedding.relation], embedding, "\"\(embedding.relation)\" embedded twice")
    }
  }

  private mutating func addDates(_ form: DateForm, _ columns: [any PartialKeyPath<Record> & Sendable]) {
    if columns.isEmpty { return Self.set(&allDates, form, "two forms for all dates") }
    for column in columns {
      let name = name(of: column)
      guard Record.schema[name]?.type == .date else {
        Self.refuse("has a form of dates for \"\(name)\", which is no date")
      }
      Self.set(&dates[name], form, "two forms of dates for \"\(name)\"")
    }
  }

  private func name(of column: any PartialKeyPath<Record> & Sendable) -> String {
    guard let name = Record.schema[column]?.name else {
      Self.refuse("names \(column), which is no column of the model")
    }
    return name
  }

  private static func set<Value>(_ place: inout Value?, _ value: Value, _ problem: String) {
    if place != nil { refuse("has \(problem): remove one") }
    place = value
  }

  static func refuse(_ problem: String) -> Never {
    // NB: Not `preconditionFailure`, which prints no message in release builds.
    fatalError("The remote of \(Record.self) \(problem).")
  }
}

extension Resource {
  /// Completes the declaration of a model that may have none, such as the target of a relation.
  static func of(_ model: Record.Type, in format: RESTFormat) -> Resource {
    func declared<Declared: RemoteModel>(_ model: Declared.Type) -> Any { Declared.remote }
    let remote = (model as? any RemoteModel.Type).flatMap { declared($0) as? Remote<Record> }
    return Resource(remote ?? [], in: format)
  }
}
