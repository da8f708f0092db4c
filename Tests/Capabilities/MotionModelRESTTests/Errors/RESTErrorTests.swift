import Foundation
import MotionModel
import MotionModelValidation
import Testing

@testable import MotionModelREST

struct RESTErrorTests {
  /// A response that cannot be used, and what the error says.
  struct Bad: Sendable, CustomTestStringConvertible {
    let body: String
    let sentence: String
    var status = 200
    var testDescription: String { body.isEmpty ? "\(status)" : String(body.prefix(60)) }
  }

  static let bad = [
    Bad(body: "", sentence: "the response has no body, and one with the Train was expected"),
    Bad(body: "", sentence: "the response has no body, and one with the Train was expected", status: 204),
    Bad(
      body: "<html>secret</html>", sentence: "the server answered with 500 Internal Server Error", status: 500),
    Bad(
      body: "<html>secret</html>",
      sentence: "the body of the response cannot be read: expected JSON, found a body that is not JSON"),
    Bad(
      body: #"{"id": 1,"#,
      sentence: "the body of the response cannot be read: expected JSON, found a body that is not JSON"),
    Bad(
      body: #"{"id": 1, "id": 2}"#,
      sentence:
        "the body of the response cannot be read: expected JSON, found a body with the same key twice in its JSON"
    ),
    Bad(
      body: "{\"id\": \u{1}}",
      sentence: "the body of the response cannot be read: expected JSON, found a body that is not JSON"
    ),
    Bad(body: #"[{"id": 1}]"#, sentence: "the body of the response cannot be read: expected an object, found an array"),
    Bad(body: "1", sentence: "the body of the response cannot be read: expected an object, found a whole number"),
    Bad(body: "{}", sentence: "the body of the response has no id"),
    Bad(body: #"{"id": null}"#, sentence: "the body of the response has no id"),
    Bad(body: #"{"id": 2}"#, sentence: "the body of the response has another id than the one that was asked for"),
    Bad(body: #"{"id": true}"#, sentence: "id of the response cannot be read: expected an id, found a Bool"),
    Bad(
      body: #"{"id": 0}"#,
      sentence: "id of the response cannot be read: expected an id, found the value of a record that has none"),
    Bad(
      body: #"{"id": 1, "company": null}"#,
      sentence: "company of the response cannot be read: expected a string, found nil"),
    Bad(
      body: #"{"id": 1, "cars": {"id": 1}}"#,
      sentence: "cars of the response cannot be read: expected an array of objects, found a dictionary"),
    Bad(body: #"{"id": 1, "cars": [{"id": 2}, {"length": 1}]}"#, sentence: "cars[1] of the response has no id"),
    Bad(
      body: #"{"id": 1, "cars": [{"id": 2, "seats": [{"id": "a"}, [1]]}]}"#,
      sentence: "cars[0].seats[1] of the response cannot be read: expected a string, found an array"),
  ]

  @Test(arguments: bad)
  func `a response that cannot be used is refused with its path, and the store is as before`(_ bad: Bad) async throws {
    let (client, store, _) = RESTClient.scripted([.on(.get, "/api/trains/1", status: bad.status, json: bad.body)])
    for var train in [Train(id: 1, company: "A"), Train(id: 2)] { try store.table(Train.self).insert(&train) }
    let (before, commits) = (Railway(store), store.commitCount)
    let error = await #expect(throws: RESTError.self) { try await client.get(Train.self, 1) }
    #expect(error?.description == "GET /api/trains/1 failed, because \(bad.sentence).")
    #expect(error?.localizedDescription == error?.description)
    #expect(error?.status == bad.status && error?.response?.body == Data(bad.body.utf8))
    #expect(Railway(store) == before && store.commitCount == commits)
  }

  @Test func `numbers and dates that do not fit are refused with their path`() async throws {
    let bodies = [
      (#"[{"id": 1}, {"id": 99999999999999999999}]"#, "the body[1].id"),
      (#"[{"id": 1, "mileage": 1.5}]"#, "the body[0].mileage"),
      (#"[{"id": 1, "mileage": 1e300}]"#, "the body[0].mileage"),
      (#"[{"id": 1, "built_at": "soon"}]"#, "the body[0].built_at"),
      (#"[{"id": 1, "max_speed": "fast"}]"#, "the body[0].max_speed"),
    ]
    for (body, path) in bodies {
      let (client, store, _) = RESTClient.scripted([.on(.get, "/api/trains", json: body)])
      let error = await #expect(throws: RESTError.self) { try await client.list(Train.self) }
      guard case .unexpected(path, _)? = error?.reason else {
        Issue.record("\(body): \(String(describing: error))")
        continue
      }
      #expect(store.table(Train.self).isEmpty && store.commitCount == 0)
    }
  }

  @Test func `records that are embedded deeper than the limit are refused`() async throws {
    var limits = RESTLimits.patient
    limits.depth = 1
    let (client, store, _) = RESTClient.scripted(
      [
        .on(.get, "/api/trains/1", json: #"{"id": 1, "cars": [{"id": 1}]}"#),
        .on(.get, "/api/trains/1", json: #"{"id": 1, "cars": [{"id": 2, "seats": [{"id": "a"}]}]}"#),
      ], limits: limits)
    try await client.get(Train.self, 1)
    let error = await #expect(throws: RESTError.self) { try await client.get(Train.self, 1) }
    #expect(error?.reason == .tooDeep(path: "cars[0].seats[0]"))
    #expect(Railway(store).cars.map(\.id) == [1])
  }

  @Test func `a root that a response lacks is named`() async throws {
    let (client, _, _) = RESTClient.scripted(
      [.on(.get, "/api/trains", json: #"{"cars": []}"#), .on(.get, "/api/trains", json: "[]")],
      format: RESTFormat(roots: .wrapped))
    let missing = await #expect(throws: RESTError.self) { try await client.list(Train.self) }
    #expect(missing?.description == "GET /api/trains failed, because the response has no member \"trains\".")
    let list = await #expect(throws: RESTError.self) { try await client.list(Train.self) }
    #expect(list?.reason == .unexpected(path: "the body", CastError(expected: "an object", found: "an array")))
  }

  @Test func `what the store refuses leaves it as it was`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.get, "/api/badges", json: #"[{"id": 1, "code": "a"}, {"id": 2, "code": "b"}, {"id": 3, "code": "a"}]"#)
    ])
    await #expect(throws: StoreError.self) { try await client.list(Badge.self) }
    #expect(store.table(Badge.self).isEmpty && store.commitCount == 0)
  }

  @Test func `failures say whether the request may have arrived`() async throws {
    for failure in RESTFailure.allCases {
      let (client, _, _) = RESTClient.scripted([.init(.post, "/api/trains", .failure(failure))])
      let error = await #expect(throws: RESTError.self) { try await client.create(Train(company: "A")) }
      #expect(error?.reason == .failure(failure))
      #expect(error?.mayHaveArrived == failure.mayHaveArrived)
    }
  }

  @Test(arguments: [
    400: false, 401: false, 404: false, 408: true, 409: false, 422: false, 425: true, 429: true, 500: true, 501: false,
    503: true,
  ])
  func `a status says whether to try again`(_ status: Int, _ isTemporary: Bool) async throws {
    let (client, _, _) = RESTClient.scripted([.on(.get, "/api/trains", status: status)])
    let error = await #expect(throws: RESTError.self) { try await client.list(Train.self) }
    #expect(error?.isTemporary == isTemporary)
  }

  @Test(arguments: [
    #"{"errors": {"max_speed": ["is too slow"], "base": ["No {field} here"], "color": ["can't be blank","is {odd}"]}}"#,
    #"{"max_speed": ["is too slow"], "base": ["No {field} here"], "color": ["can't be blank", "is {odd}"]}"#,
  ])
  func `validation errors of Rails are errors of the record's fields`(_ body: String) async throws {
    let (client, _, _) = RESTClient.scripted([.on(.post, "/api/trains", status: 422, json: body)])
    let error = try #require(await #expect(throws: RESTError.self) { try await client.create(Train(company: "A")) })
    #expect(error.fieldErrors["color"] == ["can't be blank", "is {odd}"])
    let errors = error.validationErrors(for: Train.self)
    #expect(errors.map(\.pathString) == ["", "", "", "maxSpeed"])
    #expect(errors.allSatisfy { $0.rule == .server })
    #expect(errors.on("maxSpeed").fullMessages == ["Max speed is too slow"])
    #expect(!"\(error)".contains("slow"))
  }

  @Test(arguments: ["", "<html>", "[]", #"{"errors": "many"}"#, #"{"status": 422, "error": "Unprocessable"}"#])
  func `a response of another form has no errors of fields`(_ body: String) async throws {
    let (client, _, _) = RESTClient.scripted([.on(.post, "/api/trains", status: 422, json: body)])
    let error = await #expect(throws: RESTError.self) { try await client.create(Train(company: "A")) }
    #expect(error?.status == 422 && error?.fieldErrors == [:])
  }
}

struct Badge: RemoteModel {
  var id = 0
  var code = ""
  static let schema = Schema<Badge> { Column(\.code, .unique) }

  @Test func `no dump has credentials, nor values of records`() async throws {
    let secret = "s3cret"
    let url = try #require(URL(string: "https://user:\(secret)@example.com/trains?token=\(secret)"))
    let request = RESTRequest(.post, url, headers: ["Authorization": "Bearer \(secret)"], body: Data(secret.utf8))
    var response = RESTResponse(status: 500, headers: ["Set-Cookie": secret], body: Data(secret.utf8))
    response.request = request
    let error = RESTError(.status, request, response)
    let client = RESTClient(
      url, store: Store(), middleware: [BearerToken(secret) { _ in secret }], headers: ["Authorization": secret])
    let subjects: [Any] = [
      error, request, response, request.headers, request.headers.all, client, RESTOutbox(client),
      BearerToken(secret) { _ in secret },
      Result<Int, any Error>.failure(error), [error], error.reason,
    ]
    for subject in subjects {
      var text = ""
      dump(subject, to: &text)
      text += "\(subject) \(String(reflecting: subject))"
      #expect(!text.contains(secret) && !text.contains("- 115\n"), "\(text)")
    }
    var text = ""
    dump(error, to: &text)
    #expect(text.contains("POST /trains") && text.contains("500 Internal Server Error"))
  }
}
