/// Gives the numbers for the ids of new records where other processes give numbers, too.
///
/// Only classes do, so that passing one on counts one reference.
package protocol NumberGiving: AnyObject, Sendable {
  /// Returns a number that no other process gives.
  func giveNumber(of table: NumberedTable) throws(StoreError) -> Int
}

/// A table whose ids are numbers.
package struct NumberedTable: Sendable {
  let layout: TableLayout
  package var slot: Int { layout.slot }
  package var name: String { layout.name }
}
