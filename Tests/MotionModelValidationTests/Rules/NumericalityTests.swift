import Foundation
import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct NumericalityTests {
  @Test func `each bound reports by its name`() {
    let rules = Validations<Sample> {
      Numericality(
        \.number, .greaterThan(0), .greaterOrEqual(1), .lessThan(100), .lessOrEqual(50), .notEqual(-3), .odd,
        .multiple(of: 5))
    }
    #expect(
      rules.broken { $0.number = -4 } == [
        "number: greaterThan(other: 0)", "number: greaterOrEqual(other: 1)", "number: odd",
        "number: multiple(divisor: 5)",
      ])
    #expect(
      rules.broken { $0.number = 100 }.prefix(2) == ["number: lessThan(other: 100)", "number: lessOrEqual(other: 50)"])
    #expect(rules.broken { $0.number = 15 } == [])
    #expect(Validations<Sample> { Numericality(\.number, .equal(3)) }.broken() == ["number: equal(other: 3)"])
    #expect(Validations<Sample> { Numericality(\.number, .notEqual(0)) }.broken() == ["number: notEqual(other: 0)"])
    #expect(Validations<Sample> { Numericality(\.number, .even) }.broken { $0.number = 1 } == ["number: even"])
  }

  @Test(arguments: [
    (-1, ["number: greaterOrEqual(other: 0)"]), (0, []), (9, []), (10, ["number: lessOrEqual(other: 9)"]),
  ])
  func `a range is two bounds`(number: Int, broken: [String]) {
    #expect(Validations<Sample> { Numericality(\.number, .in(0...9)) }.broken { $0.number = number } == broken)
  }

  @Test func `a missing value and NaN are not numbers`() {
    let rules = Validations<Sample> {
      Numericality(\.limit)
      Numericality(\.price, .notEqual(1))
      Numericality(\.amount)
    }
    #expect(
      rules.broken {
        $0.price = .nan; $0.amount = .nan
      }.count == 3)
    #expect(rules.broken() == ["limit: notANumber"])
    #expect(rules.broken { ($0.limit, $0.price) = (1, .infinity) } == [])
  }

  @Test func `fractions are not whole, odd or even`() {
    let whole = Validations<Sample> {
      Numericality(\.price, .integer); Numericality(\.amount, .integer)
    }
    #expect(whole.broken { ($0.price, $0.amount) = (2, -3) } == [])
    #expect(whole.broken { ($0.price, $0.amount) = (2.5, 0.1) } == ["price: notAnInteger", "amount: notAnInteger"])
    #expect(whole.broken { $0.price = .infinity } == ["price: notAnInteger"])
    let parity = Validations<Sample> {
      Numericality(\.price, .odd); Numericality(\.amount, .even)
    }
    #expect(parity.broken { ($0.price, $0.amount) = (-3, 4) } == [])
    #expect(parity.broken { ($0.price, $0.amount) = (1.5, 2.5) } == ["price: odd", "amount: even"])
    #expect(parity.broken { ($0.price, $0.amount) = (2, 3) } == ["price: odd", "amount: even"])
  }

  @Test func `multiples of decimals are exact`() {
    let step = Decimal(string: "0.05") ?? 0
    let rules = Validations<Sample> { Numericality(\.amount, .multiple(of: step)) }
    #expect(rules.broken { $0.amount = Decimal(string: "12345678901234567890.15") ?? 0 } == [])
    #expect(rules.broken { $0.amount = Decimal(string: "-0.12") ?? 0 } == ["amount: multiple(divisor: 0.05)"])
    #expect(Validations<Sample> { Numericality(\.price, .multiple(of: 0.25)) }.broken { $0.price = 1.75 } == [])
  }

  @Test(arguments: [
    ("12", []), (" 12 ", []), ("12.5", ["name: notAnInteger"]), ("1e2", ["name: lessThan(other: 50)"]),
    ("", ["name: notANumber"]), ("twelve", ["name: notANumber"]), ("12abc", ["name: notANumber"]),
    ("NaN", ["name: notANumber"]),
  ])
  func `a string must be the spelling of a number`(text: String, broken: [String]) {
    let rules = Validations<Sample> { Numericality(\.name, .integer, .lessThan(50)) }
    #expect(rules.broken { $0.name = text } == broken)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `bounds that exclude each other trap`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Validations<Sample> { Numericality(\.number, .greaterThan(5), .lessThan(5)) }
      }
      expectSentence("A rule Numericality of Sample can never be met, because its bounds exclude each other", result)
      await #expect(processExitsWith: .failure) {
        _ = Validations<Sample> { Numericality(\.number, .in(5...9), .equal(4)) }
      }
      await #expect(processExitsWith: .failure) { _ = Validations<Sample> { Numericality(\.number, .multiple(of: 0)) } }
      _ = Validations<Sample> { Numericality(\.number, .greaterOrEqual(5), .lessOrEqual(5)) }
    }
  #endif
}
