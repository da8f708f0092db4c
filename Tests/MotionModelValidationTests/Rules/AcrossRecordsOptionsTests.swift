import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// A model with the rules under test.
private struct Player: Model, Validatable {
  var id = 0
  var team: String?
  var isHurt = false
  var points = 0

  static let schema = Schema<Player> {
    Column(\.team)
    Column(\.isHurt)
    Column(\.points)
  }

  @TaskLocal static var tried = Validations<Player> {}
  static var validations: Validations<Player> { tried }
}

/// A change of a player that affects a group.
private enum Deed: String, CaseIterable {
  case create, createHurt, createWithoutTeam, createWithBlankTeam, publish
  case update, leave, moveToBlankTeam, delete

  func run() throws {
    var player = Player.find(1) ?? Player.new { $0.team = "a" }
    switch self {
    case .create: try Player.create { $0.team = "a" }
    case .createHurt: try Player.create { ($0.team, $0.isHurt) = ("a", true) }
    case .createWithoutTeam: try Player.create()
    case .createWithBlankTeam: try Player.create { $0.team = " " }
    case .publish:
      player.points = 7
      try player.save(in: "publishing")
    case .update: try player.update { $0.points = 7 }
    case .leave: try player.update { $0.team = nil }
    case .moveToBlankTeam: try player.update { $0.team = " " }
    case .delete: try player.delete()
    }
  }
}

/// An option, and the changes that it exempts from the rule.
private struct OptionCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let spared: Set<Deed>
  let options: @Sendable (AcrossRecords<Player>) -> Validations<Player>

  init(
    _ description: String, spares spared: Set<Deed>,
    options: @escaping @Sendable (AcrossRecords<Player>) -> Validations<Player>
  ) {
    (testDescription, self.spared, self.options) = (description, spared, options)
  }

  private static let unhurt = Set(Deed.allCases).subtracting([.createHurt])
  private static let creations: Set<Deed> = [.create, .createHurt, .createWithoutTeam, .createWithBlankTeam]
  private static let updates: Set<Deed> = [.publish, .update, .leave, .moveToBlankTeam]
  private static let all = Set(Deed.allCases)

  static let cases = [
    OptionCase("none", spares: []) { $0.validations },
    OptionCase("if", spares: unhurt) { $0.if { $0.isHurt } },
    OptionCase("if, by a predicate", spares: unhurt) { $0.if(\.isHurt == true) },
    OptionCase("unless", spares: [.createHurt]) { $0.unless { $0.isHurt } },
    OptionCase("unless, by a predicate", spares: [.createHurt]) { $0.unless(\.isHurt == true) },
    OptionCase("on create", spares: all.subtracting(creations)) { $0.on(.create) },
    OptionCase("on update", spares: all.subtracting(updates)) { $0.on(.update) },
    OptionCase("on a context", spares: all.subtracting([.publish])) { $0.on("publishing") },
    OptionCase("allowNil", spares: [.createWithoutTeam]) { $0.allowNil() },
    OptionCase("allowBlank", spares: [.createWithoutTeam, .createWithBlankTeam]) { $0.allowBlank() },
    OptionCase("a warning", spares: all) { $0.severity(.warning) },
    OptionCase("an error", spares: []) { $0.severity(.warning).severity(.error) },
  ]
}

/// Every option with a rule over several records.
@Suite(.ownStore) struct AcrossRecordsOptionsTests {
  /// Met by the records before each change, and by none after it.
  private let rule = AcrossRecords<Player>("never", by: \.team) { _ in Store.current.savepoint == nil }

  @Test(arguments: OptionCase.cases, Deed.allCases)
  private func `an option decides which changes validate a group`(option: OptionCase, deed: Deed) throws {
    try Player.create { $0.team = "a" }
    let before = Player.all.count
    try Player.$tried.withValue(option.options(rule)) {
      if option.spared.contains(deed) { return try deed.run() }
      let invalid = try #require(throws: RecordInvalid.self) { try deed.run() }
      #expect("\(invalid.errors)" == "[team: never]" && Player.all.count == before)
    }
  }

  @Test func `a rule can have a custom message`() throws {
    try Player.$tried.withValue(rule.message("{field} is full")) {
      let invalid = try #require(throws: RecordInvalid.self) { try Deed.create.run() }
      #expect(invalid.errors.fullMessages == ["Team is full"])
    }
  }
}
