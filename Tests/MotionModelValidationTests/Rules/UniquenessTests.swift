import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// A model whose names are unique by a rule, without a unique column.
private struct Page: Model, Validatable, Equatable {
  var id = 0
  var name = ""
  var alias: String?
  var book = 0
  var year: Int?
  var isArchived = false

  static let schema = Schema<Page> {
    Column(\.name, [.indexed, .indexedIgnoringCase])
    Column(\.alias)
    Column(\.book)
    Column(\.year)
    Column(\.isArchived)
  }
  static let validations = Validations<Page> { Uniqueness(\.name) }

  init() {}

  init(_ name: String, alias: String? = nil, book: Int = 0, year: Int? = nil, isArchived: Bool = false) {
    (self.name, self.alias, self.book, self.year, self.isArchived) = (name, alias, book, year, isArchived)
  }
}

@Suite(.ownStore) struct UniquenessTests {
  private func isTaken(_ page: Page, @ListBuilder<Validations<Page>> _ rules: () -> Validations<Page>) -> Bool {
    rules().errors(page).map(\.rule) == [.taken]
  }

  @Test func `another record with the same value breaks uniqueness, the record itself does not`() throws {
    var page = Page("one")
    try page.save()
    #expect(page.isValid && Page("two").isValid && !Page("one").isValid && Page("ONE").isValid)
    try page.save()
    var other = Page("one")
    #expect(other.errors.fullMessages == ["Name has already been taken"])
    #expect(throws: RecordInvalid.self) { try other.save() }
    try page.delete()
    try other.save()
  }

  @Test func `a missing value equals no other value`() throws {
    try Page.insert(contentsOf: [Page("a"), Page("b", alias: "x")])
    #expect(!isTaken(Page("c")) { Uniqueness(\.alias) })
    #expect(isTaken(Page("c", alias: "x")) { Uniqueness(\.alias) })
  }

  @Test func `a scope narrows uniqueness, and nil is a value of a scope`() throws {
    try Page.insert(contentsOf: [Page("a", book: 1, year: 2000), Page("b", book: 1)])
    #expect(isTaken(Page("a", book: 1)) { Uniqueness(\.name, scope: \.book) })
    #expect(!isTaken(Page("a", book: 2)) { Uniqueness(\.name, scope: \.book) })
    #expect(!isTaken(Page("a", book: 1)) { Uniqueness(\.name, scope: \.book, \.year) })
    #expect(isTaken(Page("a", book: 1, year: 2000)) { Uniqueness(\.name, scope: \.book, \.year) })
    #expect(isTaken(Page("b", book: 1)) { Uniqueness(\.name, scope: \.book, \.year) })
  }

  /// Names that are unique in a book by an index, which a further one makes as strict as the rule.
  private struct Chapter: Model {
    var id = 0
    var name = ""
    var book: Int?
  }

  @Test func `a missing scope is a scope for the rule, and is not compared by an index`() throws {
    try Page.insert(contentsOf: [Page("a"), Page("b", year: 2000)])
    #expect(isTaken(Page("a")) { Uniqueness(\.name, scope: \.year) })
    #expect(isTaken(Page("b", year: 2000)) { Uniqueness(\.name, scope: \.year) })
    #expect(!isTaken(Page("b")) { Uniqueness(\.name, scope: \.year) })
    let store = Store.current
    try store.addIndex(Index<Chapter>(\.book, \.name, unique: true))
    func add(_ name: String, in book: Int?) throws {
      try Chapter.create { ($0.name, $0.book) = (name, book) }
    }
    for book in [nil, nil, 1] { try add("a", in: book) }
    #expect(throws: StoreError.notUnique(model: "Chapter", columns: ["book", "name"], id: "3")) { try add("a", in: 1) }
    try Chapter.delete(2)
    try store.addIndex(Index<Chapter>(\.name, unique: true, where: \.book == nil))
    #expect(throws: StoreError.notUnique(model: "Chapter", columns: ["name"], id: "1")) { try add("a", in: nil) }
    try add("a", in: 2)
    #expect(Chapter.pluck(\.book) == [nil, 1, 2])
  }

