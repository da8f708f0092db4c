public import Foundation

extension Relation {
  /// Keeps the related records in an order of their own, by a number in each of them.
  ///
  /// ```swift
  /// let dogs = HasMany<Dog>(\.ownerID).ordered(by: \.place)
  /// ```
  ///
  /// A record that is added comes last, whatever number it has. ``RelatedRecords/move(fromOffsets:toOffset:)`` moves
  /// records. The numbers of removed records stay free, and records with equal numbers are in order of insertion.
  ///
  /// - Parameter place: The property that holds the number.
  /// - Returns: The relation in that order, which comes after an order of its scope.
  /// - Complexity: Adding a record reads the last one: O(log *n*) with an index of the key and the property, and else
  ///   O(*n*) in the number of related records.
  public func ordered<Target: Model>(
    by place: any WritableKeyPath<Target, Int> & Sendable
  ) -> Relation where Kind == ToMany<Target> {
    let unordered = core
    var (relation, hooks) = (self, core.hooks)
    hooks.place = place
    hooks.beforeAppend.append { record, owner in
      let others = unordered.finder(of: owner, in: .current).unordered().order(by: place, .descending)
      record[keyPath: place] = try others.first(1).first.map { $0[keyPath: place] + 1 } ?? 0
    }
    relation.core = core.with(hooks) { (unordered.scope?($0) ?? $0).order(by: place) }
    return relation
  }
}

extension RelatedRecords {
  /// Moves records of an ordered relation, with the parameters of SwiftUI's `onMove`.
  ///
  /// ```swift
  /// try ann.dogs.move(fromOffsets: [2], toOffset: 0)
  /// ```
  ///
  /// Only numbers that change are written, as one changeset. The other numbers become those of their places, from 0.
  ///
  /// - Parameters:
  ///   - offsets: The places of the records.
  ///   - destination: The place in front of which they come, counted before they are moved.
  /// - Throws: ``StoreError`` when the owner was never saved or no longer exists; any error of saving.
  /// - Precondition: The relation is ``Relation/ordered(by:)``, and there is a record at each place.
  /// - Complexity: O(*n*) in the number of related records.
  public func move(fromOffsets offsets: IndexSet, toOffset destination: Int) throws {
    guard let place = core.hooks.place else {
      fatalError(
        """
        A relation of \(Owner.schema.modelName) to \(Record.schema.modelName) has no order of its own: declare it with \
        ordered(by:).
        """)
    }
    try store.inTransaction(with: owner) {
      try store.inCall {
        let records = try finder.all
        var order = records.indices.filter { !offsets.contains($0) }
        order.insert(contentsOf: offsets, at: destination - offsets.count(in: 0..<destination))
        for (number, index) in order.enumerated() where records[index][keyPath: place] != number {
          var record = records[index]
          try store.table(Record.self).update(&record) { $0[keyPath: place] = number }
        }
      }
    }
  }
}
