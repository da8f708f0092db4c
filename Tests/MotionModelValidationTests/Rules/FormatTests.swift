import Foundation
import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct FormatTests {
  @Test func `a format can match the whole string, a part of it or no part`() {
    let rules = Validations<Sample> {
      Format(\.name, /[A-Z]{3}-\d+/)
      Format(\.note, contains: /\d/)
      Format(\.note, without: /[<>]/)
    }
    #expect(rules.broken { ($0.name, $0.note) = ("ABC-1", "a1") } == [])
    #expect(rules.broken { ($0.name, $0.note) = ("ABC-1 ", "a<1") } == ["name: format", "note: format"])
    #expect(rules.broken { ($0.name, $0.note) = ("xABC-1", "a") } == ["name: format", "note: format"])
    #expect(rules.broken { $0.name = "ABC-1\nDROP TABLE" } == ["name: format", "note: format"])
  }

  @Test func `a missing value counts as an empty string`() {
    let rules = Validations<Sample> {
      Format(\.note, /a*/)
      Format(\.note, contains: /$/)
      Format(\.note, without: /a/)
      Format(\.note, pattern: "a*")
    }
    #expect(rules.broken() == [])
    #expect(Validations<Sample> { Format(\.note, /a+/) }.broken() == ["note: format"])
  }

  @Test func `a pattern may be a string`() {
    let rules = Validations<Sample> { Format(\.name, pattern: #"\d{2}|x"#) }
    #expect(rules.broken { $0.name = "12" } == [] && rules.broken { $0.name = "x" } == [])
    #expect(rules.broken { $0.name = "123" } == ["name: format"])
  }

  @Test func `a string longer than the limit is not matched`() {
    let rules = Validations<Sample> {
      Format(\.name, /.*/)
      Format(\.note, without: /x/, limit: 5)
    }
    #expect(rules.broken { $0.name = String(repeating: "a", count: 1000) } == [])
    #expect(rules.broken { $0.name = String(repeating: "ä", count: 501) } == ["name: tooLong(count: 1000)"])
    #expect(rules.broken { $0.note = "aaaaaa" } == ["note: tooLong(count: 5)"])
  }

  @Test func `hostile strings are refused quickly`() {
    let rules = Validations<Sample> { Format(\.name, /(a+)+b/) }
    let text = String(repeating: "a", count: 100_000)
    #expect(rules.broken { $0.name = text } == ["name: tooLong(count: 1000)"])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a pattern that cannot match traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Validations<Sample> { Format(\.name, pattern: "[A-Z") }
      }
      expectSentence(
        "The rule Format of Sample cannot be used, because its pattern is not a regular expression", result)
      await #expect(processExitsWith: .failure) { _ = Validations<Sample> { Format(\.name, pattern: "a^b") } }
      await #expect(processExitsWith: .failure) { _ = Validations<Sample> { Format(\.name, pattern: "a$b") } }
      await #expect(processExitsWith: .failure) { _ = Validations<Sample> { Format(\.name, /a/, limit: 0) } }
      for pattern in ["^a$", #"a\^b"#, #"a\$b"#, "^", "$", "^^a$$", "a|^b", "[$]a", ""] {
        _ = Validations<Sample> { Format(\.name, pattern: pattern) }
      }
    }
  #endif
}
