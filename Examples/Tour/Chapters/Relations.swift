import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// Relations between records.
  func relations() {
    printer.chapter(
      "7 Relations",
      """
      A relation is declared once, in the model's Relations, and is then a member of each record. One to a parent gives \
      the parent or nil; one to many gives what can be asked as a finder can. This is what Artist and Track say; \
      the sources are in Examples/More/MusicShop/Models.
      """)
    printer.code(
      (Artist.schema.relations + Track.schema.relations).map { "let \($0)" })
    reading()
    manyToMany()
    people()
    customers()
    asking()
    together()
  }

  private func reading() {
    printer.note("From a track to its artist, and from an artist, by way of albums, to tracks and genres:")
    guard let artist = Artist.order(by: { $0.tracks.count }, .descending).first, let track = artist.tracks.first else {
      return
    }
    printer.examples(
      ("track.name", track.name),
      ("track.album?.title", track.album?.title),
      ("track.album?.artist?.name", track.album?.artist?.name),
      ("artist.albums.count", artist.albums.count),
      (#"artist.albums.order(by: \.title).first?.title"#, artist.albums.order(by: \.title).first?.title),
      ("artist.tracks.count", artist.tracks.count),
      (#"artist.tracks.where(\.milliseconds > 240_000).count"#, artist.tracks.where(\.milliseconds > 240_000).count),
      (#"artist.genres.pluck(\.name)"#, artist.genres.pluck(\.name)))
  }

  private func manyToMany() {
    guard let playlist = Playlist.order(by: { $0.tracks.count }).where({ $0.tracks.exists }).first,
      let track = playlist.tracks.last
    else { return }
    printer.note(
      "Each playlist has many tracks, and each track is in many playlists. Entries, which join one of each, stand between:"
    )
    printer.examples(
      ("playlist.name", playlist.name),
      ("playlist.entries.count", playlist.entries.count),
      (#"playlist.tracks.order(by: \.name).first?.name"#, playlist.tracks.order(by: \.name).first?.name),
      ("track.name", track.name),
      (#"track.playlists.pluck(\.name)"#, track.playlists.pluck(\.name)))
  }

  private func people() {
    guard let employee = Employee.where({ $0.manager.manager.exists }).first else { return }
    printer.note("A model can be related to itself: employees have a manager, and those who report to them.")
    printer.examples(
      ("employee.fullName", employee.fullName),
      ("employee.manager?.fullName", employee.manager?.fullName),
      ("employee.manager?.manager?.fullName", employee.manager?.manager?.fullName),
      ("employee.manager?.manager?.manager", employee.manager?.manager?.manager),
      (#"employee.manager?.reports.pluck(\.firstName)"#, employee.manager?.reports.pluck(\.firstName)),
      (
        #"Employee.where { $0.reports.isEmpty }.pluck(\.firstName)"#,
        Employee.where { $0.reports.isEmpty }.pluck(\.firstName)
      ))
  }

  private func customers() {
    guard let customer = Customer.first else { return }
    printer.note("Invoices have lines, and through them a customer has tracks:")
    printer.examples(
      ("customer.fullName", customer.fullName),
      ("customer.supportRep?.fullName", customer.supportRep?.fullName),
      ("customer.invoices.count", customer.invoices.count),
      (#"customer.invoices.sum(\.total)"#, customer.invoices.sum(\.total)),
      ("customer.lines.count", customer.lines.count),
      (#"customer.tracks.order(by: \.name).first?.name"#, customer.tracks.order(by: \.name).first?.name))
  }

  private func asking() {
    printer.note(
      "Conditions and orders may look at what is related. That costs one pass over it, and never a pass each:")
    printer.examples(
      ("Track.where { $0.genre.name == \"\(genre)\" }.count", Track.where { $0.genre.name == genre }.count),
      (
        "Track.where { $0.album.artist.albums.count > 1 }.count", Track.where { $0.album.artist.albums.count > 1 }.count
      ),
      (
        "Album.where { $0.tracks.any { $0.milliseconds > 600_000 } }.count",
        Album.where { $0.tracks.any { $0.milliseconds > 600_000 } }.count
      ),
      (
        "Album.where { $0.tracks.all { $0.milliseconds > 300_000 } }.count",
        Album.where { $0.tracks.all { $0.milliseconds > 300_000 } }.count
      ),
      (
        "Playlist.where { $0.tracks.none { $0.unitPrice > 1 } }.count",
        Playlist.where { $0.tracks.none { $0.unitPrice > 1 } }.count
      ),
      ("Artist.where { $0.albums.isEmpty }.count", Artist.where { $0.albums.isEmpty }.count),
      (
        "Customer.where { $0.invoices.where { $0.total > 3 }.count >= 2 }.count",
        Customer.where { $0.invoices.where { $0.total > 3 }.count >= 2 }.count
      ),
      (
        #"""
        Genre.order(by: { $0.tracks.count }, .descending)
          .limit(3).pluck(\.name)
        """#,
        Genre.order(by: { $0.tracks.count }, .descending).limit(3).pluck(\.name)
      ),
      (
        #"""
        Artist.order(by: { $0.sales.sum(\.total) }, .descending)
          .first?.name
        """#,
        Artist.order(by: { $0.sales.sum(\.total) }, .descending).first?.name
      ))
  }

  /// The genre with the most tracks.
  private var genre: String { Genre.order(by: { $0.tracks.count }, .descending).first?.name ?? "none" }

  private func together() {
    printer.note(
      """
      Records come with what is related to them in one pass, where a loop would ask for each: here the artists with \
      their albums and tracks, those with the most tracks first.
      """)
    printer.code([
      #"Artist.order(by: { $0.tracks.count }, .descending).limit(4).including(\.albums).including(\.tracks).all"#
    ])
    printer.table(
      ["artist", "albums", "tracks"],
      Artist.order(by: { $0.tracks.count }, .descending).limit(4).including(\.albums).including(\.tracks).all.map {
        artist, albums, tracks in
        [artist.name, "\(albums.count)", "\(tracks.count)"]
      })
    printer.note("Or a refined part of it, or pairs: each customer's dearest invoice, and who looks after whom.")
    printer.code([#"Customer.limit(3).including(\.invoices) { $0.order(by: \.total, .descending).limit(1) }.all"#])
    printer.table(
      ["customer", "total", "day"],
      Customer.limit(3).including(\.invoices) { $0.order(by: \.total, .descending).limit(1) }.all.map {
        customer, invoices in
        [customer.fullName, invoices.first?.total.money ?? "", invoices.first?.date.day ?? ""]
      })
    printer.code([#"Employee.join(\.customers) { $0.order(by: \.lastName).limit(2) }"#])
    printer.table(
      ["employee", "customer"],
      Employee.join(\.customers) { $0.order(by: \.lastName).limit(2) }.map { employee, customer in
        [employee.fullName, customer.fullName]
      })
  }
}
