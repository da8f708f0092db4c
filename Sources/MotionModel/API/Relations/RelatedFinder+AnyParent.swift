extension FinderChain {
  /// Includes the parent of each record, which may be of one of several models; see ``RelatedFinder``.
  ///
  /// ```swift
  /// for (note, subject) in Note.including(\.subject).all { … }    // a Board, a Card or nil, as any Model
  /// ```
  public func including<Key: ModelID>(
    _ relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Key>> & Sendable
  ) -> RelatedFinder<Record, (Record, (any Model)?)> {
    adding(Record.relations[keyPath: relation].inclusion(in: finder.store))
  }

  /// Includes the parent of each record, if it is of a model; nil for a record whose parent is of another model.
  ///
  /// ```swift
  /// Note.including(\.subject, as: Board.self).all                            // [(Note, Board?)]
  /// Note.including(\.subject, as: Board.self).including(\.subject, as: Card.self).all    // [(Note, Board?, Card?)]
  /// ```
  ///
  /// It traps for a model that the relation does not name.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - parent: The model.
  ///   - refine: Refines which parents are included.
  public func including<Parent: Model>(
    _ relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Parent.ID>> & Sendable,
    as parent: Parent.Type, _ refine: @escaping @Sendable (Finder<Parent>) -> Finder<Parent> = { $0 }
  ) -> RelatedFinder<Record, (Record, Parent?)> {
    adding(Record.relations[keyPath: relation].inclusion(of: parent, in: finder.store) { .init(refine($0)) })
  }

  /// Includes the parent of each record, if it is of a model, with its own included records.
  ///
  /// ```swift
  /// Note.including(\.subject, as: Board.self) { $0.including(\.cards) }.all    // [(Note, (Board, [Card])?)]
  /// ```
  public func including<Parent: Model, Element>(
    _ relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Parent.ID>> & Sendable,
    as parent: Parent.Type, _ refine: @escaping @Sendable (Finder<Parent>) -> RelatedFinder<Parent, Element>
  ) -> RelatedFinder<Record, (Record, Element?)> {
    adding(Record.relations[keyPath: relation].inclusion(of: parent, in: finder.store, refine))
  }
}

extension RelatedFinder {
  /// Includes a further parent of each record, which may be of one of several models.
  public func including<each Part, Key: ModelID>(
    _ relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Key>> & Sendable
  ) -> RelatedFinder<Record, (repeat each Part, (any Model)?)> where Element == (repeat each Part) {
    adding(Record.relations[keyPath: relation].inclusion(in: finder.store))
  }

  /// Includes a further parent of each record, if it is of a model; nil for a record whose parent is of another model.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - parent: The model.
  ///   - refine: Refines which parents are included.
  public func including<each Part, Parent: Model>(
    _ relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Parent.ID>> & Sendable,
    as parent: Parent.Type, _ refine: @escaping @Sendable (Finder<Parent>) -> Finder<Parent> = { $0 }
  ) -> RelatedFinder<Record, (repeat each Part, Parent?)> where Element == (repeat each Part) {
    adding(Record.relations[keyPath: relation].inclusion(of: parent, in: finder.store) { .init(refine($0)) })
  }

  /// Includes a further parent of each record, if it is of a model, with its own included records.
  public func including<each Part, Parent: Model, Nested>(
    _ relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Parent.ID>> & Sendable,
    as parent: Parent.Type, _ refine: @escaping @Sendable (Finder<Parent>) -> RelatedFinder<Parent, Nested>
  ) -> RelatedFinder<Record, (repeat each Part, Nested?)> where Element == (repeat each Part) {
    adding(Record.relations[keyPath: relation].inclusion(of: parent, in: finder.store, refine))
  }
}

extension Model {
  /// Includes the parent of each record, which may be of one of several models; see ``RelatedFinder``.
  public static func including<Key: ModelID>(
    _ relation: any KeyPath<Relations, PolymorphicRelation<Self, Key>> & Sendable
  ) -> RelatedFinder<Self, (Self, (any Model)?)> {
    records.including(relation)
  }

  /// Includes the parent of each record, if it is of a model; see ``RelatedFinder``.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - parent: The model.
  ///   - refine: Refines which parents are included.
  public static func including<Parent: Model>(
    _ relation: any KeyPath<Relations, PolymorphicRelation<Self, Parent.ID>> & Sendable,
    as parent: Parent.Type, _ refine: @escaping @Sendable (Finder<Parent>) -> Finder<Parent> = { $0 }
  ) -> RelatedFinder<Self, (Self, Parent?)> {
    records.including(relation, as: parent, refine)
  }

  /// Includes the parent of each record, if it is of a model, with its own included records; see ``RelatedFinder``.
  public static func including<Parent: Model, Element>(
    _ relation: any KeyPath<Relations, PolymorphicRelation<Self, Parent.ID>> & Sendable,
    as parent: Parent.Type, _ refine: @escaping @Sendable (Finder<Parent>) -> RelatedFinder<Parent, Element>
  ) -> RelatedFinder<Self, (Self, Element?)> {
    records.including(relation, as: parent, refine)
  }
}

// MARK: - Reading

extension PolymorphicRelation {
  /// Prepares to read the parents of records, whichever models they are of.
  fileprivate func inclusion(in store: Store) -> Inclusion<Owner, (any Model)?> {
    parents.compactMap { anyInclusion(of: $0, in: store) }.reduce(.nothing()) { some, more in
      some.with(more).map { $0 ?? $1 }
    }
  }

  private func anyInclusion<Parent: Model>(
    of parent: Parent.Type, in store: Store
  ) -> Inclusion<Owner, (any Model)?>? {
    let all: @Sendable (Finder<Parent>) -> Finder<Parent> = { $0 }
    return relation(to: parent)?.inclusion(in: store, all).map { $0.map { $0 as any Model } }
  }

  /// Prepares to read the parents of a model, each with what is included with it.
  fileprivate func inclusion<Parent: Model, Element>(
    of parent: Parent.Type, in store: Store,
    _ refine: @escaping @Sendable (Finder<Parent>) -> RelatedFinder<Parent, Element>
  ) -> Inclusion<Owner, Element?> {
    named(parent).inclusion(in: store, refine).first()
  }

  private func named<Parent: Model>(_ parent: Parent.Type) -> Relation<Owner, ToParent<Parent>> {
    guard let relation = relation(to: parent) else { refuse(parent) }
    return relation
  }
}
