package import MotionModel

/// What happens to the records that depend on a destroyed one, for code that does not know the models.
package protocol NaiveDepending: Sendable {
  var rule: Dependent { get }
  /// - Parameter owners: Records of the model that has the relation.
  func apply(_ owners: [Any], _ naive: inout NaiveStore, _ visited: inout NaiveVisited) throws(Refusal)
}

/// The records that a cascade has visited.
package struct NaiveVisited {
  private var ids: [Kind: Set<AnyHashable>] = [:]

  /// Adds a record.
  ///
  /// - Returns: Whether the record was new.
  mutating func insert<Record: WorldModel>(_ record: Record) -> Bool {
    ids[Record.kind, default: []].insert(AnyHashable(record.id)).inserted
  }

  func contains<Record: WorldModel>(_ record: Record) -> Bool {
    ids[Record.kind]?.contains(AnyHashable(record.id)) ?? false
  }
}

/// What happens to the records of one model that depend on those of another.
package struct NaiveDependent<Owner: WorldModel, Target: WorldModel>: NaiveDepending {
  let name: String
  package let rule: Dependent
  let belongs: @Sendable (Owner, Target) -> Bool
  let nullify: @Sendable (inout Target) -> Void

  init(
    _ name: String, _ rule: Dependent, _ belongs: @escaping @Sendable (Owner, Target) -> Bool,
    nullify: @escaping @Sendable (inout Target) -> Void = { _ in }
  ) {
    (self.name, self.rule, self.belongs, self.nullify) = (name, rule, belongs, nullify)
  }

  package func apply(_ owners: [Any], _ naive: inout NaiveStore, _ visited: inout NaiveVisited) throws(Refusal) {
    let owners = owners.compactMap { $0 as? Owner }
    var targets: [Target] = []
    for row in naive[keyPath: Target.rows].rows where !visited.contains(row.record) {
      if owners.contains(where: { belongs($0, row.record) }) { targets.append(row.record) }
    }
    if targets.isEmpty { return }
    switch rule {
    case .none: break
    case .restrict: if !naive.ignoresRestrictions { throw .restricted }
    case .destroy: _ = try naive.destroy(targets, &visited)
    case .delete:
      var fresh: [Target] = []
      for target in targets where visited.insert(target) { fresh.append(target) }
      _ = try naive.delete(Target.self, fresh.map(\.id))
    case .nullify: try naive.change(targets.map(\.id), nullify)
    }
  }
}
