/// Writes the joining records of a many-to-many relation.
struct JoiningRecords<Owner: Model, Target: Model>: Sendable {
  /// Creates joining records between an owner and the given records that are not joined to it yet.
  let add: @Sendable (Owner, [Target], Store) throws -> Void
  /// Destroys the joining records between an owner and some records.
  let remove: @Sendable (Owner, [Target.ID], Store) throws -> Void

  /// - Parameters:
  ///   - owner: The joining record's key of the owner.
  ///   - target: The joining record's key of the related record.
  ///   - place: The property that holds the joining record's place; nil if joining records have no order of their own.
  init<Join: Model>(
    _ owner: ForeignKey<Join, Owner>, _ target: ForeignKey<Join, Target>,
    place: (any WritableKeyPath<Join, Int> & Sendable)?
  ) {
    @Sendable func joins(_ record: Owner, _ store: Store) throws(Join.Adapter.Failure) -> [Join] {
      try Finder<Join>(in: store).with { $0.query.predicate = owner.condition(record.id) }.all
    }
    add = { record, targets, store in
      let present = try joins(record, store)
      let joined = Set(present.compactMap(target.value))
      var last = place.flatMap { place in present.map { $0[keyPath: place] }.max() } ?? -1
      for other in targets where !joined.contains(other.id) {
        var join = Join.new()
        last += 1
        if let place { join[keyPath: place] = last }
        owner.assign(&join, record.id)
        target.assign(&join, other.id)
        try store.table(Join.self).save(&join)
      }
    }
    remove = { record, ids, store in
      let ids = Set(ids)
      let unwanted = try joins(record, store).filter { target.value($0).map(ids.contains) ?? false }
      _ = try Cascade(store).destroy(unwanted)
    }
  }
}
