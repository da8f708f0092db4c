import Foundation
import MotionModel
import MotionModelREST

extension RailsClient {
  /// Creating, reading, changing and deleting, and values of all types.
  func checkRecords() async {
    checks.section("Records")
    await checks.check("a record is created under Rails' id, with Rails' times") {
      let client = client()
      let date = Date(timeIntervalSince1970: 120_960_000)
      let artist = try await client.create(Artist(name: Self.unique("AC/DC"), isActive: true, foundedOn: date))
      try expect(
        [artist.id > 0, artist.createdAt != nil, artist.isActive == true, artist.foundedOn == date],
        [
          true, true, true, true,
        ])
      try expect(try await self.client().get(Artist.self, artist.id), artist)
      try expect(client.store.commitCount, 1)
    }
    await checks.check("a change sends what differs, and null clears") {
      let client = client()
      var artist = try await client.create(Artist(name: Self.unique("Accept"), isActive: true))
      _ = await wire.takeLog()
      (artist.isActive, artist.foundedOn) = (nil, Date(timeIntervalSince1970: 0))
      artist = try await client.update(artist)
      try expect(
        await wire.takeLog(),
        [
          #"PATCH /artists/\#(artist.id) {"is_active": null, "founded_on": "1970-01-01T00:00:00Z"} → 200"#
        ])
      try expect(try await self.client().get(Artist.self, artist.id).isActive, nil)
    }
    await checks.check("a list has the conditions of the query, also several values of one") {
      let client = client()
      var ids: [Int] = []
      for _ in 0..<3 { ids.append(try await client.create(Artist(name: Self.unique("Aerosmith"))).id) }
      let found = try await self.client().list(Artist.self, where: ["id": [.int(Int64(ids[0])), .int(Int64(ids[2]))]])
      try expect(found.map(\.id), [ids[0], ids[2]])
      try expect(try await client.list(Artist.self, where: ["name": .string(found[0].name)]).map(\.id), [ids[0]])
    }
    await checks.check("a deleted record is gone on both sides") {
      let client = client()
      let artist = try await client.create(Artist(name: Self.unique("Audioslave")))
      try await client.delete(artist)
      try expect(client.store.table(Artist.self).count, 0)
      let error = try await refusal(RESTError.self) { try await client.get(Artist.self, artist.id) }
      try expect(error.status, 404)
    }
    await checkValues()
  }

  private func checkValues() async {
    await checks.check("text of any kind arrives as it was sent") {
      let client = client()
      for text in ["Motörhead", "Mötley \"Crüe\" \\ / \n\t", "𝔘𝔫𝔦 👩‍👩‍👧 \u{1}", "سلام", "<b>&amp;</b>"] {
        let name = Self.unique(text)
        try expect(try await client.create(Artist(name: name)).name, name)
      }
    }
    await checks.check("decimals, integers of 64 bits, fractions and times arrive as they were sent") {
      let client = client()
      let album = try await client.create(Album(title: "Powerage", artistID: try await artist(client).id))
      let track = Track(
        name: "Riff Raff", milliseconds: 317_000, unitPrice: Decimal(string: "12345678.99"),
        bytes: 9_007_199_254_740_993,
        albumID: album.id)
      var stored = try await client.create(track)
      stored.id = 0
      try expect(stored, track)
      var customer = Self.customer()
      (customer.height, customer.bornAt) = (1.8300000000000001, Date(timeIntervalSince1970: 1_577_934_245.678))
      var same = try await client.create(customer)
      try expect(try await self.client().get(Customer.self, same.id), same)
      try expect(abs((same.bornAt ?? .now).timeIntervalSince1970 - 1_577_934_245.678) < 0.0005, true)
      (same.id, same.bornAt) = (0, customer.bornAt)
      try expect(same, customer)
    }
  }

  func artist(_ client: RESTClient) async throws -> Artist {
    try await client.create(Artist(name: Self.unique("Artist")))
  }

  func album(_ client: RESTClient) async throws -> Album {
    try await client.create(Album(title: "Album", artistID: try await artist(client).id))
  }

  func track(_ client: RESTClient, _ album: Album) async throws -> Track {
    try await client.create(Track(name: "Track", milliseconds: 1000, unitPrice: 1, albumID: album.id))
  }
}
