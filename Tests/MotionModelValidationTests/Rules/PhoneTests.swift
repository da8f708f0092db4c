import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct PhoneTests {
  private let rules = Validations<Sample> { Phone(\.name) }

  @Test(arguments: [
    "110", "030 1234567", "+49 30 1234567", "+1 (555) 123-4567", "(555) 123-4567", "(555)123-4567", "555.123.4567",
    "030/1234567",
    "+44 (0)20 7946 0958", "+123456789012345", "123456789012345", "555-1234 x12", "555-1234 ext. 123456",
    "555-1234ext12",
    "555 1234 EXT 1", "+(49) 30 12345",
  ])
  func `valid phone numbers`(text: String) { #expect(rules.broken { $0.name = text } == []) }

  @Test(arguments: [
    "", "1", "12", "+", "+49", "+123456", "+0123456789", "1234567890123456", "call me", "555-CALL", "555--1234",
    "555  1234",
    "-5551234", "5551234-", " 5551234", "5551234 ", "(555", "555)", "()5551234", "((555)) 1234", "(555 1234", "55(5",
    "555+1234", "++5551234",
    "555-1234 x", "555-1234 x1234567", "555-1234 y12", "x12", "٠٣٠١٢٣٤٥٦٧", "555\n1234",
    "5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5",
  ])
  func `invalid phone numbers`(text: String) { #expect(rules.broken { $0.name = text } == ["name: phone"]) }

  @Test func `an international number begins with a plus`() {
    let rules = Validations<Sample> { Phone(\.note, international: true) }
    #expect(rules.broken { $0.note = "+49 30 1234567" } == [])
    #expect(rules.broken { $0.note = "030 1234567" } == ["note: phone"])
  }
}
