public import MotionModel

extension Factory {
  // MARK: - Parents

  /// Returns a factory whose created records have a parent: the one whose id the closures have set, or else a new one.
  ///
  /// ```swift
  /// static let sample = Factory<Todo> { $0.name = "Todo \($1)" }.parent(\.project, Project.sample)
  ///
  /// try sample.create()                               // with a new project
  /// try sample.create { $0.projectID = house.id }     // in the house
  /// ```
  ///
  /// - Parameters:
  ///   - relation: The relation to the parent.
  ///   - factory: The factory of the parent. It is evaluated when a parent is needed, so two factories can name each
  ///     other.
  public func parent<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable,
    _ factory: @autoclosure @escaping @Sendable () -> Factory<Target>
  ) -> Factory {
    var copy = self
    copy.parents.append { record, run in
      let relation = Record.relations[keyPath: relation]
      if relation.hasParent(record) { return }
      relation.setParent(of: &record, to: try factory().create(run))
    }
    return copy
  }

  /// Returns a factory whose created records have a parent of one of several models: the one whose id the closures have
  /// set, or else a new one.
  ///
  /// - Parameters:
  ///   - relation: The relation to the parent, a `BelongsToAny`.
  ///   - factory: The factory of the parent, whose model the relation must name. It is evaluated when a parent is
  ///     needed.
  public func parent<Target: Model, Key: ModelID>(
    _ relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Key>> & Sendable,
    _ factory: @autoclosure @escaping @Sendable () -> Factory<Target>
  ) -> Factory {
    var copy = self
    copy.parents.append { record, run in
      if Record.relations[keyPath: relation].hasParent(record) { return }
      record[dynamicMember: relation] = try factory().create(run)
    }
    return copy
  }

  // MARK: - Children

  /// Returns a factory whose created records have related records, which are created after them.
  ///
  /// ```swift
  /// static let fullSample = sample.children(\.todos, Todo.sample, count: 3)
  /// ```
  ///
  /// The related records have this record as their parent, so their factory creates no other one. Through a
  /// many-to-many relation, they are joined to it.
  ///
  /// - Parameters:
  ///   - relation: The relation to the records.
  ///   - factory: The factory of the records. It is evaluated when they are created, so two factories can name each
  ///     other.
  ///   - count: How many; it traps if this is negative.
  public func children<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable,
    _ factory: @autoclosure @escaping @Sendable () -> Factory<Target>, count: Int = 1
  ) -> Factory {
    Factory<Target>.check(count)
    var copy = self
    copy.children.append { owner, run in
      let (factory, related) = (factory(), run.store.of(owner)[dynamicMember: relation])
      for _ in 0..<count { _ = try factory.make(run, inserting: { try related.create($0) }) }
    }
    return copy
  }

  /// Returns a factory whose created records have one related record, which is created after them.
  ///
  /// ```swift
  /// static let sample = Factory<User> { $0.name = "User \($1)" }.child(\.profile, Profile.sample)
  /// ```
  ///
  /// - Parameters:
  ///   - relation: The relation to the record, a `HasOne`.
  ///   - factory: The factory of the record. It is evaluated when it is created.
  public func child<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable,
    _ factory: @autoclosure @escaping @Sendable () -> Factory<Target>
  ) -> Factory {
    var copy = self
    copy.children.append { owner, run in
      _ = try factory().make(run, inserting: { try run.store.of(owner).create(relation, $0) })
    }
    return copy
  }
}
