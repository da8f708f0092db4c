import Foundation
import MotionModel

/// A shop with some records, the same ones each time.
enum SampleData {
  private static let artists = [
    "Blue Harbour", "The Quiet Hours", "Mira Lund", "Os Barcos", "Tom & Jerry's <b>Trio</b>", "Émile Fayard",
    "Nachtzug",
    "Sølv", "Paper Kites", "The Ada Quartet", "Kanan Rao", "Low Tide",
  ]
  private static let words = [
    "River", "Lantern", "Winter", "Harbour", "Letter", "Sparrow", "Glass", "Mountain", "Sea", "Road",
  ]

  static func load(into store: Store) throws {
    try store.inTransaction {
      for (number, name) in artists.enumerated() {
        var artist = Artist()
        (artist.name, artist.website) = (name, number % 3 == 0 ? "https://band\(number).example" : nil)
        artist = try store.table(Artist.self).saved(artist)
        try load(album: number, of: artist, into: store)
      }
      try loadCustomers(into: store)
    }
  }

  private static func load(album number: Int, of artist: Artist, into store: Store) throws {
    var album = Album()
    (album.title, album.artistID) = ("\(words[number % words.count]) Songs", artist.id)
    album.releasedOn = Date(timeIntervalSince1970: 946_684_800 + Double(number) * 86_400 * 400)
    album.inStock = number % 4 != 3
    album = try store.table(Album.self).saved(album)
    for (place, word) in words.enumerated() {
      var track = Track()
      (track.name, track.albumID, track.position) = ("\(word) \(number + 1)", album.id, place + 1)
      (track.genre, track.seconds) = (Genre.allCases[number % Genre.allCases.count], 150 + place * 13)
      track.price = Decimal(99) / 100
      _ = try store.table(Track.self).saved(track)
    }
  }

  private static func loadCustomers(into store: Store) throws {
    for (first, last, country) in [
      ("Ann", "Berg", "Denmark"), ("Bob", "Costa", "Brazil"), ("Chen", "Dubois", "France"),
    ] {
      var customer = Customer()
      (customer.firstName, customer.lastName, customer.country) = (first, last, country)
      customer.email = "\(first.lowercased())@\(last.lowercased()).example"
      customer.interests = [.jazz]
      customer = try store.table(Customer.self).saved(customer)
      var invoice = Invoice()
      invoice.customerID = customer.id
      invoice = try store.table(Invoice.self).saved(invoice)
      var line = InvoiceLine()
      (line.invoiceID, line.trackID, line.quantity) = (invoice.id, customer.id, 2)
      _ = try store.table(InvoiceLine.self).saved(line)
    }
  }
}
