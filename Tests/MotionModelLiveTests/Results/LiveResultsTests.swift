import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct LiveResultsTests {
  @Test func `a live result has the records of its finder after each commit`() throws {
    let live = Todo.where(\.priority > 2).order(by: \.name).live()
    try Todo.create(Todo("b", priority: 3))
    try Todo.create(Todo("a", priority: 5))
    try Todo.create(Todo("c", priority: 1))
    #expect(live.map(\.name) == ["a", "b"])
  }
}
