import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct MembershipTests {
  @Test func `a list allows or refuses its values`() {
    let allowed = Validations<Sample> {
      Inclusion(\.name, in: ["a", "b"]); Inclusion(\.note, in: ["a", "b"])
    }
    #expect(allowed.broken { ($0.name, $0.note) = ("a", "b") } == [])
    #expect(
      allowed.broken { ($0.name, $0.note) = ("c", nil) } == [
        #"name: inclusion(list: ["a", "b"])"#, #"note: inclusion(list: ["a", "b"])"#,
      ])
    let refused = Validations<Sample> {
      Exclusion(\.name, of: ["a", "b"]); Exclusion(\.note, of: ["a", "b"])
    }
    #expect(refused.broken { ($0.name, $0.note) = ("c", nil) } == [])
    #expect(refused.broken { ($0.name, $0.note) = ("a", "b") }.count == 2)
  }

  @Test func `a long list works like a short one`() {
    let list = Array(0..<100)
    let rules = Validations<Sample> {
      Inclusion(\.number, in: list); Exclusion(\.limit, of: list)
    }
    #expect(rules.broken { ($0.number, $0.limit) = (99, 100) } == [])
    #expect(rules.broken { ($0.number, $0.limit) = (100, 99) }.count == 2)
  }

  @Test func `a range allows or refuses its values`() {
    let rules = Validations<Sample> {
      Inclusion(\.number, in: 1...5)
      Inclusion(\.limit, in: 1..<5)
      Exclusion(\.price, of: 1.0...)
      Exclusion(\.owner, of: ...0)
    }
    #expect(rules.broken { ($0.number, $0.limit, $0.price, $0.owner) = (5, 4, 0.5, nil) } == [])
    #expect(
      rules.broken { ($0.number, $0.limit, $0.price, $0.owner) = (6, 5, 1, 0) } == [
        "number: inclusion", "limit: inclusion", "price: exclusion", "owner: exclusion",
      ])
    #expect(rules.broken { $0.number = 1 } == ["limit: inclusion"])
  }

  @Test func `a closure returns the list for a record`() {
    let rules = Validations<Sample> {
      Inclusion(\.name) { $0.tags }
      Inclusion(\.note) { $0.tags }
      Exclusion(\.name) { $0.labels ?? [] }
      Exclusion(\.note) { $0.labels ?? [] }
    }
    #expect(rules.broken { ($0.name, $0.note, $0.tags) = ("a", "b", ["a", "b"]) } == [])
    #expect(rules.broken { ($0.name, $0.tags) = ("a", ["a"]) } == ["note: inclusion"])
    #expect(rules.broken { ($0.name, $0.note, $0.tags, $0.labels) = ("a", "b", ["a", "b"], ["a", "b"]) }.count == 2)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `an empty list or range traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Validations<Sample> { Inclusion(\.name, in: []) }
      }
      expectSentence("A rule Inclusion or Exclusion of Sample says nothing, because its list is empty", result)
      await #expect(processExitsWith: .failure) { _ = Validations<Sample> { Exclusion(\.number, of: 1..<1) } }
    }
  #endif
}
