/// A finder whose records come with their related records, each with those related to it, to any depth.
///
/// ```swift
/// let finder = Project.order(by: \.name)
///   .including(\.todos) { $0.where(\.isDone == false).order(by: \.priority).including(\.steps).including(\.people) }
///   .including(\.brief)
///
/// for (project, todos, brief) in finder.all {
///   for (todo, steps, people) in todos { … }
/// }
/// ```
///
/// Like a ``Finder``, it is a description, and only ``all`` and ``first`` read records, all from one state of the store. A
/// record and what is included with it are a tuple, in the order in which it is included. A relation to many gives an
/// array, a relation to a parent or to one record gives that record, or nil.
///
/// ## Topics
/// ### Including
/// - ``including(_:_:)-(_,(Finder<Kind.Target>)->Finder<Kind.Target>)``
/// ### Reading
/// - ``all``
/// - ``first``
/// - ``finder``
public struct RelatedFinder<Record: Model, Element>: Sendable {
  /// Returns an element for a row of the records.
  typealias Reader = (UnsafeRawPointer) -> Element

  /// The finder of the records, without what is included.
  public let finder: Finder<Record>
  /// Prepares to read elements in one version of the tables.
  let makeReader: @Sendable (Tables) -> Reader

  init(_ finder: Finder<Record>, _ makeReader: @escaping @Sendable (Tables) -> Reader) {
    (self.finder, self.makeReader) = (finder, makeReader)
  }

  /// The records with what is included.
  ///
  /// - Complexity: One pass over the records and the included ones of each level, with an index on the key; one more pass
  ///   over the model of a level where a condition is added. Records to which several lead are read once.
  public var all: [Element] { elements(of: finder) }

  /// The first record with what is included; nil when there is none.
  public var first: Element? { elements(of: finder.limit(1)).first }

  private func elements(of finder: Finder<Record>) -> [Element] {
    finder.read { query, tables in
      let (reader, plan) = (makeReader(tables), QueryPlan(query, in: tables.version(Record.schema.layout)))
      var elements: [Element] = []
      Execution(plan).forEach { elements.append(reader($0)) }
      return elements
    }
  }
}

extension RelatedFinder {
  /// Returns this finder with one thing more for each record.
  fileprivate func adding<each Part, Related>(
    _ level: @escaping @Sendable (Tables) -> (UnsafeRawPointer) -> Related
  ) -> RelatedFinder<Record, (repeat each Part, Related)> where Element == (repeat each Part) {
    RelatedFinder<Record, (repeat each Part, Related)>(finder) { [makeReader] tables in
      let (reader, level) = (makeReader(tables), level(tables))
      return { row in
        let parts = reader(row)
        return (repeat each parts, level(row))
      }
    }
  }
}

extension FinderChain {
  /// Returns a finder of the records with one thing for each.
  fileprivate func adding<Related>(
    _ level: @escaping @Sendable (Tables) -> (UnsafeRawPointer) -> Related
  ) -> RelatedFinder<Record, (Record, Related)> {
    RelatedFinder(finder) { tables in
      let level = level(tables)
      return { row in (row.bound(to: Record.self).pointee, level(row)) }
    }
  }
}

extension Relation {
  /// Prepares to read the related records of rows.
  fileprivate func level(
    in store: Store, _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target>
  ) -> @Sendable (Tables) -> (UnsafeRawPointer) -> Kind.Related {
    { tables in
      let reader = RelatedReader(self, refine, in: tables, of: store)
      return { reader.related(to: $0) }
    }
  }

  /// Prepares to read the related records of rows, each with what is included with it.
  fileprivate func level<Element>(
    in store: Store, _ refine: @escaping @Sendable (Finder<Kind.Target>) -> RelatedFinder<Kind.Target, Element>
  ) -> @Sendable (Tables) -> (UnsafeRawPointer) -> [Element] {
    { tables in
      let reader = RelatedReader(including: self, refine, in: tables, of: store)
      return { reader.elements(of: $0) }
    }
  }
}

// MARK: - Including

