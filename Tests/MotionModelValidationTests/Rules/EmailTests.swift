import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct EmailTests {
  private let rules = Validations<Sample> { Email(\.name) }

  private static let label63 = String(repeating: "a", count: 63)

  @Test(arguments: [
    "a@b.co", "bob@example.com", "Bob.Smith+tag@mail.example.co.uk", "o'brien@example.ie",
    "x_y-z@sub-domain.example.org",
    "1@2.com", "jörg@müller.de", "用户@例え.jp", "a@b.c0", "a@xn--bcher-kva.example", "!#$%&'*+/=?^_`{|}~-@example.com",
    "\(String(repeating: "a", count: 64))@example.com", "a@\(label63).com",
  ])
  func `valid email addresses`(text: String) { #expect(rules.broken { $0.name = text } == []) }

  @Test(arguments: [
    "", "a", "@", "a@", "@b.co", "a@b", "a@b.c", "a@@b.co", "a@b@c.co", " a@b.co", "a@b.co ", "a b@c.co", "a@b c.co",
    ".a@b.co", "a.@b.co", "a..b@c.co", "a@.b.co", "a@b..co", "a@b.co.", "a@-b.co", "a@b-.co", "a@b.-co", "a@b_c.co",
    "a@1.2.3.4",
    "a@[1.2.3.4]", "\"a b\"@c.co", "a@b.co\n", "a@b.co\nx@y.zz", "a(comment)@b.co", "Bob <bob@example.com>", "a,b@c.co",
    "\(String(repeating: "a", count: 65))@example.com", "a@\(label63)a.com",
    "a@\(String(repeating: "b.", count: 125))com",
  ])
  func `invalid email addresses`(text: String) { #expect(rules.broken { $0.name = text } == ["name: email"]) }

  @Test(arguments: HostileText.all) func `hostile strings are refused quickly`(text: HostileText) {
    text.isRefused(by: rules)
    text.isRefused(by: Validations { WebAddress(\.name) })
    text.isRefused(by: Validations { Phone(\.name) })
  }
}

/// Strings of 100 KB for which careless patterns take forever.
struct HostileText: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String

  static let all = ["a@", "a", "@", "a.", "http://", "http://a.", "-", "1-", "(", "+", "%", "é"].map { piece in
    HostileText(testDescription: piece, text: String(repeating: piece, count: 100_000 / piece.utf8.count))
  }

  /// Reading every byte a few times takes about a millisecond; trying all ways to split the string takes hours.
  func isRefused(by rules: Validations<Sample>) {
    #expect(rules.broken { $0.name = text }.count == 1)
  }
}
