public import Foundation
public import MotionModel

/// A music shop in eleven models: what it sells, to whom, and who sells it.
///
/// The models have the shape of the Chinook sample database; any JSON file of that shape can be loaded.
///
/// ```swift
/// let store = Store()
/// try MusicShop.load(Data(contentsOf: url), into: store)
/// try Store.with(store) { Track.count }
/// ```
public enum MusicShop {
  /// The models, in the order of the tables in the file: each comes after the models of its required parents.
  public static let models: [any Model.Type] = [
    Genre.self, MediaType.self, Artist.self, Album.self, Track.self, Employee.self, Customer.self, Invoice.self,
    InvoiceLine.self, Playlist.self, PlaylistTrack.self,
  ]

  /// Copies the records of some models into another store.
  ///
  /// - Parameter models: The models, parents first.
  public static func copy(_ models: some Sequence<any Model.Type>, from store: Store, to other: Store) throws {
    func copy<Record: Model>(_ model: Record.Type) throws {
      try other.table(model).insert(contentsOf: store.table(model).records.all)
    }
    for model in models { try copy(model) }
  }

  /// Loads a JSON file: a dictionary of tables, each of which is an array of rows.
  ///
  /// Each table becomes one changeset. If a row is refused, none of its table is loaded, but the tables before it
  /// are. So load into a new store, and discard that store if this throws.
  ///
  /// - Parameters:
  ///   - data: The contents of the file.
  ///   - store: The store to load the records into.
  /// - Throws: ``LoadingError``, which names the table and the row.
  public static func load(_ data: Data, into store: Store) throws {
    let tables = try tables(in: data)
    for model in models { try load(model, from: tables, into: store) }
  }

  private static func tables(in data: Data) throws(LoadingError) -> [String: Any] {
    guard let value = try? JSONSerialization.jsonObject(with: data) else { throw .notJSON }
    guard let tables = value as? [String: Any] else { throw .notTables }
    let names = models.map { "\($0)" }
    if let stranger = tables.keys.sorted().first(where: { !names.contains($0) }) { throw .unknownTable(stranger) }
    return tables
  }

  private static func load<Record: Model>(
    _ model: Record.Type, from tables: [String: Any], into store: Store
  ) throws(LoadingError) {
    let name = Record.schema.modelName
    guard let table = tables[name] else { throw .missingTable(name) }
    guard let rows = table as? [Any] else { throw .notRows(table: name) }
    var records: [Record] = []
    records.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      do { records.append(try record(of: row)) } catch { throw .refused(table: name, row: index + 1, "\(error)") }
    }
    do { try store.table(Record.self).insert(contentsOf: records) } catch {
      throw refusal(of: records, error, in: store)
    }
  }

  /// Creates a record from a row, whose untyped values the schema casts column by column.
  private static func record<Record: Model>(of row: Any) throws -> Record {
    guard case .dictionary(let attributes) = try AttributeValue(any: row) else { throw NotARow() }
    return try Record(attributes: attributes)
  }

  /// Returns the error for records of which the store refused one.
  ///
  /// A bulk insertion throws the reason, but not the row. An import reports the row: it tries every row, here in a
  /// temporary store with a copy of the tables that were loaded before.
  private static func refusal<Record: Model>(
    of records: [Record], _ error: any Error, in store: Store
  ) -> LoadingError {
    let loaded = models.prefix { $0 != Record.self }
    let other = Store()
    let report = try? Store.with(other) {
      try copy(loaded, from: store, to: other)
      return try Record.importRows(records.map(\.attributes))
    }
    return .refused(table: Record.schema.modelName, row: report?.failures.first?.row ?? 0, "\(error)")
  }

  private struct NotARow: Error, CustomStringConvertible {
    let description = "a row is a dictionary of column names and values."
  }
}
