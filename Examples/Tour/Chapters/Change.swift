import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// Writing, and the errors of refused writes.
  func change() throws {
    printer.chapter(
      "8 Change",
      """
      Records are values: a change is nobody else's business until it is saved. Each write is a changeset that happens \
      whole or not at all. This chapter works in a store of its own, so that the questions after it find the data as \
      they were; it has one album.
      """)
    try Store.with(Store(clock: { Date(timeIntervalSince1970: 1_700_000_000) })) {
      try createAndSave(try album())
      try addMany()
      try replace()
      try refuse()
    }
  }

  /// An album, and the genre and media type that a track requires as well.
  private func album() throws -> Album {
    try Genre.create { $0.name = "Velvet Rock" }
    try MediaType.create { $0.name = "Beeswax audio file" }
    return try Artist.create { $0.name = "The Reeds" }.albums.create { $0.title = "Unfinished" }
  }

  private func createAndSave(_ album: Album) throws {
    var track = try Track.create {
      $0.name = "Homework"
      $0.album = album
      $0.genre = Genre.first
      $0.mediaType = MediaType.first
    }
    printer.examples(
      (
        #"""
        var track = try Track.create {
          $0.name = "Homework"
          $0.album = album
          $0.genre = Genre.first
          $0.mediaType = MediaType.first
        }
        track.id
        """#,
        track.id
      ),
      ("track.exists", track.exists),
      ("track.hasChanges", track.hasChanges))
    track.name = "Homework (Live)"
    track.composer = "Nobody"
    printer.examples(
      (
        #"""
        track.name = "Homework (Live)"
        track.composer = "Nobody"
        Track.find(track.id)?.name
        """#,
        Track.find(track.id)?.name
      ),
      ("track.changes", track.changes))
    try track.save()
    printer.examples(
      (
        #"""
        try track.save()
        Track.find(track.id)?.name
        """#,
        Track.find(track.id)?.name
      ),
      ("track.hasChanges", track.hasChanges))
    try increment(track)
  }

  private func increment(_ stored: Track) throws {
    var track = stored
    try track.update { $0.unitPrice = 2 }
    let price = track.unitPrice
    try track.set("unit_price", to: "1.49")
    try track.increment(\.bytes, by: 512)
    printer.examples(
      (
        #"""
        try track.update { $0.unitPrice = 2 }
        track.unitPrice
        """#,
        price
      ),
      (
        #"""
        try track.set("unit_price", to: "1.49")
        track.unitPrice
        """#,
        track.unitPrice
      ),
      (
        #"""
        try track.increment(\.bytes, by: 512)
        track.bytes
        """#,
        track.bytes
      ),
      ("Track.find(track.id)?.unitPrice", Track.find(track.id)?.unitPrice))
    printer.note(
      "The last line says 2: an increment goes straight to the stored record and saves nothing else with it.")
  }

  private func addMany() throws {
    let artists = try Artist.insert(
      contentsOf: ["The Moss", "The Fern", "The Lichen"].map { name in Artist.new { $0.name = name } })
    printer.examples(
      ("try Artist.insert(contentsOf: [moss, fern, lichen])", artists.map(\.id)),
      (
        #"try Artist.where(\.name == "The Fern").firstOrCreate().id"#,
        try Artist.where(\.name == "The Fern").firstOrCreate().id
      ),
      (
        #"try Artist.where(\.name == "The Bark").firstOrCreate().id"#,
        try Artist.where(\.name == "The Bark").firstOrCreate().id
      ))
    try changeMany()
  }

  private func replace() throws {
    var customer = Customer.new { $0.email = "ada@example.com" }
    try customer.upsert(on: \.email)
    var again = Customer.new {
      $0.email = "ada@example.com"
      $0.country = "Norway"
    }
    try again.upsert(on: \.email)
    printer.examples(
      (
        #"""
        var customer = Customer.new { $0.email = "ada@example.com" }
        try customer.upsert(on: \.email)
        customer.id
        """#,
        customer.id
      ),
      (
        #"""
        var again = Customer.new {
          $0.email = "ada@example.com"
          $0.country = "Norway"
        }
        try again.upsert(on: \.email)
        again.id
        """#,
        again.id
      ),
      ("Customer.count", Customer.count),
      ("Customer.find(customer.id)?.country", Customer.find(customer.id)?.country))
  }

  private func changeMany() throws {
    let changed = try Artist.where(\.id > 2).updateAll { $0.name += ", Ltd." }
    printer.examples(
      (#"try Artist.where(\.id > 2).updateAll { $0.name += ", Ltd." }"#, changed),
      (#"Artist.records.pluck(\.name)"#, Artist.records.pluck(\.name)),
      (
        #"try Artist.where(\.name).endsWith("Ltd.").deleteAll()"#,
        try Artist.where(\.name).endsWith("Ltd.").deleteAll()
      ),
      (#"Artist.records.pluck(\.name)"#, Artist.records.pluck(\.name)))
  }

  private func refuse() throws {
    var track = try Track.require(1)
    var invoice = try Customer.require(1).invoices.create()
    let gone = try Artist.create { $0.name = "Deleted" }
    try gone.delete()
    var copy = gone
    printer.note("A write that is refused throws, with a sentence, and leaves the store and the record as they were:")
    printer.refusals(
      (
        "var twin = track; try twin.insert()",
        refusal {
          var twin = track
          try twin.insert()
        }
      ),
      (#"try Artist.create { $0.name = "The Moss" }"#, refusal { try Artist.create { $0.name = "The Moss" } }),
      (#"try track.set("Milliseconds", to: "a while")"#, refusal { try track.set("Milliseconds", to: "a while") }),
      (
        #"try Track(attributes: ["Name": "Etude", "Length": 3])"#,
        refusal { _ = try Track(attributes: ["Name": "Etude", "Length": 3]) }
      ),
      (#"try track.increment(\.bytes, by: .max)"#, refusal { try track.increment(\.bytes, by: .max) }),
      ("try invoice.update { $0.date = .distantFuture }", refusal { try invoice.update { $0.date = .distantFuture } }),
      ("try artist.delete(); try artist.save()", refusal { try copy.save() }),
      ("try Track.require(404)", refusal { _ = try Track.require(404) }))
  }

  /// Returns the description of the error that a body throws.
  func refusal(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "It was not refused."
  }
}
