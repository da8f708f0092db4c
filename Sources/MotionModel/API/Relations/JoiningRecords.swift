/// Writes the records between those of a many-to-many relation.
struct JoiningRecords<Owner: Model, Target: Model>: Sendable {
  /// Joins an owner to those of some records that it is not joined to.
  let add: @Sendable (Owner, [Target], Store) throws -> Void
  /// Destroys what joins an owner to some records.
  let remove: @Sendable (Owner, [Target.ID], Store) throws -> Void

  /// - Parameters:
  ///   - owner: The joining record's key of the owner.
  ///   - target: Its key of the other record.
  init<Join: Model>(_ owner: ForeignKey<Join, Owner>, _ target: ForeignKey<Join, Target>) {
    @Sendable func joins(_ record: Owner, _ store: Store) throws(Join.Adapter.Failure) -> [Join] {
      try Finder<Join>(in: store).with { $0.query.predicate = owner.condition(record.id) }.all
    }
    add = { record, targets, store in
      let joined = Set(try joins(record, store).compactMap(target.value))
      for other in targets where !joined.contains(other.id) {
        var join = Join.new()
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