extension FinderChain where Record.Adapter == ArrayAdapter {
  /// Includes the related records of each record; see ``RelatedFinder``.
  ///
  /// ```swift
  /// Todo.where(\.isDone == false).including(\.project).all                          // [(Todo, Project?)]
  /// Project.including(\.todos) { $0.order(by: \.priority).limit(3) }.all            // [(Project, [Todo])]
  /// ```
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - refine: Refines which related records are included; its order and its limit apply to each record separately.
  public func including<Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) -> RelatedFinder<Record, (Record, Kind.Related)> {
    adding(Record.relations[keyPath: relation].level(in: finder.store, refine))
  }

  /// Includes many related records of each record, each with what is included with it.
  ///
  /// ```swift
  /// Project.including(\.todos) { $0.including(\.steps) }.all    // [(Project, [(Todo, [Step])])]
  /// ```
  public func including<Target: Model, Element>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Target>) -> RelatedFinder<Target, Element>
  ) -> RelatedFinder<Record, (Record, [Element])> {
    adding(Record.relations[keyPath: relation].level(in: finder.store, refine))
  }

  /// Includes the one related record of each record, with what is included with it.
  public func including<Target: Model, Element>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Target>) -> RelatedFinder<Target, Element>
  ) -> RelatedFinder<Record, (Record, Element?)> {
    let level = Record.relations[keyPath: relation].level(in: finder.store, refine)
    return adding { RelatedFinder<Target, Element>.one(level($0)) }
  }

  /// Includes the parent of each record, with what is included with it.
  ///
  /// ```swift
  /// Step.including(\.todo) { $0.including(\.project) }.all    // [(Step, (Todo, Project?)?)]
  /// ```
  public func including<Target: Model, Element>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Target>) -> RelatedFinder<Target, Element>
  ) -> RelatedFinder<Record, (Record, Element?)> {
    let level = Record.relations[keyPath: relation].level(in: finder.store, refine)
    return adding { RelatedFinder<Target, Element>.one(level($0)) }
  }
}

extension RelatedFinder where Record.Adapter == ArrayAdapter {
  /// Includes the related records of a further relation of each record.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - refine: Refines which related records are included; its order and its limit apply to each record separately.
  public func including<each Part, Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) -> RelatedFinder<Record, (repeat each Part, Kind.Related)> where Element == (repeat each Part) {
    adding(Record.relations[keyPath: relation].level(in: finder.store, refine))
  }

  /// Includes many related records of a further relation, each with what is included with it.
  public func including<each Part, Target: Model, Nested>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Target>) -> RelatedFinder<Target, Nested>
  ) -> RelatedFinder<Record, (repeat each Part, [Nested])> where Element == (repeat each Part) {
    adding(Record.relations[keyPath: relation].level(in: finder.store, refine))
  }

  /// Includes the one related record of a further relation, with what is included with it.
  public func including<each Part, Target: Model, Nested>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Target>) -> RelatedFinder<Target, Nested>
  ) -> RelatedFinder<Record, (repeat each Part, Nested?)> where Element == (repeat each Part) {
    let level = Record.relations[keyPath: relation].level(in: finder.store, refine)
    return adding { RelatedFinder<Target, Nested>.one(level($0)) }
  }

  /// Includes a further parent of each record, with what is included with it.
  public func including<each Part, Target: Model, Nested>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Target>) -> RelatedFinder<Target, Nested>
  ) -> RelatedFinder<Record, (repeat each Part, Nested?)> where Element == (repeat each Part) {
    let level = Record.relations[keyPath: relation].level(in: finder.store, refine)
    return adding { RelatedFinder<Target, Nested>.one(level($0)) }
  }
}

extension RelatedFinder {
  fileprivate static func one(_ read: @escaping (UnsafeRawPointer) -> [Element]) -> (UnsafeRawPointer) -> Element? {
    { read($0).first }
  }
}

extension Model where Adapter == ArrayAdapter {
  /// Includes the related records of each record; see ``RelatedFinder``.
  public static func including<Kind: RelationKind>(
    _ relation: any KeyPath<Relations, Relation<Self, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) -> RelatedFinder<Self, (Self, Kind.Related)> {
    records.including(relation, refine)
  }

  /// Includes many related records of each record, each with what is included with it; see ``RelatedFinder``.
  public static func including<Target: Model, Element>(
    _ relation: any KeyPath<Relations, Relation<Self, ToMany<Target>>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Target>) -> RelatedFinder<Target, Element>
  ) -> RelatedFinder<Self, (Self, [Element])> {
    records.including(relation, refine)
  }

  /// Includes the one related record of each record, with what is included with it; see ``RelatedFinder``.
  public static func including<Target: Model, Element>(
    _ relation: any KeyPath<Relations, Relation<Self, ToOne<Target>>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Target>) -> RelatedFinder<Target, Element>
  ) -> RelatedFinder<Self, (Self, Element?)> {
    records.including(relation, refine)
  }

  /// Includes the parent of each record, with what is included with it; see ``RelatedFinder``.
  public static func including<Target: Model, Element>(
    _ relation: any KeyPath<Relations, Relation<Self, ToParent<Target>>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Target>) -> RelatedFinder<Target, Element>
  ) -> RelatedFinder<Self, (Self, Element?)> {
    records.including(relation, refine)
  }
}
