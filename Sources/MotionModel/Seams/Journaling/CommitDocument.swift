package import Foundation

/// A commit of a journal, without the types of its models.
package struct CommitDocument: Sendable {
  /// The number of the commit; 0 if it only raises the numbers of ids and places.
  package internal(set) var id = 0
  package internal(set) var date = Date.distantPast
  package internal(set) var metadata = Changeset.Metadata()
  /// The changes by model, in the order of the commit.
  package internal(set) var parts: [Part] = []

  /// The changes to the records of one model.
  package struct Part: Sendable {
    package let model: LoggedModel
    /// Whether it was a change of many records at once.
    package let isBulk: Bool
    /// The number of the next id that the changes require.
    let nextNumber: Int?
    /// How far the table has counted after the commit, where that may not follow from the changes.
    let end: (nextNumber: Int, nextPlace: Int)?
    /// All columns that are kept of files after the commit; nil if it does not change that.
    let kept: [StoreDocument.Column]?
    let content: Content

    enum Content: Sendable {
      case changes([Change])
      /// Insertions at places that follow the first one.
      case insertions(place: Int, PackedRows)
    }

    /// The changes in order.
    package var changes: [Change] {
      switch content {
      case .changes(let changes): changes
      case .insertions(let place, let rows): rows.insertions(at: place)
      }
    }

    /// Returns the values of a change by the names of their columns: all but nil for an insertion, the changed values
    /// for an update, none for a deletion.
    package func values(of change: Change) -> [(column: String, value: AttributeValue?)] {
      change.values.map { (model.columns[$0.column], $0.value) }
    }
  }

  /// The change of one record.
  package struct Change: Sendable {
    package let kind: ChangeKind
    /// The record; nil for an insertion, which has the id among its values.
    package let id: AttributeValue?
    /// Where the record goes in its table; nil for the end, and for a record that stays where it is.
    package var place: Int?
    /// The place of a record before it was moved.
    package var origin: Int?
    package var values: [Value] = []
  }

  /// The value of a column, which has a number in its model.
  package struct Value: Sendable {
    package let column: Int
    /// Nil for no value.
    package let value: AttributeValue?
  }
}

/// What a journal says of a model.
package struct LoggedModel: Hashable, Sendable {
  /// The number of the model in the journal.
  let number: Int
  package let name: String
  package let version: Int
  package let columns: [String]
  /// The types of the columns, by their names, as far as the journal says them.
  package let types: [String: String]
}

extension PackedRows {
  /// The insertion of each row.
  fileprivate func insertions(at first: Int) -> [CommitDocument.Change] {
    rows.enumerated().map { row, values in
      CommitDocument.Change(
        kind: .insert, id: nil, place: first + row,
        values: values.map { CommitDocument.Value(column: $0.column, value: $0.value) })
    }
  }
}
