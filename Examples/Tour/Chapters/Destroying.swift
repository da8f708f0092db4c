import Foundation
import MotionModel
import MusicShop
import Synchronization

extension Tour {
  /// Deleting records that others belong to.
  func destroying() throws {
    printer.chapter(
      "8 Destroying",
      """
      To delete is to delete one record. To destroy is to deal with what belongs to it as well, as each relation says: \
      destroy it, delete it, take its key from it, or refuse. Either is one changeset, which is shown here as \
      middleware gets it after the commit. This chapter has a copy of the shop.
      """)
    let workshop = Store()
    try MusicShop.copy(MusicShop.models, from: store, to: workshop)
    try Store.with(workshop) {
      try cascades()
      try refusals()
    }
    diagram()
  }

  private func cascades() throws {
    let committed = Committed()
    Store.current.use(committed)
    printer.code([
      "final class Committed: Middleware {",
      "  func afterCommit(_ changeset: Changeset, in store: Store) { … }   // keeps the latest",
      "}",
      "Store.current.use(committed)",
    ])
    guard let customer = Customer.order(by: { $0.lines.count }, .descending).first,
      let employee = Employee.where({ $0.customers.exists }).first, let manager = employee.manager,
      let playlist = Playlist.where({ $0.entries.exists }).last
    else { return }
    printer.note(
      "A customer's invoices are destroyed with the customer, and their lines with them. Employees stay, without a key:"
    )
    printer.examples(
      ("try customer.destroy()", try customer.destroy()),
      ("committed.changeset", committed.changeset),
      ("try playlist.destroy()", try playlist.destroy()),
      ("committed.changeset", committed.changeset),
      ("try manager.destroy()", try manager.destroy()),
      ("committed.changeset", committed.changeset),
      ("Employee.find(employee.id)?.manager", Employee.find(employee.id)?.manager?.fullName))
  }

  private func refusals() throws {
    guard let line = InvoiceLine.first, let artist = line.track?.album?.artist, let album = artist.albums.first,
      let genre = line.track?.genre
    else { return }
    let albums = Album.count
    printer.note(
      """
      What was sold cannot be destroyed, and what is required can neither be deleted nor missing. A cascade that comes \
      upon such a record is undone from its beginning:
      """)
    printer.refusals(
      ("try artist.destroy()", refusal { try artist.destroy() }),
      ("try genre.destroy()", refusal { try genre.destroy() }),
      ("try album.delete()", refusal { try album.delete() }),
      (#"try Track.create { $0.name = "Stray" }"#, refusal { try Track.create { $0.name = "Stray" } }),
      (
        "try artist.sales.create()",
        refusal { try artist.sales.create() }
      ))
    printer.examples(("Album.count == albums", Album.count == albums))
  }

  private func diagram() {
    printer.note("What is declared can be drawn. A README or a pull request shows this text as a diagram:")
    printer.code(store.diagram(of: Artist.self).split(separator: "\n").filter(isRelation).map(String.init))
  }

  private func isRelation(_ line: Substring) -> Bool {
    line == "erDiagram" || line.contains("--") || line.contains("..")
  }
}

/// Keeps what was committed last.
private final class Committed: Middleware {
  private let latest = Mutex<Changeset?>(nil)

  /// The latest changeset.
  var changeset: Changeset? { latest.withLock { $0 } }

  func afterCommit(_ changeset: Changeset, in store: Store) { latest.withLock { $0 = changeset } }
}
