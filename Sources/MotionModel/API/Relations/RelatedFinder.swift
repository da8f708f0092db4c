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
/// Like a ``Finder``, it is a description, and only `all` and `first` read records, all from one state of the store. A
/// record and its included records are a tuple, in the order of inclusion. A relation to many gives an array, a
/// relation to a parent or to one record gives that record, or nil.
///
/// Where an adapter keeps the records, `try finder.all` queries it once for each level.
///
/// ## Topics
/// ### Including
/// - ``including(_:_:)-(_,(Finder<Kind.Target>)->Finder<Kind.Target>)``
/// ### Reading
/// - ``finder``
public struct RelatedFinder<Record: Model, Element>: Sendable {
  /// The finder of the records, without what is included.
  public let finder: Finder<Record>
  /// How a record is read with what is included.
  let inclusion: Inclusion<Record, Element>

  init(_ finder: Finder<Record>, _ inclusion: Inclusion<Record, Element>) {
    (self.finder, self.inclusion) = (finder, inclusion)
  }

  fileprivate func elements(of finder: Finder<Record>) throws(Record.Adapter.Failure) -> [Element] {
    if !Record.schema.layout.isExternal { return elementsInMemory(of: finder) }
    return try finder.store.asCurrent { () throws(Record.Adapter.Failure) in
      try finder.readingOneState { () throws(Record.Adapter.Failure) in try inclusion.read(finder.records()) }
    }
  }

  /// Returns the elements of a finder of records in memory.
  ///
  /// - Parameter trace: Notes what is read.
  func elementsInMemory(of finder: Finder<Record>, _ trace: RecordTrace? = nil) -> [Element] {
    finder.store.asCurrent {
      finder.store.answerRelated(finder.query, of: Record.self) { query, tables in
        let reader = inclusion.makeReader(tables, trace)
        let plan = QueryPlan(query, in: tables.version(Record.schema.layout))
        var elements: [Element] = []
        Execution(plan).forEach { elements.append(reader($0)) }
        trace?.note(elements.count)
        return elements
      }
    }
  }
}

extension RelatedFinder where Element == Record {
  /// Creates a finder of records with which nothing is included.
  init(_ finder: Finder<Record>) { self.init(finder, .record) }
}

// FinderChain+FallibleRecords.swift explains why these properties are declared twice.

extension RelatedFinder where Record.Adapter.Failure == Never {
  /// The records with what is included.
  ///
  /// - Complexity: One pass over the records and the included ones of each level, with an index on the key; one more
  ///   pass over the model of a level where a condition is added. Records to which several lead are read once.
  public var all: [Element] { elements(of: finder) }

  /// The first record with what is included; nil when there is none.
  public var first: Element? { elements(of: finder.atMostOne).first }
}

extension RelatedFinder {
  /// The records with what is included: `try finder.all`, where an adapter that can fail keeps them.
  ///
  /// The adapter is queried once for the records, and once for the records of each level, whatever their number; for a
  /// relation through others, once for each key that leads to them. Databases answer all of it from one state.
  ///
  /// - Complexity: That of the adapter's answers. A limit on included records is applied once they are read; of the
  ///   levels below, only what belongs to the remaining ones is read.
  public var all: [Element] {
    get throws(Record.Adapter.Failure) { try elements(of: finder) }
  }

  /// The first record with what is included, or nil: `try finder.first`, where an adapter that can fail keeps it.
  public var first: Element? {
    get throws(Record.Adapter.Failure) { try elements(of: finder.atMostOne).first }
  }
}

extension RelatedFinder {
  /// Returns this finder with one thing more for each record.
  func adding<each Part, Related>(
    _ part: Inclusion<Record, Related>
  ) -> RelatedFinder<Record, (repeat each Part, Related)> where Element == (repeat each Part) {
    RelatedFinder<Record, (repeat each Part, Related)>(finder, inclusion.adding(part))
  }
}

extension FinderChain {
  /// Returns a finder of the records with one thing for each.
  func adding<Related>(_ part: Inclusion<Record, Related>) -> RelatedFinder<Record, (Record, Related)> {
    RelatedFinder(finder, Inclusion<Record, Record>.record.with(part))
  }
}

// MARK: - Including

extension FinderChain {
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
    adding(Record.relations[keyPath: relation].inclusion(in: finder.store, refine))
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
    adding(Record.relations[keyPath: relation].inclusion(in: finder.store, refine))
  }

  /// Includes the one related record of each record, with what is included with it.
  ///
  /// ```swift
  /// Step.including(\.todo) { $0.including(\.project) }.all    // [(Step, (Todo, Project?)?)]
  /// ```
  public func including<Kind: RelationKind, Element>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> RelatedFinder<Kind.Target, Element>
  ) -> RelatedFinder<Record, (Record, Element?)> where Kind.Related == Kind.Target? {
    adding(Record.relations[keyPath: relation].inclusion(in: finder.store, refine).first())
  }
}

extension RelatedFinder {
  /// Includes the related records of a further relation of each record.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - refine: Refines which related records are included; its order and its limit apply to each record separately.
  public func including<each Part, Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) -> RelatedFinder<Record, (repeat each Part, Kind.Related)> where Element == (repeat each Part) {
    adding(Record.relations[keyPath: relation].inclusion(in: finder.store, refine))
  }

  /// Includes many related records of a further relation, each with what is included with it.
  public func including<each Part, Target: Model, Nested>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Target>) -> RelatedFinder<Target, Nested>
  ) -> RelatedFinder<Record, (repeat each Part, [Nested])> where Element == (repeat each Part) {
    adding(Record.relations[keyPath: relation].inclusion(in: finder.store, refine))
  }

  /// Includes the one related record of a further relation, with what is included with it.
  public func including<each Part, Kind: RelationKind, Nested>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> RelatedFinder<Kind.Target, Nested>
  ) -> RelatedFinder<Record, (repeat each Part, Nested?)>
  where Element == (repeat each Part), Kind.Related == Kind.Target? {
    adding(Record.relations[keyPath: relation].inclusion(in: finder.store, refine).first())
  }
}

extension Model {
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
  public static func including<Kind: RelationKind, Element>(
    _ relation: any KeyPath<Relations, Relation<Self, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> RelatedFinder<Kind.Target, Element>
  ) -> RelatedFinder<Self, (Self, Element?)> where Kind.Related == Kind.Target? {
    records.including(relation, refine)
  }
}
