import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// A server that knows which names are taken.
private struct Server: Sendable {
  @TaskLocal static var current = Server()

  var taken: Set<String> = ["taken"]
  var requests = Collector<String>()
  var isOffline = false

  func isFree(_ name: String) async throws -> Bool {
    requests.add(name)
    await Task.yield()
    if isOffline { throw URLError(.notConnectedToInternet) }
    return !taken.contains(name)
  }
}

private struct Account: Model, Validatable, Equatable {
  var id = 0
  var name = ""
  var street = ""
  var city = ""

  static let schema = Schema<Account> {
    Column(\.name)
    Column(\.street)
    Column(\.city)
  }
  static let validations = Validations<Account> {
    Presence(\.name)
    AsyncValidate(\.name, "nameIsFree") { try await Server.current.isFree($0) }
    AsyncValidate("addressExists", on: \.street, \.city) { $0.city != "Nowhere" }.if { !$0.street.isEmpty }
    AsyncValidate("cancelled", on: \.city) { _ in throw CancellationError() }
    Length(\.name, max: 8).severity(.warning)
  }

  init(_ name: String = "", _ street: String = "", _ city: String = "") {
    (self.name, self.street, self.city) = (name, street, city)
  }

  init() {}
}

@Suite(.ownStore) struct AsyncValidateTests {
  @Test func `errors of asynchronous rules come after the others`() async {
    let errors = await Account("taken", "Main St", "Nowhere").validateAsync()
    #expect(
      errors.map(\.description) == ["name: nameIsFree", "street: addressExists", "city: addressExists"])
    #expect(await Account("free", "", "Nowhere").validateAsync().isEmpty)
  }

  @Test func `asynchronous rules do not run for a column that has errors already`() async {
    let server = Server()
    await Server.$current.withValue(server) {
      #expect(await Account("").validateAsync().map(\.rule) == [.blank])
      #expect(server.requests.values == [])
      #expect(await Account("far too long").validateAsync().map(\.rule) == [.tooLong])
      #expect(server.requests.values == ["far too long"])
    }
  }

  @Test func `saving and synchronous validation run no asynchronous rules`() async throws {
    let server = Server()
    try Server.$current.withValue(server) {
      var account = Account("taken")
      #expect(account.isValid && account.errors.isEmpty && account.validate(\.name).isEmpty)
      try account.save()
      #expect(server.requests.values == [])
    }
  }

  @Test func `the result for a value that was edited meanwhile is dropped`() async {
    let checked = Account("taken", "Main St", "Nowhere")
    let edited = await checked.validateAsync { Account("taken!", "Main St", "Nowhere") }
    #expect(edited.map(\.rule) == ["addressExists", "addressExists"])
    let moved = await checked.validateAsync { Account("taken", "Main St", "Berlin") }
    #expect(moved.map(\.rule) == ["nameIsFree"])
    let emptied = await checked.validateAsync { Account("", "Main St", "Berlin") }
    #expect(emptied.map(\.rule) == [.blank])
  }

  @Test func `a rule that throws adds its own error, and a cancelled rule adds none`() async {
    await Server.$current.withValue(Server(isOffline: true)) {
      let errors = await Account("free").validateAsync()
      #expect(errors.map(\.rule) == [.failed] && errors.first?.parameters["rule"] == "nameIsFree")
    }
    let task = Task {
      try? await Task.sleep(for: .seconds(100))
      return await Server.$current.withValue(Server(isOffline: true)) { await Account("free").validateAsync() }
    }
    task.cancel()
    #expect(await task.value.isEmpty)
  }

  @Test func `asynchronous rules have the same options`() async throws {
    struct Form: Model, Validatable {
      var id = 0
      var note: String?
      static let schema = Schema<Form> { Column(\.note) }
      static let validations = Validations<Form> {
        AsyncValidate(\.note, "a") { _ in false }.allowNil().message("{field} is odd")
        AsyncValidate(\.note, "b") { _ in false }.allowBlank().severity(.warning)
        AsyncValidate(\.note, "c") { _ in false }.on("publishing").unless { $0.note == "x" }
        AsyncValidate("d") { _ in false }.on(.update)
        AsyncValidate(\.note, "e") { _ in false }.if { $0.note == "z" }
      }
    }
    #expect(await Form().validateAsync().isEmpty)
    let errors = await Form.new { $0.note = "y" }.validateAsync(in: "publishing")
    #expect(errors.map(\.description) == ["note: a", "note: b [warning]", "note: c"])
    #expect(errors.fullMessages.first == "Note is odd")
    #expect(await Form.new { $0.note = "x" }.validateAsync(in: "publishing").count == 2)
    #expect(await Form.new { $0.note = "z" }.validateAsync().map(\.rule) == ["a", "b", "e"])
    var saved = Form()
    try saved.save()
    #expect(await saved.validateAsync().map(\.rule) == ["d"])
  }

  @Test @MainActor func `a form on the main actor passes its latest record`() async {
    let form = FormModel()
    let errors = await form.draft.validateAsync {
      form.draft.name = "free"
      return form.draft
    }
    #expect(errors.isEmpty)
  }
}

@MainActor private final class FormModel {
  var draft = Account("taken")
}
