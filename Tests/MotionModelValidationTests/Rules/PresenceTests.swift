import Foundation
import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct PresenceTests {
  @Test(arguments: ["", " ", "\n\t", "\u{A0}", "\u{3000} \r\n"]) func `strings of white space are blank`(text: String) {
    #expect(Validations<Sample> { Presence(\.name) }.broken { $0.name = text } == ["name: blank"])
    #expect(Validations<Sample> { Presence(\.note) }.broken { $0.note = text } == ["note: blank"])
    #expect(Validations<Sample> { Absence(\.note) }.broken { $0.note = text } == [])
  }

  @Test(arguments: ["a", " a", "\u{0}", "\u{301}", "ü", "👍", "\u{200B}"])
  func `other strings are present`(text: String) {
    #expect(Validations<Sample> { Presence(\.name, \.note) }.broken { ($0.name, $0.note) = (text, text) } == [])
    #expect(Validations<Sample> { Absence(\.name, \.note) }.broken { ($0.name, $0.note) = (text, text) }.count == 2)
  }

  @Test func `numbers, dates and booleans are present unless they are nil`() {
    let rules = Validations<Sample> { Presence(\.number, \.price, \.amount, \.limit, \.flag, \.date) }
    #expect(rules.broken() == ["limit: blank", "flag: blank", "date: blank"])
    #expect(rules.broken { ($0.limit, $0.flag, $0.date) = (0, false, .now) } == [])
  }

  @Test func `empty collections are blank`() {
    let rules = Validations<Sample> { Presence(\.tags, \.labels) }
    #expect(rules.broken() == ["tags: blank", "labels: blank"])
    #expect(rules.broken { ($0.tags, $0.labels) = ([], []) } == ["tags: blank", "labels: blank"])
    #expect(rules.broken { ($0.tags, $0.labels) = ([""], ["a"]) } == [])
  }

  @Test func `absence is the opposite of presence`() {
    let rules = Validations<Sample> { Absence(\.name, \.note, \.tags, \.labels, \.limit, \.flag) }
    #expect(rules.broken() == [])
    let all = rules.broken {
      ($0.name, $0.note, $0.tags, $0.labels, $0.limit, $0.flag) = ("a", "b", [""], ["c"], 0, false)
    }
    #expect(all == ["name", "note", "tags", "labels", "limit", "flag"].map { "\($0): present" })
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `absence of a value that cannot be missing traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Validations<Sample> { Absence(\.number) }
      }
      expectSentence("The rule Absence of Sample can never be met, because \"number\" is never blank", result)
    }

    @Test func `a rule for a property that is not a column traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Validations<Sample> { Presence(\.again) }
      }
      expectSentence("The rule Presence of Sample is for \\Sample.again, which is not a column of its schema", result)
    }
  #endif
}
