import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

private struct Errand: Model, Validatable {
  var id = 0
  var name = ""
  var place = ""
  var priority = 0
  var dueDate: Date?

  static let schema = Schema<Errand> {
    Column(\.name)
    Column(\.place)
    Column(\.priority)
    Column(\.dueDate)
  }

  static let validations = Validations<Errand> {
    Presence(\.name)
    Length(\.name, 5...80)
    Numericality(\.priority, .in(0...9))
    Inclusion(\.place, in: ["Berlin", "Lisbon", "Tallinn"])
    Presence(\.dueDate)
  }

  init() {}

  init(_ number: Int) {
    (name, place, priority, dueDate) = ("Walk the dog no. \(number)", "Lisbon", number % 10, .distantPast)
  }
}

@Suite(.enabled(if: Allocations.areCounted && Allocations.areOptimised)) struct ValidationAllocationTests {
  @Test func `validating valid records allocates nothing`() {
    let errands = (1...1_000).map(Errand.init)
    var valid = 0
    let count = Allocations.average(of: 10) {
      for errand in errands where errand.isValid { valid += 1 }
    }
    #expect(count == 0 && valid > 0 && valid.isMultiple(of: 1_000))
  }
}
