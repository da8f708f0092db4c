// FinderChain+FallibleRecords.swift explains why these calls are declared twice.

extension FinderChain {
  /// Returns the records, each with its related records, where an adapter keeps them: `try projects.with(\.todos)`.
  ///
  /// The adapter is queried once for the records, and once for the related records of all of them; for a relation
  /// through others, once for each key that leads to them. Databases answer all of it from one state. Refinements and
  /// results are those of records in memory.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - refine: Refines which related records are returned; its order and its limit apply to each record
  ///     separately.
  /// - Complexity: That of the adapter's answers. A limit in `refine` is applied to the related records once they are
  ///   read.
  public func with<Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) throws(Record.Adapter.Failure) -> [(Record, Kind.Related)] {
    try finder.store.asCurrent { () throws(Record.Adapter.Failure) in
      let (records, reader) = try finder.readingOneState { () throws(Record.Adapter.Failure) in
        let records = try finder.records()
        return (records, try LevelReader(Record.relations[keyPath: relation], refine, of: records, in: finder.store))
      }
      return records.map { ($0, reader.related(to: $0)) }
    }
  }

  /// Returns the records, each with its related records by several relations, where an adapter keeps them.
  ///
  /// - Complexity: As for `with(_:_:)`, for each relation.
  public func with<First: RelationKind, Second: RelationKind, each Kind: RelationKind>(
    _ first: any KeyPath<Record.Relations, Relation<Record, First>> & Sendable,
    _ second: any KeyPath<Record.Relations, Relation<Record, Second>> & Sendable,
    _ more: repeat any KeyPath<Record.Relations, Relation<Record, each Kind>> & Sendable
  ) throws(Record.Adapter.Failure) -> [(Record, First.Related, Second.Related, repeat (each Kind).Related)] {
    let store = finder.store
    return try store.asCurrent { () throws(Record.Adapter.Failure) in
      try finder.readingOneState { () throws(Record.Adapter.Failure) in
        let records = try finder.records()
        let first = try LevelReader(Record.relations[keyPath: first], of: records, in: store)
        let second = try LevelReader(Record.relations[keyPath: second], of: records, in: store)
        let more = (repeat try LevelReader(Record.relations[keyPath: each more], of: records, in: store))
        return records.map {
          ($0, first.related(to: $0), second.related(to: $0), repeat (each more).related(to: $0))
        }
      }
    }
  }

  /// Returns the records, each with its parent, which may be of one of several models, where an adapter keeps them.
  ///
  /// - Complexity: As for `with(_:_:)`, for each model.
  public func with<Key: ModelID>(
    _ relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Key>> & Sendable
  ) throws(Record.Adapter.Failure) -> [(Record, (any Model)?)] {
    try including(relation).all
  }

  /// Returns a pair of record and related record for each related record, where an adapter keeps them; records without
  /// related records are left out.
  ///
  /// - Complexity: That of `with(_:_:)`.
  public func join<Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) throws(Record.Adapter.Failure) -> [(Record, Kind.Target)] {
    try finder.store.asCurrent { () throws(Record.Adapter.Failure) in
      let (records, reader) = try finder.readingOneState { () throws(Record.Adapter.Failure) in
        let records = try finder.records()
        return (records, try LevelReader(Record.relations[keyPath: relation], refine, of: records, in: finder.store))
      }
      return records.flatMap { record in reader.records(of: record).map { (record, $0) } }
    }
  }
}

extension Model {
  /// Returns all records, each with its related records, where an adapter keeps them; see `with(_:_:)` of finders.
  public static func with<Kind: RelationKind>(
    _ relation: any KeyPath<Relations, Relation<Self, Kind>> & Sendable,
    _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) throws(Adapter.Failure) -> [(Self, Kind.Related)] {
    try records.with(relation, refine)
  }

  /// Returns all records, each with its parent, which may be of one of several models, where an adapter keeps them.
  public static func with<Key: ModelID>(
    _ relation: any KeyPath<Relations, PolymorphicRelation<Self, Key>> & Sendable
  ) throws(Adapter.Failure) -> [(Self, (any Model)?)] {
    try records.with(relation)
  }
}
