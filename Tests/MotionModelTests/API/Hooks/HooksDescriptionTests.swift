import MotionModel
import MotionModelTestSupport
import Testing

private struct Traced: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Traced> { Column(\.name) }

  static let hooks: Hooks<Traced> = [
    .afterSave("tell") { _, _ in },
    .beforeSave("trim") { _, _ in },
    .aroundDestroy("outer") { try $2() },
    .afterDestroy { _, _ in },
  ]
}

@Suite(.ownStore) struct HooksDescriptionTests {
  @Test func `the hooks of a model are printed in the order of their list, by name or by place`() {
    #expect(
      Traced.hooks.description
        == "afterSave \"tell\", beforeSave \"trim\", aroundDestroy \"outer\", "
        + "afterDestroy (MotionModelTests/HooksDescriptionTests.swift:15)")
    #expect("\(Todo.hooks)" == "")
  }

  @Test func `the list of hooks can be inspected`() {
    #expect(Traced.hooks.list.map(\.kind) == [.after(.save), .before(.save), .around(.destroy), .after(.destroy)])
    #expect(Traced.hooks.list.map(\.name) == ["tell", "trim", "outer", nil])
    #expect(!Traced.hooks.isEmpty && Todo.hooks.isEmpty && Todo.hooks.list.isEmpty)
  }
}
