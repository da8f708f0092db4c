/// How something that is included with each record is read: from the tables in memory, and through an adapter.
struct Inclusion<Record: Model, Part>: Sendable {
  /// Returns the part for a row of the records.
  typealias Reader = (Row) -> Part

  /// Prepares to read parts in one version of the tables. Where there is a trace, it notes what is read.
  let makeReader: @Sendable (Tables, RecordTrace?) -> Reader
  /// Reads the parts of some records of an adapter, level by level.
  let read: @Sendable ([Record]) throws(Record.Adapter.Failure) -> [Part]
  /// Returns the changes on which the parts depend, besides those of the records.
  let interests: @Sendable () -> [LiveInterest]

  /// The same, converted.
  func map<Other>(_ transform: @escaping @Sendable (Part) -> Other) -> Inclusion<Record, Other> {
    Inclusion<Record, Other>(
      makeReader: { [makeReader] tables, trace in
        let reader = makeReader(tables, trace)
        return { transform(reader($0)) }
      }, read: { [read] records throws(Record.Adapter.Failure) in try read(records).map(transform) },
      interests: interests)
  }

  /// This one and another.
  func with<Other>(_ other: Inclusion<Record, Other>) -> Inclusion<Record, (Part, Other)> {
    Inclusion<Record, (Part, Other)>(
      makeReader: { [makeReader] tables, trace in
        let (reader, other) = (makeReader(tables, trace), other.makeReader(tables, trace))
        return { row in (reader(row), other(row)) }
      },
      read: { [read] records throws(Record.Adapter.Failure) in
        let (parts, others) = (try read(records), try other.read(records))
        return parts.indices.map { (parts[$0], others[$0]) }
      }, interests: { [interests] in interests() + other.interests() })
  }

  /// The parts of a tuple and another.
  func adding<each Own, Other>(_ other: Inclusion<Record, Other>) -> Inclusion<Record, (repeat each Own, Other)>
  where Part == (repeat each Own) {
    with(other).map { parts, other in (repeat each parts, other) }
  }
}

extension Inclusion {
  /// Returns the first of many parts; nil where there is none.
  ///
  /// NB: `map(\.first)` where the caller has a parameter pack makes a key path of another type: Swift 6.3 crashes.
  func first<Element>() -> Inclusion<Record, Element?> where Part == [Element] { map { $0.first } }
}

extension Inclusion {
  /// Nil for each record.
  static func nothing<Value>() -> Inclusion where Part == Value? {
    Inclusion(makeReader: { _, _ in { _ in nil } }, read: { $0.map { _ in nil } }, interests: { [] })
  }
}

extension Inclusion where Part == Record {
  /// The record itself.
  static var record: Inclusion {
    Inclusion(
      makeReader: { _, trace in
        { row in
          let record = row[Record.self]
          trace?.note(record)
          return record
        }
      }, read: { records in records }, interests: { [] })
  }
}

// MARK: - Relations

extension Relation {
  /// Prepares to read the related records of records.
  func inclusion(
    in store: Store, _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target>
  ) -> Inclusion<Owner, Kind.Related> {
    Inclusion(
      makeReader: { tables, trace in
        let reader = RelatedReader(including: self, { RelatedFinder(refine($0)) }, in: tables, of: store)
        return { row in
          let records = reader.records(of: row)
          trace?.note(records)
          return Kind.related(records)
        }
      },
      read: { records throws(Owner.Adapter.Failure) in
        try LevelReader(including: self, { RelatedFinder(refine($0)) }, of: records, in: store).elements(of: records)
          .map(Kind.related)
      }, interests: { interests(of: RelatedFinder(refine(core.scoped(core.start(in: store))))) })
  }

  /// Prepares to read the related records of records, each with what is included with it.
  func inclusion<Element>(
    in store: Store, _ refine: @escaping @Sendable (Finder<Kind.Target>) -> RelatedFinder<Kind.Target, Element>
  ) -> Inclusion<Owner, [Element]> {
    Inclusion(
      makeReader: { tables, trace in
        let reader = RelatedReader(including: self, refine, in: tables, of: store, trace)
        return { reader.elements(of: $0) }
      },
      read: { records throws(Owner.Adapter.Failure) in
        try LevelReader(including: self, refine, of: records, in: store).elements(of: records)
      }, interests: { interests(of: refine(core.scoped(core.start(in: store)))) })
  }

  /// Returns the changes on the way to the related records, to these records, and to their included records.
  private func interests<Element>(of related: RelatedFinder<Kind.Target, Element>) -> [LiveInterest] {
    // The order of the records in between is not a part of any query here.
    if core.through?.isOrdered == true { return [.any] }
    var (way, last) = (core.route.legs, related.finder)
    // The conditions decide whether a change to a record at the end matters, but not whether it changes the choice.
    if case .step(let step)? = way.last {
      last.query.predicate = step.conditions && last.query.predicate
      way.removeLast()
    }
    return way.flatMap(\.interests) + last.liveQuery.interests.all + related.inclusion.interests()
  }
}

extension Route.Leg {
  /// The changes to the records on the way of the leg, and to those at its end.
  fileprivate var interests: [LiveInterest] {
    switch self {
    case .step(let step): LiveQuery(Query(predicate: step.conditions), of: step.target).interests.all
    case .choice(let choice):
      choice.candidates.legs.flatMap(\.interests) + LiveQuery(choice.query(), of: target).interests.all
    }
  }
}
