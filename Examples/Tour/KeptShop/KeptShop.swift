import MotionModel
import MotionModelSQL
import MusicShop

/// Models of `MusicShop` once more, kept wherever their store has them.
///
/// Each names `AnyAdapter`, which is chosen when the store is made. Nothing else differs, but that reading may fail,
/// and so is called with `try`.
enum KeptShop {
  /// The models, parents first.
  private static let models: [any Model.Type] = [
    Genre.self, Artist.self, Album.self, Track.self, Customer.self, Invoice.self, InvoiceLine.self, Playlist.self,
    PlaylistTrack.self,
  ]

  /// Copies the records of a shop in memory into a store that has none.
  static func fill(_ kept: Store, from store: Store) throws {
    func copy<Record: Model, Kept: Model>(_ model: Record.Type, to other: Kept.Type) throws {
      let table = kept.table(other)
      if try table.records.exists { throw TourError.notEmpty(table: Kept.schema.modelName) }
      let columns = Set(Kept.schema.columns.map(\.name))
      let records = try store.table(model).records.all.map { record in
        try Kept(attributes: record.attributes.filter { columns.contains($0.key) })
      }
      try table.insert(contentsOf: records)
    }
    // A model has the name of the one whose records it gets.
    for other in models {
      for model in MusicShop.models where "\(model)" == "\(other)" { try copy(model, to: other) }
    }
  }

  /// Deletes all records, so that the tables of a server can be used again.
  static func empty(_ kept: Store) throws {
    func empty<Record: Model>(_ model: Record.Type) throws { try kept.table(model).records.deleteAll() }
    for model in models.reversed() { try empty(model) }
  }
}
