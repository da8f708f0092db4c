import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// Every option with every rule.
@Suite(.ownStore) struct RuleOptionsTests {
  private func rules(_ errors: [ValidationError]) -> Set<RuleName> { Set(errors.map(\.rule)) }

  private func store(_ test: RuleCase) throws { try Sample.insert(contentsOf: test.stored) }

  @Test(arguments: RuleCase.all) func `a rule reports its name at its fields`(test: RuleCase) throws {
    try store(test)
    let errors = test.rules.errors(test.record)
    #expect(rules(errors) == [test.broken])
    #expect(errors.map { $0.path.first } == test.fields.map { .field($0) })
    #expect(errors.allSatisfy { $0.severity == .error && $0.message == nil })
  }

  @Test(arguments: RuleCase.all) func `if and unless restrict a rule to some records`(test: RuleCase) throws {
    try store(test)
    let record = test.record
    #expect(test.rules.if { _ in false }.errors(record).isEmpty)
    #expect(test.rules.if(.none).errors(record).isEmpty)
    #expect(test.rules.unless { _ in true }.errors(record).isEmpty)
    #expect(test.rules.unless(.all).errors(record).isEmpty)
    #expect(test.rules.if { _ in true }.if { _ in false }.errors(record).isEmpty)
    let always = test.rules.if { $0 == record }.if(.all).unless { $0 != record }.unless(.none)
    #expect(rules(always.errors(record)) == [test.broken])
  }

  @Test(arguments: RuleCase.all) func `on restricts a rule to creation, updates or contexts`(test: RuleCase) throws {
    try store(test)
    func broken(_ rules: Validations<Sample>, _ record: Sample, in context: ValidationContext? = nil) -> Bool {
      !rules.errors(record, in: context).isEmpty
    }
    var saved = test.record
    #expect(broken(test.rules.on(.create), saved) && !broken(test.rules.on(.update), saved))
    try saved.save()
    #expect(!broken(test.rules.on(.create), saved) && broken(test.rules.on(.update), saved))
    #expect(broken(test.rules.on(.create, .update), saved))
    let (publishing, other) = (ValidationContext("publishing"), ValidationContext(stringLiteral: "other"))
    #expect(!broken(test.rules.on(publishing), saved) && !broken(test.rules.on(publishing), saved, in: other))
    #expect(broken(test.rules.on(publishing), saved, in: publishing))
    #expect(broken(test.rules.on(publishing, .update), saved) && broken(test.rules, saved, in: publishing))
    #expect(!broken(test.rules.on(publishing).on(.create), saved, in: publishing))
  }

  @Test(arguments: RuleCase.all) func `allowNil accepts missing values only`(test: RuleCase) throws {
    try store(test)
    let present = test.broken == .blank ? [] : rules(test.rules.allowNil().errors(test.record))
    if test.broken != .blank { #expect(present == [test.broken]) }
    guard let missing = test.missing else { return }
    #expect(!test.rules.errors(missing).isEmpty)
    #expect(test.rules.allowNil().errors(missing).isEmpty)
  }

  @Test(arguments: RuleCase.all) func `allowBlank accepts blank values`(test: RuleCase) throws {
    try store(test)
    for record in [test.missing, test.blank].compactMap(\.self) {
      #expect(!test.rules.errors(record).isEmpty)
      #expect(test.rules.allowBlank().errors(record).isEmpty)
    }
  }

  @Test(arguments: RuleCase.all) func `a rule can have a custom message`(test: RuleCase) throws {
    try store(test)
    if test.description == "ValidateAssociated" {
      // The errors of this rule are those of other records, with their own messages.
      #expect(test.rules.message("stops").errors(test.record).allSatisfy { $0.message == nil })
      return
    }
    let errors = ValidationErrors(test.rules.message("stops {field}").errors(test.record))
    let names = test.fields.map { Inflector.current.humanize($0) }
    #expect(errors.messages == names.map { "stops \($0)" } && errors.fullMessages == errors.messages)
    let short = ValidationErrors(test.rules.message("stops").errors(test.record))
    #expect(short.messages == names.map { _ in "stops" } && short.fullMessages == names.map { "\($0) stops" })
  }

  @Test(arguments: RuleCase.all) func `a warning allows saving`(test: RuleCase) throws {
    try store(test)
    let warnings = ValidationErrors(test.rules.severity(.warning).errors(test.record))
    #expect(!warnings.isEmpty && warnings.warnings == warnings && warnings.blocking.isEmpty)
    let errors = ValidationErrors(test.rules.severity(.warning).severity(.error).errors(test.record))
    #expect(errors.blocking == errors && errors.warnings.isEmpty)
  }

  @Test func `a group of rules has the options of a rule`() {
    let rules = Validations<Sample> {
      Presence(\.name)
      Validations {
        Presence(\.note)
        Presence(\.limit, \.date)
      }
      .if { $0.number > 5 }
    }
    #expect(rules.broken() == ["name: blank"])
    #expect(rules.broken { $0.number = 6 } == ["name: blank", "note: blank", "limit: blank", "date: blank"])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `on without a context traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Validations<Sample> { Presence(\.name).on() }
      }
      expectSentence("A rule of Sample never holds, because on() names no context", result)
    }
  #endif

  @Test func `rules can be declared under conditions and in loops`() {
    func rules(_ isStrict: Bool, _ limits: [Int]) -> Validations<Sample> {
      Validations {
        if isStrict { Presence(\.name) } else { Absence(\.note) }
        if isStrict { Presence(\.date) }
        for limit in limits { Comparison(\.number, .notEqual, limit) }
      }
    }
    #expect(rules(true, [0, 1]).broken() == ["name: blank", "date: blank", "number: notEqual(other: 0)"])
    #expect(rules(false, []).broken { $0.note = "x" } == ["note: present"])
  }
}
