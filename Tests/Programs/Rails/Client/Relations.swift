import MotionModel
import MotionModelREST

extension RailsClient {
  /// Records that others embed, or that are asked for by a relation, or at an address inside of another's.
  func checkRelations() async {
    checks.section("Relations")
    await checks.check("an album comes with its artist and its tracks, in one commit") {
      let client = client()
      let album = try await album(client)
      for _ in 0..<3 { _ = try await track(client, album) }
      let other = self.client()
      _ = try await other.get(Album.self, album.id)
      try expect(other.store.commitCount, 1)
      try expect(other.store.of(album).tracks.count, 3)
      try expect(other.store.of(album).artist?.id, album.artistID)
    }
    await checks.check("a track that Rails' list lacks is deleted here, and others are kept") {
      let client = client()
      let album = try await album(client)
      let (first, second) = (try await track(client, album), try await track(client, album))
      let kept = try await track(client, try await self.album(client))
      try await self.client().delete(first)
      try await client.reload(album)
      try expect(client.store.table(Track.self).order(by: \.id).all.map(\.id), [second.id, kept.id])
    }
    await checks.check("children, a parent, and none are fetched") {
      let client = client()
      let album = try await album(client)
      let track = try await track(client, album)
      let other = self.client()
      try expect(try await other.fetch(\.tracks, of: album).map(\.id), [track.id])
      try expect(try await other.fetch(\.album, of: track)?.id, album.id)
      try expect(try await other.fetch(\.album, of: Track()), nil)
    }
    await checks.check("records inside of another's address are created, listed, changed and deleted there") {
      let client = client()
      let track = try await track(client, try await album(client))
      let invoice = try await client.create(Invoice(customerID: try await client.create(Self.customer()).id))
      var line = try await client.create(InvoiceLine(invoiceID: invoice.id, trackID: track.id, quantity: 2))
      try expect(try await self.client().fetch(\.lines, of: invoice), [line])
      line.quantity = 3
      line = try await client.update(line)
      try expect([line.quantity, line.lockVersion], [3, 1])
      _ = await wire.takeLog()
      try await client.delete(line)
      try expect(await wire.takeLog(), ["DELETE /invoices/\(invoice.id)/invoice_lines/\(line.id) → 204"])
      try expect(try await client.fetch(\.lines, of: invoice), [])
    }
  }
}
