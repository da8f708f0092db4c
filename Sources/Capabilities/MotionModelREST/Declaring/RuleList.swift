import MotionModel

/// The rules of a ``Remote``, by what they are about.
struct RuleList<Record: Model> {
  var path: String?
  var prefix: String?
  /// The members around one record and around a list; the second is nil for the plural of the first.
  var roots: (single: String?, many: String?)?
  var keys: RESTFormat.KeySpelling?
  /// The members of columns, by the columns' names.
  var names: [String: String] = [:]
  var directions: [String: FieldDirection] = [:]
  var dates: [String: RESTFormat.DateForm] = [:]
  var allDates: RESTFormat.DateForm?
  var sendsID = false
  /// The name of the column by which a record is looked up.
  var lookup: String?
  /// What is embedded, by the names of the relations.
  var embeddings: [String: Remote<Record>.Embedding] = [:]

  init(_ remote: Remote<Record>) { remote.add(&self) }

  mutating func set<Value>(_ place: WritableKeyPath<Self, Value?>, _ value: Value, _ problem: String) {
    if self[keyPath: place] != nil { Self.refuse("has \(problem): remove one") }
    self[keyPath: place] = value
  }

  /// Sets what is said of columns.
  mutating func set<Value>(
    _ place: WritableKeyPath<Self, [String: Value]>, of columns: [any PartialKeyPath<Record> & Sendable],
    _ value: Value, _ problem: String
  ) {
    for column in columns {
      let name = name(of: column)
      set(place.appending(path: \.[name]), value, "\(problem) \"\(name)\"")
    }
  }

  mutating func setDates(_ form: RESTFormat.DateForm, of columns: [any PartialKeyPath<Record> & Sendable]) {
    if columns.isEmpty { return set(\.allDates, form, "two forms for all dates") }
    for name in columns.map(name) where Record.schema[name]?.type != .date {
      Self.refuse("has a form of dates for \"\(name)\", which is no date")
    }
    set(\.dates, of: columns, form, "two forms of dates for")
  }

  func name(of column: any PartialKeyPath<Record> & Sendable) -> String {
    guard let name = Record.schema[column]?.name else {
      Self.refuse("names \(column), which is no column of the model")
    }
    return name
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
