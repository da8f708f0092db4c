/// A copy of a row that a live result shows, with the row's position.
///
/// It never changes. Versions of a live result, the changes between them and all who read them share it.
package final class LiveRow: @unchecked Sendable {
  private let memory: RowMemory
  /// The address of the copy, which is valid as long as this object.
  package let address: UnsafeRawPointer
  /// The row's position in its table.
  package let place: Int

  init(_ row: UnsafeRawPointer, at place: Int, _ memory: RowMemory) {
    (self.memory, self.place) = (memory, place)
    address = UnsafeRawPointer(memory.copied(row))
  }

  deinit { memory.free(UnsafeMutableRawPointer(mutating: address)) }

  /// The row and its position.
  package var reference: LiveReference { LiveReference(address: address, place: place) }

  /// Returns the row as a record. The row must be of that model.
  package func record<Record: Model>(of model: Record.Type) -> Record {
    defer { withExtendedLifetime(self) {} }
    return address.bound(to: Record.self).pointee
  }
}

/// A row as a view is shown it: its address, which is valid while the view is shown it, and its position.
package struct LiveReference {
  package let address: UnsafeRawPointer
  package let place: Int
}
