public import MotionModel
import MotionModelValidation

extension Input {
  /// Creates a choice of any number of records, to which the record is joined by records in between.
  ///
  /// ```swift
  /// // Card: let labels = HasMany<Label>(through: \.labellings, \.label)
  /// Input(\.labels, showing: \.name) { $0.order(by: \.name) }
  /// ```
  ///
  /// Choices are saved as joining records, in the same changeset as the record. The chosen records themselves are not
  /// written. Choices are changes: a label that another user adds meanwhile stays, and a label that another user
  /// removes is not added again, so two people who choose at once do not conflict.
  ///
  /// The relation must be many-to-many. One to this record's own children traps: they are made and removed by
  /// ``Children``. One through others whose records cannot be joined throws `StoreError.notWritable` when a choice is
  /// saved.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - label: What the field is called.
  ///   - column: What is shown of a record, and searched when there are many.
  ///   - choose: Selects and orders the records that are offered.
  public init<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable, _ label: String? = nil,
    showing column: any KeyPath<Target, String> & Sendable,
    from choose: @escaping @Sendable (Finder<Target>) -> Finder<Target> = { $0 }
  ) {
    let name = Relation.name(of: relation)
    if Record.relations[keyPath: relation].keyOfChildren != nil {
      FormMisuse.stop(
        "The form of \(Record.self)", "has a choice of its children \"\(name)\"",
        "use Children(\\.\(name)), or choose among records of a many-to-many relation")
    }
    self.init(name: name, access: InputAccess(joining: relation))
    settings.label = label
    settings.control = .choices
    settings.options = .records(RecordOptions(of: Target.self, showing: column, from: choose))
  }
}

/// How the records are read and written that a record is joined to.
struct JoinAccess<Record: Model>: Sendable {
  /// Returns the ids of the joined records as texts, sorted.
  let ids: @Sendable (Record, Store) throws -> [String]
  /// Joins the record to others, and ends that with others. The calling task is inside a transaction.
  let change: @Sendable (Record, _ added: [String], _ removed: [String], Store) throws -> Void

  init<Target: Model>(_ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable) {
    ids = { record, store in
      try store.of(record)[dynamicMember: relation].finder.all.map { $0.id.attribute.inputText }.sorted()
    }
    change = { record, added, removed, store in
      let joined = store.of(record)[dynamicMember: relation]
      if !removed.isEmpty {
        let ids = try removed.map { try Target.ID(attribute: .string($0)) }
        try joined.removeAll { $0.where(\.id).in(ids) }
      }
      if !added.isEmpty {
        let table = store.table(Target.self)
        try joined.append(contentsOf: added.map { try table.require(Target.ID(attribute: .string($0))) })
      }
    }
  }
}

extension InputAccess {
  /// Creates the access to a relation, which has no value in the record.
  fileprivate init<Target: Model>(
    joining relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable
  ) {
    self.init(
      type: .array(Target.ID.columnType), isOptional: false, value: { _ in .null }, assign: { _, _ in nil },
      column: nil,
      joins: JoinAccess(relation))
  }
}
