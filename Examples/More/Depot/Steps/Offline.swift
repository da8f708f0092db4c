import Foundation
import MotionModel
import MotionModelREST

extension Depot {
  /// Work without a connection, the end of the program, its next start, and all is sent.
  func workOffline(_ client: RESTClient) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "depot-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "depot.json")

    screen.title("Offline", "The cable is pulled out. Reads fall back to the store, and edits wait in it.")
    await cable.plug(false)
    try await changeMuch(client)
    try await waitInVain(client)
    try client.store.save(to: file)

    screen.title("Back", "The program starts again, loads its file, and there is a connection.")
    await cable.plug(true)
    let store = Store(clock: Self.clock)
    try store.load(from: file, models: [Conductor.self, Train.self, Car.self] + RESTClient.notes)
    try await comeBack(self.client(of: store))

    screen.title("Saved", "Nothing waits any more, and the store is saved.")
    try store.save(to: file)
    let kept = Store()
    try kept.load(from: file, models: [Conductor.self, Train.self, Car.self] + RESTClient.notes)
    for line in kept.lines { screen.note(line) }
    screen.note("edits: \(kept.table(RemoteEdit.self).count)")
    screen.note("\(statuses.all.map { "\($0)" }.joined(separator: ", ")) were the statuses of all responses")
  }

  private func changeMuch(_ client: RESTClient) async throws {
    let store = client.store
    let dora = try await screen.show(#"let dora = try conductors.create { $0.name = "Dora" }"#) {
      try store.table(Conductor.self).create { $0.name = "Dora" }
    }
    let train = try await screen.show(
      #"let train = try trains.create { ($0.company, $0.conductorID) = ("Lake", dora.id) }"#
    ) {
      try store.table(Train.self).create { ($0.company, $0.conductorID) = ("Lake", dora.id) }
    }
    try await screen.show("try cars.create { ($0.length, $0.trainID) = (22, train.id) }") {
      try store.table(Car.self).create { ($0.length, $0.trainID) = (22, train.id) }
    }
    var coast = try store.table(Train.self).require(2)
    try await screen.show("try trains.update(&coast) { $0.maxSpeed = -5 }") {
      try store.table(Train.self).update(&coast) { $0.maxSpeed = -5 }
    }
    try await screen.show("try cars.destroy(2)") { _ = try store.table(Car.self).destroy(2) }
  }

  private func waitInVain(_ client: RESTClient) async throws {
    try await screen.show("try await outbox.send()") { try await RESTOutbox(client).send() }
    do {
      screen.note("\(try await client.list(Train.self).count) trains, of the server")
    } catch let error as RESTError where error.isTemporary {
      screen.note("\(client.store.table(Train.self).count) trains, of the store")
    }
    for edit in client.store.table(RemoteEdit.self).order(by: \.id).all { screen.note(edit.line) }
  }

  private func comeBack(_ client: RESTClient) async throws {
    client.trackEdits(of: Conductor.self)
    client.trackEdits(of: Train.self)
    client.trackEdits(of: Car.self)
    let outbox = RESTOutbox(client)
    try await screen.show("try outbox.retryAll(); try await outbox.send()") {
      try outbox.retryAll()
      return try await outbox.send()
    }
    var refused = try client.store.table(Train.self).require(2)
    screen.note("\(client.edit(of: refused)?.line ?? "no edit")")
    screen.note("\(client.edit(of: refused)?.fieldErrors ?? [:])")
    try await screen.show("try trains.update(&coast) { $0.maxSpeed = 180 }; try await outbox.send()") {
      try client.store.table(Train.self).update(&refused) { $0.maxSpeed = 180 }
      return try await outbox.send()
    }
  }
}

extension Store {
  /// The records as lines.
  fileprivate var lines: [String] {
    table(Conductor.self).order(by: \.id).all.map(\.line) + table(Train.self).order(by: \.id).all.map(\.line)
      + table(Car.self).order(by: \.id).all.map(\.line)
  }
}
