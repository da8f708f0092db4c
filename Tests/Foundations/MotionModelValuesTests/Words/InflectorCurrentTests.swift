import MotionModelValues
import MotionModelTestSupport
import Testing

@Suite(.serialized) struct InflectorCurrentTests {
  private struct Failure: Error {}

  private let staff = Inflector.english.adding(uncountable: "staff")
  private let staves = Inflector.english.adding(irregular: "staff", "staves")

  private var plural: String { Inflector.current.pluralize("staff") }

  @Test func `English is the default inflector`() {
    #expect(plural == "staffs")
    Inflector.default = staff
    defer { Inflector.default = .english }
    #expect(plural == "staff")
    #expect(Inflector.default.pluralize("staff") == "staff")
  }

  @Test func `a block has its own inflector, and the innermost block applies`() {
    let plurals = Inflector.with(staff) { [plural, Inflector.with(staves) { plural }, plural] }
    #expect(plurals == ["staff", "staves", "staff"])
    #expect(plural == "staffs")
  }

  @Test func `setting the default does not change a block`() {
    defer { Inflector.default = .english }
    Inflector.with(staff) {
      Inflector.default = staves
      #expect(plural == "staff")
    }
    #expect(plural == "staves")
  }

  @Test func `a block ends when it throws`() {
    #expect(throws: Failure.self) {
      try Inflector.with(staff) { throw Failure() }
    }
    #expect(plural == "staffs")
  }

  @Test func `child tasks inherit the inflector, and detached tasks do not`() async {
    await Inflector.with(staff) {
      await Task.yield()
      let inherited = await Task { plural }.value
      let detached = await Task.detached { plural }.value
      #expect([inherited, detached] == ["staff", "staffs"])
      await #expect(throws: Failure.self) {
        try await Inflector.with(staves) {
          await Task.yield()
          throw Failure()
        }
      }
      #expect(plural == "staff")
    }
  }

  @Test func `a thread may set the inflector while others use it`() {
    defer { Inflector.default = .english }
    let others = Counter()
    onThreads(4) { number in
      for turn in 0..<500 {
        if number == 0 { Inflector.default = turn.isMultiple(of: 2) ? staff : staves }
        if !["staff", "staffs", "staves"].contains(plural) { others.add() }
        if number == 3, Inflector.with(staff, { plural }) != "staff" { others.add() }
      }
    }
    #expect(others.value == 0)
  }
}
