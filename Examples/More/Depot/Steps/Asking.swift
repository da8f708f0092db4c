import MotionModel
import MotionModelREST
import MotionModelValidation

extension Depot {
  /// What is said of a model, and the first request.
  func declare(_ client: RESTClient) async throws {
    screen.title("Declaring", "All names are made of those of the model, unless a rule says otherwise.")
    screen.note(
      #"struct Train: RemoteModel { … [.key(\.maxSpeed, "top_speed"), .readOnly(\.mileage), .embeds(\.cars)] }"#)
    screen.note("struct Car: RemoteModel { … }")
    try await screen.show("try await client.list(Conductor.self)") { try await client.list(Conductor.self) }
  }

  /// Reading, and what an answer has besides the requested record.
  func ask(_ client: RESTClient) async throws {
    screen.title("Asking", "An answer is one changeset: the train with its cars, whose keys are set.")
    let commits = client.store.commitCount
    let train = try await screen.show("try await client.get(Train.self, 1)") { try await client.get(Train.self, 1) }
    screen.note("\(client.store.commitCount - commits) commit")
    try await screen.show("client.store.of(train).cars.all") { client.store.of(train).cars.all }
    try await screen.show("client.store.of(train).conductor") { client.store.of(train).conductor }
    try await screen.show(#"try await client.list(Train.self, where: ["company": "Coast"])"#) {
      try await client.list(Train.self, where: ["company": "Coast"])
    }
    guard let coast = client.store.table(Train.self).find(2) else { return }
    try await screen.show(#"try await client.fetch(\.cars, of: coast)"#) { try await client.fetch(\.cars, of: coast) }
    try await screen.show(#"try await client.fetch(\.conductor, of: coast)"#) {
      try await client.fetch(\.conductor, of: coast)
    }
  }

  /// Creating, changing and deleting at once.
  func write(_ client: RESTClient) async throws {
    screen.title("Writing", "A change sends what differs, and the lock version.")
    var train = try await screen.show(#"try await client.create(Train(company: "Night"))"#) {
      try await client.create(Train(company: "Night"))
    }
    train.maxSpeed = 120
    train = try await screen.show("train.maxSpeed = 120; try await client.update(train)") {
      try await client.update(train)
    }
    try await screen.show("try await client.delete(train)") { try await client.delete(train) }
    screen.note("\(client.store.table(Train.self).count) trains are stored")
  }

  /// What the server refuses, on the fields of the record.
  func meetRefusals(_ client: RESTClient) async throws {
    screen.title("Errors", "What Rails says of a record that is not valid is about the fields of the model.")
    let error = try await screen.refused(#"try await client.create(Train(company: "", maxSpeed: -1))"#) {
      try await client.create(Train(company: "", maxSpeed: -1))
    }
    let errors = error?.validationErrors(for: Train.self)
    screen.note(#"error.validationErrors(for: Train.self).on("maxSpeed").fullMessages"#)
    screen.note("=> \(errors?.on("maxSpeed").fullMessages ?? [])")
    try await screen.refused("try await client.get(Train.self, 77)") { try await client.get(Train.self, 77) }
  }

  /// Many calls that are refused, one new token.
  func refreshToken() async throws {
    screen.title("Around requests", "The server forgets the token. Twenty calls wait for one new one.")
    let crowd = client(of: Store(), atATime: 6)
    try await crowd.list(Train.self)
    _ = await office.takeLog()
    await office.forgetTokens()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try await crowd.list(Train.self) } }
      try await group.waitForAll()
    }
    let log = await office.takeLog()
    let answers = log.count { $0.hasPrefix("GET /trains → 200") }
    screen.note("\(answers) answers, \(log.count { $0.hasPrefix("POST /session") }) new token")
  }
}
