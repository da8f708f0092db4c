import Foundation
import MotionModel

/// A foreign key, for code that does not know the models.
package protocol NaiveLinking: Sendable {
  /// Throws when any record lacks its required parent.
  func check(_ naive: NaiveStore) throws(Refusal)
  /// Throws when a child lacks its required parent.
  func check(_ child: Any, in naive: NaiveStore) throws(Refusal)
  /// Counts the children of each parent.
  ///
  /// - Parameter raisesVersions: Whether a parent whose counter changes gets a new version.
  func count(_ naive: inout NaiveStore, raisesVersions: Bool)
  /// Touches the parents of children that changed.
  func follow(_ changes: [(old: Any?, new: Any?)], _ naive: inout NaiveStore)
  /// Replaces the id that a parent had in a branch by its new id.
  func renumber(_ child: inout Any, _ ids: [Kind: [AnyHashable: AnyHashable]])
}

/// A foreign key.
package struct NaiveLink<Child: WorldModel, Parent: WorldModel>: NaiveLinking {
  let name: String
  let isRequired: Bool
  /// Whether a key that is there leads to a stored parent.
  var isExisting = false
  let counter: (any WritableKeyPath<Parent, Int> & Sendable)?
  let touches: Bool
  let key: @Sendable (Child) -> Parent.ID?
  let setKey: @Sendable (inout Child, Parent.ID) -> Void

  init(
    _ name: String, required keyPath: any WritableKeyPath<Child, Parent.ID> & Sendable,
    counter: (any WritableKeyPath<Parent, Int> & Sendable)? = nil, touches: Bool = false
  ) {
    (self.name, isRequired, self.counter, self.touches) = (name, true, counter, touches)
    key = { $0[keyPath: keyPath] }
    setKey = { $0[keyPath: keyPath] = $1 }
  }

  init(
    _ name: String, _ keyPath: any WritableKeyPath<Child, Parent.ID?> & Sendable,
    counter: (any WritableKeyPath<Parent, Int> & Sendable)? = nil, touches: Bool = false, isExisting: Bool = false
  ) {
    (self.name, isRequired, self.counter, self.touches) = (name, false, counter, touches)
    self.isExisting = isExisting
    key = { $0[keyPath: keyPath] }
    setKey = { $0[keyPath: keyPath] = $1 }
  }

  init(
    _ name: String, _ key: @escaping @Sendable (Child) -> Parent.ID?,
    setKey: @escaping @Sendable (inout Child, Parent.ID) -> Void
  ) {
    (self.name, isRequired, counter, touches, self.key, self.setKey) = (name, false, nil, false, key, setKey)
  }

  package func check(_ naive: NaiveStore) throws(Refusal) {
    if !isRequired && !isExisting { return }
    for row in naive[keyPath: Child.rows].rows { try check(row.record, in: naive) }
  }

  package func check(_ child: Any, in naive: NaiveStore) throws(Refusal) {
    guard isRequired || isExisting, let child = child as? Child else { return }
    guard let id = key(child) else {
      if isRequired { throw .integrity }
      return
    }
    if naive[keyPath: Parent.rows].find(id) == nil { throw .integrity }
  }

  package func count(_ naive: inout NaiveStore, raisesVersions: Bool) {
    guard let counter else { return }
    var counts: [Parent.ID: Int] = [:]
    for row in naive[keyPath: Child.rows].rows { if let id = key(row.record) { counts[id, default: 0] += 1 } }
    let parents = naive[keyPath: Parent.rows].rows
    for (index, row) in parents.enumerated() {
      let count = counts[row.record.id] ?? 0
      if row.record[keyPath: counter] == count { continue }
      naive[keyPath: Parent.rows].rows[index].record[keyPath: counter] = count
      if raisesVersions, let lock = Parent.lockVersion {
        naive[keyPath: Parent.rows].rows[index].record[keyPath: lock] += 1
      }
    }
  }

  package func follow(_ changes: [(old: Any?, new: Any?)], _ naive: inout NaiveStore) {
    guard touches, let times = Parent.ownTimestamps else { return }
    let ids = Set(changes.flatMap { [$0.old, $0.new] }.compactMap { ($0 as? Child).flatMap(key) })
    let parents = naive[keyPath: Parent.rows].rows
    for (index, row) in parents.enumerated() where ids.contains(row.record.id) {
      naive[keyPath: Parent.rows].rows[index].record[keyPath: times.updated] = naive.now
    }
  }

  package func renumber(_ child: inout Any, _ ids: [Kind: [AnyHashable: AnyHashable]]) {
    guard var record = child as? Child, let old = key(record),
      let any = ids[Parent.kind]?[AnyHashable(old)], let new = any.base as? Parent.ID
    else { return }
    setKey(&record, new)
    child = record
  }
}
