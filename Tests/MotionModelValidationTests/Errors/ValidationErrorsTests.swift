import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct ValidationErrorsTests {
  @Test func `all rules report in order of declaration`() {
    let job = Job("", priority: 11, email: "x")
    #expect(
      job.errors.map(\.description) == [
        "name: blank", "name: tooShort(count: 5)", "priority: lessOrEqual(other: 9)", "email: email",
        "projectID: blank",
      ])
    #expect(!job.isValid && job.errors.map(\.rule).first == .blank)
    #expect(Job("Walk the dog").errors.isEmpty && Job("Walk the dog").isValid)
  }

  @Test func `errors are filtered by column, path and severity`() {
    var job = Job(String(repeating: "x", count: 90))
    (job.startsOn, job.endsOn) = (.distantFuture, .distantPast)
    #expect(job.errors(on: \.name).map(\.rule) == [.tooLong, .tooLong])
    #expect(job.errors.on("startsOn").map(\.rule) == ["datesInOrder"] && job.errors.on("priority").isEmpty)
    #expect(job.errors.warnings.count == 1 && job.errors.blocking.count == 3)
    #expect(job.errors.base.isEmpty)
    let rules = Validations<Job> { Validate("closed") { _ in false } }
    #expect(rules.validationErrors(of: job).base.map(\.rule) == ["closed"])
    #expect(
      rules.validationErrors(of: job).first?.field == nil && rules.validationErrors(of: job).first?.pathString == "")
  }

  #if DEBUG && (os(macOS) || os(Linux))  // where exit tests are available
    @Test func `in debug builds, a name that the model does not have traps and names the nearest one`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Store.with(Store()) { Job("Walk the dog").errors.on("nmae") }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          """
          errors.on("nmae") is always empty, because Job has no stored property, relation or rule with that name: use "name" \
          if that is meant, or errors(on:) with a key path, which the compiler checks.
          """), "\(text)")
      await #expect(processExitsWith: .failure) {
        _ = Store.with(Store()) { Job("").errors.blocking.on("todos[2].name") }
      }
      await #expect(processExitsWith: .failure) {
        do {
          var job = Job("")
          try Store().table(Job.self).insert(&job)
        } catch let invalid as RecordInvalid {
          _ = invalid.errors.on("nmae")
        }
      }
    }
  #endif

  @Test func `names of columns, properties, relations and rules give no errors where there are none`() {
    struct Form: Model, Validatable {
      var id = 0
      var postCode = ""
      var draft = ""
      static let schema = Schema<Form> {
        Column(\.postCode)
        Transient(\.draft)
      }
      struct Relations: Sendable { let parts = HasMany<Part>(\.formID) }
      static let relations = Relations()
      static let validations = Validations<Form> {
        ValidateAssociated("drafts") { _ -> [Part] in [] }
        Validate { form, errors in if form.postCode == "x" { errors.add("odd") } }
      }
    }
    struct Part: Model, Validatable {
      var id = 0
      var formID: Int?
      static let schema = Schema<Part> { Column(\.formID) }
      static let validations = Validations<Part> {}
    }
    for name in ["id", "postCode", "post_code", "draft", "parts", "parts[1].text", "drafts[0].text", "base", ""] {
      #expect(Form().errors.on(name).isEmpty)
    }
    var form = Form()
    form.postCode = "x"
    #expect(form.errors.on("").map(\.rule) == ["odd"])
    #expect(ValidationErrors().on("anything").isEmpty)
    #expect(
      ValidationErrors([]) == Form().errors && Set([form.errors, ValidationErrors(Array(form.errors))]).count == 1)
  }

  @Test func `one column is validated while it is being filled in`() {
    var job = Job("Dog", priority: 10)
    #expect(job.validate(\.name).messages == ["is too short (at least 5 characters)"])
    #expect(job.validate(\.priority).map(\.rule) == [.lessOrEqual])
    #expect(job.validate(\.email).isEmpty)
    (job.startsOn, job.endsOn) = (.distantFuture, .distantPast)
    #expect(job.validate(\.endsOn).map(\.pathString) == ["endsOn"])
    #expect(job.validate(\.projectID).map(\.rule) == [.blank])
  }

  @Test func `one column is validated in a context`() {
    struct Draft: Model, Validatable {
      var id = 0
      var name = ""
      static let schema = Schema<Draft> { Column(\.name) }
      static let validations = Validations<Draft> { Presence(\.name).on("publishing") }
    }
    #expect(Draft().validate(\.name).isEmpty && Draft().validate(\.name, in: "publishing").count == 1)
  }

  @Test func `errors never hold the values of the record`() {
    let rules = Validations<Sample> {
      for check in RuleCase.all.filter({ !$0.description.hasPrefix("Comparison of") }) { check.rules }
    }
    let secret = "s3cr3t-value"
    let errors = rules.errors(Sample { ($0.name, $0.note, $0.again, $0.agreement) = (secret, secret, "other", secret) })
    #expect(errors.count > 8)
    for error in errors { #expect(!"\(error) \(error.fullMessage()) \(error.parameters)".contains(secret)) }
  }

  @Test func `errors are encoded as JSON and decoded`() throws {
    let path: [ValidationError.Step] = [.field("todos"), .index(2), .field("name")]
    let errors = ValidationErrors([
      ValidationError(model: "Todo", path: path, rule: .tooShort, parameters: ["count": 5], severity: .warning),
      ValidationError(
        model: "Todo", path: [], rule: "closed", message: MessageTemplate(one: "day {count}", other: "days")),
    ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(errors)
    #expect(
      String(decoding: data, as: UTF8.self).hasPrefix(
        """
        [{"model":"Todo","parameters":{"count":5},"path":["todos",2,"name"],"rule":"tooShort","severity":"warning"},
        """))
    #expect(try JSONDecoder().decode(ValidationErrors.self, from: data) == errors)
    #expect(errors.on("todos[2].name").map(\.description) == ["todos[2].name: tooShort(count: 5) [warning]"])
  }

  @Test func `a record can be validated with other rules than its model's`() {
    let form = Validations<Job> { Presence(\.email) }
    #expect(form.validationErrors(of: Job("Walk the dog")).fullMessages == ["Email can't be blank"])
  }

  @Test func `validating changes nothing and commits nothing`() {
    let store = Store.current
    let job = Job("Dog")
    _ = (job.isValid, job.errors, job.validate(\.name))
    #expect(job == Job("Dog") && store.commitCount == 0)
  }
}
