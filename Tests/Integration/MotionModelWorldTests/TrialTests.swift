import MotionModelWorld
import Testing

@Suite struct TrialTests {
  @Test func `a seed gives the same steps each time`() {
    let (first, second) = (Trial(seed: 5, count: 50), Trial(seed: 5, count: 50))
    #expect("\(first.steps)" == "\(second.steps)")
  }

  @Test func `steps are printed as Swift`() {
    let steps: [Step] = [
      .create(Draft(kind: .site, id: .none, edits: [Edit(field: 0, value: 0)]), .create),
      .transaction([.delete(Target(kind: .site, index: 0, which: .present))], .rollback),
    ]
    #expect(
      Trial(steps).program() == """
        let store = Store(ids: .ofWorld, notificationCenter: nil)
        try Store.with(store) {
          try Site.create { $0.name = "a" }
          try Store.current.transaction { transaction in
            try Site.delete(1)
            transaction.rollback()
          }
        }
        """)
  }
}