  @Test func `a condition chooses the records to compare with`() throws {
    try Page.insert(contentsOf: [Page("a", isArchived: true), Page("b")])
    #expect(!isTaken(Page("a")) { Uniqueness(\.name, among: \.isArchived == false) })
    #expect(isTaken(Page("b", isArchived: true)) { Uniqueness(\.name, among: \.isArchived == false) })
  }

  @Test func `uniqueness can ignore case`() throws {
    try Page.insert(contentsOf: [Page("Straße", alias: "Bob", book: 1)])
    #expect(isTaken(Page("STRAßE")) { Uniqueness(\.name, caseSensitive: false) })
    #expect(!isTaken(Page("STRAßE")) { Uniqueness(\.name, caseSensitive: true) })
    #expect(isTaken(Page("Straße")) { Uniqueness(\.name, caseSensitive: true) })
    #expect(isTaken(Page("x", alias: "BOB", book: 1)) { Uniqueness(\.alias, scope: \.book, caseSensitive: false) })
    #expect(!isTaken(Page("x", alias: "BOB")) { Uniqueness(\.alias, scope: \.book, caseSensitive: false) })
    #expect(!isTaken(Page("x")) { Uniqueness(\.alias, caseSensitive: false) })
    #expect(isTaken(Page("x", alias: "Bob")) { Uniqueness(\.alias, caseSensitive: true) })
  }

  @Test func `of concurrent writers, only one gets each name`() throws {
    let (store, refused) = (Store.current, Counter())
    onThreads(4) { _ in
      for number in 0..<50 {
        var page = Page("\(number)")
        do { try store.table(Page.self).save(&page) } catch { refused.add() }
      }
    }
    #expect(Page.count == 50 && refused.value == 150)
    #expect(Set(Page.all.map(\.name)).count == 50)
  }

  @Test func `strings may be alike without regard to accents`() throws {
    try Page.insert(contentsOf: [Page("Émile")])
    func isTaken(_ name: String, _ caseSensitive: Bool, _ accentSensitive: Bool) -> Bool {
      let rules = Validations<Page> {
        Uniqueness(\.name, caseSensitive: caseSensitive, accentSensitive: accentSensitive)
      }
      return !rules.validationErrors(of: Page(name)).isEmpty
    }
    #expect(isTaken("emile", false, false) && isTaken("ÈMILE", false, false) && !isTaken("emil", false, false))
    #expect(isTaken("Emile", true, false) && !isTaken("emile", true, false) && !isTaken("Emile", false, true))
    #expect(isTaken("Émile", true, true) && isTaken("émile", false, true) && !isTaken("Emile", true, true))
  }

  @Test func `uniqueness uses an index, case-sensitive and case-insensitive`() throws {
    let caseless = Validations<Page> { Uniqueness(\.name, caseSensitive: false) }
    try Page.insert(contentsOf: (0..<500).map { Page("\($0)") })
    let entries = Collector<String>()
    let log = Store.current.logFinders(slowerThan: .zero, repeatedMoreThan: nil) { entries.add("\($0)") }
    defer { log.cancel() }
    for number in 0..<100 {
      #expect(!Page("\(number)").isValid && !caseless.validationErrors(of: Page("\(number)")).isEmpty)
    }
    #expect(!entries.values.isEmpty && entries.values.allSatisfy { !$0.contains("scan") })
    try Store.current.removeIndex("name ignoring case", of: Page.self)
    #expect(!caseless.validationErrors(of: Page("7")).isEmpty)
    #expect(entries.values.last?.contains("scan (500 rows") == true)
  }

