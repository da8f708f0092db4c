public import MotionModel

/// Other records that belong to this one are valid themselves.
///
/// ```swift
/// ValidateAssociated(\.todos)
/// ValidateAssociated("drafts") { project in project.todos.where(\.isDraft == true).all }
/// ```
///
/// Every error of theirs is reported, under the name and, for one of several, its number, counted from 0: the error of the
/// third todo's name has the path `todos[2].name`. Two models may each validate the other: a record that is being validated already
/// is not validated again on the way. `message` does not change the words of their errors.
public struct ValidateAssociated<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes the rule for several records.
  ///
  /// - Parameters:
  ///   - name: What they are called in paths.
  ///   - children: Finds them.
  public init<Child: Validatable>(_ name: String, _ children: @escaping @Sendable (Record) throws -> [Child]) {
    self.init { record, situation in
      try children(record).enumerated().flatMap { index, child in
        Self.problems(of: child, under: [.field(name), .index(index)], situation)
      }
    }
  }

  /// Makes the rule for one record, which may be missing.
  ///
  /// - Parameters:
  ///   - name: What it is called in paths.
  ///   - child: Finds it.
  public init<Child: Validatable>(_ name: String, _ child: @escaping @Sendable (Record) throws -> Child?) {
    self.init { record, situation in
      try child(record).map { Self.problems(of: $0, under: [.field(name)], situation) } ?? []
    }
  }

  /// Makes the rule for the records of a relation.
  ///
  /// ```swift
  /// ValidateAssociated(\.todos)
  /// ```
  ///
  /// - Parameter relation: The relation to many.
  public init<Child: Validatable>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Child>>> & Sendable
  ) where Child.Adapter.Failure == Never {
    self.init(Relation.name(of: relation)) { $0[dynamicMember: relation].all }
  }

  /// Makes the rule for the one record of a relation.
  ///
  /// - Parameter relation: The relation to one.
  public init<Child: Validatable>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Child>>> & Sendable
  ) where Child.Adapter.Failure == Never {
    self.init(Relation.name(of: relation)) { $0[dynamicMember: relation] }
  }

  /// Makes the rule for the parent of a relation.
  ///
  /// - Parameter relation: The relation to a parent.
  public init<Child: Validatable>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Child>>> & Sendable
  ) where Child.Adapter.Failure == Never {
    self.init(Relation.name(of: relation)) { $0[dynamicMember: relation] }
  }

  private init(_ test: @escaping Check<Record>.RecordTest) {
    let check = Check<Record>(
      .invalid, [],
      .record(nil) { record, situation in
        try ValidationTrail.within(record) { try test(record, &situation) }
      })
    validations = Validations([check])
  }

  private static func problems<Child: Validatable>(
    of child: Child, under steps: [ValidationStep], _ situation: Situation<Record>
  ) -> [Problem] {
    let errors = ValidationTrail.entering(child) {
      Child.validations.errors(of: child, Situation(store: situation.store, context: situation.context))
    }
    return (errors ?? []).map { .nested($0.nested(under: steps)) }
  }
}
