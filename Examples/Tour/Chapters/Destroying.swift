import Foundation
import MotionModel
import MotionModelTransactions
import MusicShop
import Synchronization

/// A folder of letters, which asks before it is destroyed.
private struct Folder: Model {
  var id = 0
  var name = ""

  struct Relations: ModelRelations { let letters = HasMany<Letter>(\.folderID, dependent: .destroy) }
  static let hooks: Hooks<Folder> = [
    .beforeDestroy("ask") { folder, context in if folder.name == "Contracts" { throw context.halt("Contracts stay.") } }
  ]
}

private struct Letter: Model {
  var id = 0
  var folderID = 0
  var isSealed = false
  static let hooks: Hooks<Letter> = [
    .beforeDelete("seal") { letter, context in if letter.isSealed { throw context.halt("It is sealed.") } },
    .afterCommit("tell") { letter, context in
      if context.operation == .delete { print("Letter \(letter.id) is gone.") }
    },
  ]
}

extension Tour {
  /// Destroying records that have dependents.
  func destroying() throws {
    printer.chapter(
      "9 Destroying",
      """
      To delete is to delete one record. To destroy is to deal with what belongs to it as well, as each relation says: \
      destroy it, delete it, take its key from it, or refuse. Either is one changeset, which is shown here as \
      an observer gets it after the commit. This chapter has a copy of the shop.
      """)
    let workshop = Store()
    try MusicShop.copy(MusicShop.models, from: store, to: workshop)
    try Store.with(workshop) {
      try cascades()
      try refusals()
    }
    try Store.with(Store()) { try trying() }
    diagram()
  }

  private func cascades() throws {
    let latest = Latest<Changeset>()
    let observation = Store.current.observeCommits { latest.value = $0 }
    defer { observation.cancel() }
    printer.code(["let observation = Store.current.observeCommits { latest.value = $0 }"])
    guard let customer = Customer.order(by: { $0.lines.count }, .descending).first,
      let employee = Employee.where({ $0.customers.exists }).first, let manager = employee.manager,
      let playlist = Playlist.where({ $0.entries.exists }).last
    else { return }
    printer.note(
      "A customer's invoices are destroyed with the customer, and their lines with them. Employees stay, without a key:"
    )
    printer.examples(
      ("try customer.destroy()", try customer.destroy()),
      ("latest.value", latest.value),
      ("try playlist.destroy()", try playlist.destroy()),
      ("latest.value", latest.value),
      ("try manager.destroy()", try manager.destroy()),
      ("latest.value", latest.value),
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

  private func trying() throws {
    let folder = try Folder.create { $0.name = "Summer" }
    for _ in 1...3 { try Letter.create { $0.folderID = folder.id } }
    let preview = Store.current.preview { try folder.destroy() }
    printer.note("A preview says what a write would do, and which hooks would run. It stores nothing:")
    printer.examples(
      ("preview = Store.current.preview { try folder.destroy() }\npreview.isPossible", preview.isPossible),
      ("preview.summary", preview.summary), ("Folder.count", Folder.count))
    printer.code(["for hook in preview.hooks { print(hook) }"])
    printer.code(preview.hooks.map(\.description))
  }

  private func diagram() {
    printer.note("What is declared can be drawn. A README or a pull request shows this text as a diagram:")
    printer.code(store.diagram(of: Artist.self).split(separator: "\n").filter(isRelation).map(String.init))
  }

  private func isRelation(_ line: Substring) -> Bool {
    line == "erDiagram" || line.contains("--") || line.contains("..")
  }
}

/// Keeps the latest of the values that any thread sets.
final class Latest<Value: Sendable>: Sendable {
  private let latest = Mutex<Value?>(nil)

  /// The latest value.
  var value: Value? {
    get { latest.withLock { $0 } }
    set { latest.withLock { $0 = newValue } }
  }
}
