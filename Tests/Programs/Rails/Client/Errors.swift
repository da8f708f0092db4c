import Foundation
import MotionModel
import MotionModelREST
import MotionModelValidation

extension RailsClient {
  /// What Rails refuses.
  func checkErrors() async {
    checks.section("Errors")
    await checks.check("validation errors are about the fields of the model, and about the whole") {
      let client = client()
      let error = try await refusal(RESTError.self) {
        try await client.create(Customer(lastName: "Voldemort", email: "nowhere", token: UUID().uuidString))
      }
      try expect(error.status, 422)
      try expect(
        error.validationErrors(for: Customer.self).fullMessages,
        [
          "Nobody is called Voldemort", "Email is not an address",
        ])
      try expect(client.store.commitCount, 0)
    }
    await checks.check("a value that another record has is an error of its field") {
      let client = client()
      let artist = try await artist(client)
      let error = try await refusal(RESTError.self) { try await client.create(Artist(name: artist.name)) }
      try expect(error.fieldErrors, ["name": ["has already been taken"]])
    }
    await checks.check("a refused change leaves the store as it was") {
      let client = client()
      let artist = try await artist(client)
      var changed = artist
      changed.name = ""
      let error = try await refusal(RESTError.self) { try await client.update(changed) }
      try expect(error.validationErrors(for: Artist.self).on("name").messages, ["can't be blank"])
      try expect(client.store.table(Artist.self).all, [artist])
    }
    await checks.check("404, and a fault of the app, have their status and a sentence") {
      let client = client()
      let missing = try await refusal(RESTError.self) { try await client.get(Album.self, 1 << 40) }
      try expect(missing.description, "GET /albums/\(1 << 40) failed, because the server answered with 404 Not Found.")
      try expect([missing.isTemporary, missing.mayHaveArrived], [false, false])
      let fault = try await refusal(RESTError.self) {
        _ = try await client.send(
          RESTRequest(.get, address.appending(path: "oops"), headers: ["Accept": "application/json"]))
      }
      try expect([fault.status, fault.isTemporary ? 1 : 0], [500, 1])
    }
  }

  /// Other forms of the same: roots, camel case, prefix, PUT.
  func checkForms() async {
    checks.section("Other forms")
    await checks.check("roots, camel case, a prefix and PUT") {
      let format = RESTFormat(keys: .camelCase, roots: .wrapped, prefix: "v1", updates: .put)
      let client = client(format: format)
      var artist = try await client.create(Artist(name: Self.unique("Queen"), isActive: true))
      _ = await wire.takeLog()
      artist.foundedOn = Date(timeIntervalSince1970: 86_400)
      artist = try await client.update(artist)
      try expect(
        await wire.takeLog(),
        [
          #"PUT /v1/artists/\#(artist.id) {"artist": {"name": "\#(artist.name)", "isActive": true, "foundedOn": "1970-01-02T00:00:00Z"}} → 200"#
        ])
      let listed = try expectOne(
        try await self.client(format: format).list(Artist.self, where: ["name": .string(artist.name)]))
      try expect([listed.name, "\(listed.id)"], [artist.name, "\(artist.id)"])
      try expect(
        [listed.foundedOn, listed.isActive == true ? listed.foundedOn : nil], [artist.foundedOn, artist.foundedOn])
      let error = try await refusal(RESTError.self) { try await client.create(Artist(name: "")) }
      try expect([error.status, error.fieldErrors.count], [422, 0])
    }
  }

  /// Tokens that end.
  func checkTokens() async {
    checks.section("Tokens")
    await checks.check("twenty calls whose token has ended get a new one, once") {
      let client = client()
      _ = try await client.list(Album.self, where: ["id": 0])
      _ = await wire.takeLog()
      _ = try await client.send(RESTRequest(.delete, address.appending(path: "session")))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { try await client.list(Album.self, where: ["id": 0]) } }
        try await group.waitForAll()
      }
      let log = await wire.takeLog()
      try expect(log.count { $0.hasSuffix("→ 200") }, 20)
      try expect(log.contains { $0.hasSuffix("→ 401") }, true)
    }
    await checks.check("without a token, Rails' response is an error") {
      var limits = RESTLimits()
      limits.allowsPlainHTTP = true
      let client = RESTClient(address, store: Store(), transport: wire, limits: limits)
      let error = try await refusal(RESTError.self) { try await client.list(Artist.self) }
      try expect([error.status, error.isTemporary ? 1 : 0], [401, 0])
    }
  }
}
