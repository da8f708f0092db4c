import Foundation
package import MotionModel
import Testing

/// A record without an id until it is saved.
package struct Note<Adapter: StorageAdapter, Identifier: ModelID & ExpressibleByNilLiteral>: Model {
  package var id: Identifier = nil
  package var text = ""

  package init() {}

  package static var schema: Schema<Self> { .once { Schema { Column(\.text) } } }
}

/// Ids that are nil in records that were never saved, so that no row is without one.
package enum OptionalIDs<Adapter: StorageAdapter> {
  /// Writes and reads the tables that the adapter makes, and those of others that say that an id is never NULL.
  ///
  /// - Parameters:
  ///   - type: The type of the adapter's columns for an id.
  ///   - store: Returns the store of a program that starts.
  ///   - run: Runs a statement of another program.
  package static func check(
    type: (Any.Type) -> String, _ store: () throws -> Store, run: (String) throws -> Void
  ) throws {
    let ids = (1...3).map { _ in UUID() }
    for declaration in ["", "NOT NULL UNIQUE", "PRIMARY KEY", "NOT NULL PRIMARY KEY"] {
      func make(_ model: String, _ identifier: Any.Type) throws {
        try run("DROP TABLE IF EXISTS \"\(model)\"")
        if declaration.isEmpty { return }
        try run("CREATE TABLE \"\(model)\" (id \(type(identifier)) \(declaration), text text NOT NULL)")
      }
      typealias Numbered = Note<Adapter, Int?>
      typealias Named = Note<Adapter, String?>
      typealias Unique = Note<Adapter, UUID?>
      try make(Numbered.schema.modelName, Int.self)
      try make(Named.schema.modelName, String.self)
      try make(Unique.schema.modelName, UUID.self)
      for number in 0..<3 {
        let store = try store()
        try store.table(Numbered.self).create()
        try store.table(Named.self).create { $0.id = "\(number)" }
        try store.table(Unique.self).create { $0.id = ids[number] }
      }
      let last = try store()
      #expect(try last.table(Numbered.self).records.ids == [1, 2, 3], "\(declaration)")
      #expect(try last.table(Named.self).records.ids == ["0", "1", "2"], "\(declaration)")
      #expect(try Set(last.table(Unique.self).records.ids) == Set(ids), "\(declaration)")
    }
  }
}
