public import MotionModel

/// A rule that associated records are valid themselves.
///
/// ```swift
/// ValidateAssociated(\.todos)
/// ValidateAssociated("drafts") { project in project.todos.where(\.isDraft == true).all }
/// ```
///
/// Every error of the associated records is reported under the relation's name and, for one of several records, its
/// index from 0: an error of the third todo's name has the path `todos[2].name`. Two models may validate each
/// other, because a record that is already being validated is not validated again. `message` does not change the
/// messages of these errors.
public struct ValidateAssociated<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule for several records.
  ///
  /// - Parameters:
  ///   - name: The name of the records in paths.
  ///   - children: Returns the records.
  public init<Child: Validatable>(_ name: String, _ children: @escaping @Sendable (Record) throws -> [Child]) {
    self.init(named: name) { record, situation in
      try children(record).enumerated().flatMap { index, child in
        Self.problems(of: child, under: [.field(name), .index(index)], situation)
      }
    }
  }

  /// Creates the rule for one optional record.
  ///
  /// - Parameters:
  ///   - name: The name of the record in paths.
  ///   - child: Returns the record.
  public init<Child: Validatable>(_ name: String, _ child: @escaping @Sendable (Record) throws -> Child?) {
    self.init(named: name) { record, situation in
      try child(record).map { Self.problems(of: $0, under: [.field(name)], situation) } ?? []
    }
  }

  /// Creates the rule for the records of a to-many relation.
  ///
  /// ```swift
  /// ValidateAssociated(\.todos)
  /// ```
  ///
  /// - Parameter relation: The to-many relation.
  public init<Child: Validatable>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Child>>> & Sendable
  ) where Child.Adapter.Failure == Never {
    self.init(Relation.name(of: relation)) { $0[dynamicMember: relation].all }
  }

  /// Creates the rule for the record of a to-one relation.
  ///
  /// - Parameter relation: The to-one relation.
  public init<Child: Validatable>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Child>>> & Sendable
  ) where Child.Adapter.Failure == Never {
    self.init(Relation.name(of: relation)) { $0[dynamicMember: relation] }
  }

  /// Creates the rule for the parent of a relation.
  ///
  /// - Parameter relation: The relation to a parent.
  public init<Child: Validatable>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Child>>> & Sendable
  ) where Child.Adapter.Failure == Never {
    self.init(Relation.name(of: relation)) { $0[dynamicMember: relation] }
  }

  private init(named name: String, _ test: @escaping Check<Record>.RecordTest) {
    let check = Check<Record>(
      .invalid, [],
      .record(nil) { record, situation in
        try ValidationTrail.within(record) { try test(record, &situation) }
      }, associated: name)
    rules = Validations([check])
  }

  private static func problems<Child: Validatable>(
    of child: Child, under steps: [ValidationError.Step], _ situation: CheckContext
  ) -> [Problem] {
    let errors = ValidationTrail.entering(child) {
      Child.validations.errors(of: child, CheckContext(store: situation.store, context: situation.context))
    }
    return (errors ?? []).map { .nested($0.nested(under: steps)) }
  }
}
