@testable import MotionModel
import MotionModelTestSupport
import Testing

private struct Hen: Model {
  var id = 0
  var size = 0
  static let schema = Schema<Hen> { Column(\.size) }
}

private struct Egg: Model {
  var id = 0
  var size = 0
  static let schema = Schema<Egg> { Column(\.size) }
}

/// Derived columns whose models are used for the first time by several threads.
@Suite struct DerivedConcurrencyTests {
  /// Declares that the size of a model follows from that of another one.
  private static func declare(
    _ model: TableLayout, following other: TableLayout, in derivations: Derivations,
    whenAsked: @escaping @Sendable () -> Void = {}
  ) {
    let column = DerivedColumn(
      source: .route(RouteSource(layouts: { [] }, dependencies: { [] }, startsWithKey: false)),
      owner: { model },
      number: { 1 },
      inputs: {
        whenAsked()
        return [ColumnPlace(slot: other.slot, number: 1)]
      }, setter: { _ in { _ in } })
    derivations.add(model.slot) {
      [Derivations.Declared(key: [model.slot], ownerSlot: model.slot, column: column, update: nil)]
    }
  }

  @Test func `a circle of columns is found, though a thread registers one of them while another registers the other`() {
    let (derivations, isFirst) = (Derivations(), Locked(true))
    let (hen, egg) = (Hen.tableLayout, Egg.tableLayout)
    Self.declare(egg, following: hen, in: derivations) {
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if !isFirst { return }
      onThreads(1) { _ in
        Self.declare(hen, following: egg, in: derivations)
        #expect(derivations.of(hen.slot)?.circle == ["Egg.size", "Hen.size"])
      }
    }
    #expect(derivations.of(egg.slot)?.circle == ["Egg.size", "Hen.size"])
    #expect(derivations.of(hen.slot)?.circle == ["Egg.size", "Hen.size"])
  }
}
