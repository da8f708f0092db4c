import Foundation
import MotionModelTesting
import Testing

@Suite struct FactoryErrorTests {
  @Test func `an error says what goes on without end, and what to do`() {
    let error = FactoryError.endless(model: "Person")
    #expect(
      error.description == """
        The factory of Person creates related records, their factories others, and so on more than 50 times: give a \
        record its parent, or use a factory without that relation.
        """)
    #expect(error.localizedDescription == error.description)
  }
}
