import Testing

@testable import MotionModelGenerator

struct SwiftNameTests {
  @Test(arguments: [
    ("name", "name"), ("home page", "homePage"), ("e-mail", "eMail"), ("Größe", "Größe"), ("a.b", "aB"), ("1st", nil),
    ("", nil), ("__", nil), ("self", nil), ("class", "class"),
  ])
  func `A name becomes an identifier, or nothing`(name: String, identifier: String?) {
    #expect(SwiftName.identifier(name) == identifier)
  }

  @Test(arguments: [
    ("Int", true), ("[String: [Int]]", true), ("Comparable, Sendable", true), ("(Int) -> Set<String>", true),
    ("", false), ("[String", false), ("Set<String]", false), ("Int>", false), ("Int = 3", false), ("Int\n}", false),
    ("[]", false),
  ])
  func `A type has partners for its brackets, and a name`(text: String, isType: Bool) {
    #expect(SwiftName.isType(text) == isType)
  }

  @Test(arguments: [("class", "`class`"), ("default", "`default`"), ("name", "name")])
  func `Keywords are in backticks`(identifier: String, source: String) {
    #expect(SwiftName.source(identifier) == source)
  }

  @Test(arguments: [("Todo", "todo"), ("URLItem", "urlItem"), ("URL", "url"), ("todo", "todo"), ("", "")])
  func `A type's name becomes that of a property`(name: String, result: String) {
    #expect(SwiftName.lowerCamel(name) == result)
  }
}