  @Test func `a save searches only if it changes a column of the rule`() throws {
    struct Line: Model, Validatable {
      var id = 0
      var name = ""
      var book = 0
      var text = ""
      static let schema = Schema<Line> {
        Column(\.name)
        Column(\.book, .indexed)
        Column(\.text)
      }
      static let validations = Validations<Line> { Uniqueness(\.name, scope: \.book) }
    }
    var lines = try Line.insert(contentsOf: (0..<700).map { number in Line.new { $0.name = "\(number)" } })
    let searches = Collector<String>()
    let log = Store.current.logFinders(slowerThan: .zero, repeatedMoreThan: nil) { searches.add("\($0)") }
    defer { log.cancel() }
    try lines[0].update { $0.text = "new" }
    #expect(searches.values.isEmpty)
    try lines[0].update { $0.name = "other" }
    try lines[0].update { $0.book = 1 }
    #expect(searches.values.count == 2)
    #expect(throws: RecordInvalid.self) { try lines[1].update { $0.name = "2" } }
    // It is valid or not whether or not it is saved.
    _ = lines[2].isValid
    #expect(searches.values.count == 4)
  }

  @Test func `a save is compared if a hook has changed the stored record meanwhile`() throws {
    struct Sheet: Model, Validatable {
      var id = 0
      var number = 0
      var text = ""
      static let schema = Schema<Sheet> {
        Column(\.number)
        Column(\.text)
      }
      static let validations = Validations<Sheet> { Uniqueness(\.number) }
      static let hooks: Hooks<Sheet> = [
        .beforeValidation { sheet, _ in
          if sheet.text != "new" { return }
          var stored = try Sheet.require(sheet.id)
          try stored.update { $0.number = 9 }
          try Sheet.create { $0.number = 1 }
        }
      ]
    }
    var sheet = try Sheet.create { $0.number = 1 }
    sheet.text = "new"
    #expect(throws: RecordInvalid.self) { try sheet.save() }
    #expect(Sheet.all.map(\.number) == [1])
  }

  @Test func `a save that changes no column of the rule is refused if the rule begins to apply`() throws {
    struct Shown: Model, Validatable {
      var id = 0
      var name = ""
      var isShown = false
      static let schema = Schema<Shown> {
        Column(\.name)
        Column(\.isShown)
      }
      static let validations = Validations<Shown> { Uniqueness(\.name).if { $0.isShown } }
    }
    var shown = try Shown.insert(contentsOf: [Shown(), Shown()])
    #expect(throws: RecordInvalid.self) { try shown[0].update { $0.isShown = true } }

    struct Late: Model, Validatable {
      var id = 0
      var name = ""
      var text = ""
      static let schema = Schema<Late> {
        Column(\.name)
        Column(\.text)
      }
      static let validations = Validations<Late> { Uniqueness(\.name).on(.update) }
    }
    var late = try Late.insert(contentsOf: [Late(), Late()])
    #expect(throws: RecordInvalid.self) { try late[0].update { $0.text = "new" } }

    struct Active: Model, Validatable {
      var id = 0
      var name = ""
      var isArchived = false
      static let schema = Schema<Active> {
        Column(\.name)
        Column(\.isArchived)
      }
      static let validations = Validations<Active> { Uniqueness(\.name, among: \.isArchived == false) }
    }
    var archived = try Active.create { $0.isArchived = true }
    try Active.create()
    #expect(throws: RecordInvalid.self) { try archived.update { $0.isArchived = false } }
  }

  @Test func `records that are equal already can be saved with changes of other columns`() throws {
    var (first, second) = (Page("a"), Page("a"))
    try first.save()
    try second.save(validate: false)
    try second.update { $0.book = 1 }
    #expect(Page.pluck(\.book) == [0, 1])
    #expect(!second.isValid)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a scope that is not a column traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Validations<Sample> { Uniqueness(\.name, scope: \.agrees) }
      }
      expectSentence(
        "The rule Uniqueness of Sample is for \\Sample.agrees, which is not a column of its schema", result)
    }
  #endif
}
