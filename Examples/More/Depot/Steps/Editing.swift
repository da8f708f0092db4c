import MotionModel
import MotionModelREST

extension Depot {
  /// Edits in the store, sent later.
  func edit(_ client: RESTClient) async throws {
    screen.title(
      "Editing", "Each record that differs from what the server said last has a RemoteEdit, a record like any other.")
    client.trackEdits(of: Conductor.self)
    client.trackEdits(of: Train.self)
    client.trackEdits(of: Car.self)
    let trains = client.store.table(Train.self)
    var train = try trains.require(1)
    try await screen.show("try trains.update(&train) { $0.maxSpeed = 230 }") {
      try trains.update(&train) { $0.maxSpeed = 230 }
    }
    let speed = try client.serverVersion(of: train)?.maxSpeed ?? 0
    screen.note("\(client.edit(of: train)?.line ?? "no edit"); the server said \(speed) km/h")
    try await screen.show("try await client.push(train)") { try await client.push(train) }
    screen.note("edits: \(client.store.table(RemoteEdit.self).count)")
  }

  /// Two people change the same record.
  func meetConflicts(_ client: RESTClient) async throws {
    screen.title("Conflicts", "Eve changes the same train elsewhere. What only one of both changed is merged.")
    let eve = self.client(of: Store(clock: Self.clock))
    var hers = try await eve.get(Train.self, 1)
    (hers.company, hers.maxSpeed) = ("Alpine Express", 200)
    _ = await office.takeLog()
    try await screen.show("try await eve.update(train)") { try await eve.update(hers) }
    let trains = client.store.table(Train.self)
    var mine = try trains.require(1)
    try await screen.show("try trains.update(&train) { ($0.maxSpeed, $0.conductorID) = (250, 2) }") {
      try trains.update(&mine) { ($0.maxSpeed, $0.conductorID) = (250, 2) }
    }
    try await screen.refused("try await client.push(train)") { try await client.push(mine) }
    for conflict in client.openConflicts(of: mine) {
      let values = [conflict.base, conflict.mine, conflict.theirs].map { value in value.map { "\($0)" } ?? "none" }
      screen.note("\(conflict.column): was \(values[0]), mine \(values[1]), theirs \(values[2])")
      try await screen.show("try client.resolve(conflict, of: train, .mine)") {
        try client.resolve(conflict, of: mine, .mine)
      }
    }
    try await screen.show("try await client.push(train)") { try await client.push(mine) }
  }

  /// A creation that is done once, although it is sent twice.
  func loseResponses(_ client: RESTClient) async throws {
    screen.title("Once", "The response to a creation is lost. It is sent again with the same key, and done once.")
    let conductors = client.store.table(Conductor.self)
    let conductor = try await screen.show(#"try conductors.create { $0.name = "Carl" }"#) {
      try conductors.create { $0.name = "Carl" }
    }
    await office.loseNextResponse()
    try await screen.refused("try await client.push(conductor)") { try await client.push(conductor) }
    try await screen.show("try await client.push(conductor)") { try await client.push(conductor) }
    let carls = try await client.list(Conductor.self, where: ["name": "Carl"]).count
    _ = await office.takeLog()
    screen.note("conductors named Carl on the server: \(carls)")
  }
}
