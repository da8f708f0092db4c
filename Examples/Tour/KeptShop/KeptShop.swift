import MotionModel
import MotionModelSQL
import MusicShop

/// The models of `MusicShop` again, kept wherever their store has them.
///
/// Each names `AnyAdapter`, which is chosen when the store is made. Nothing else differs, but that reading may fail,
/// and so is called with `try`.
enum KeptShop {
  /// The models, parents first.
  static let models: [any Model.Type] = [
    Genre.self, MediaType.self, Artist.self, Album.self, Track.self, Employee.self, Customer.self, Invoice.self,
    InvoiceLine.self, Playlist.self, PlaylistTrack.self,
  ]

  /// Copies all records of a shop in memory into a store that has none.
  static func fill(_ kept: Store, from store: Store) throws {
    func copy<Record: Model, Kept: Model>(_ model: Record.Type, to other: Kept.Type) throws {
      let table = kept.table(other)
      if try table.records.exists { throw TourError.notEmpty(table: Kept.schema.modelName) }
      try table.insert(contentsOf: store.table(model).records.all.map { try Kept(attributes: $0.attributes) })
    }
    // Both lists have the same order.
    for (model, other) in zip(MusicShop.models, models) { try copy(model, to: other) }
  }

  /// Deletes all records, so that the tables of a server can be used again.
  static func empty(_ kept: Store) throws {
    func empty<Record: Model>(_ model: Record.Type) throws { try kept.table(model).records.deleteAll() }
    for model in models.reversed() { try empty(model) }
  }
}
