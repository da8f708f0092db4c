import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelLive

/// What snapshots of data sources are made of, where there are none.
struct LiveOutlineTests {
  let store = Store(notificationCenter: nil)
  var todos: ModelTable<Todo> { store.table(Todo.self) }

  @Test func `an outline has the ids of the records, and of those whose columns changed`() throws {
    try todos.insert(contentsOf: ["a", "b", "c"].enumerated().map { Todo($1, priority: $0) })
    let live = todos.order(by: \.priority).live()
    #expect(LiveOutline(live.elements, in: "all").text == "all: [1, 2, 3]")
    let texts = Collector<String>()
    let observation = live.onChange { texts.add(LiveOutline($0, in: "all").text) }
    try todos.where(\.name).eq("a").updateAll { $0.priority = 9 }
    try todos.where(\.name).eq("b").deleteAll()
    try todos.deleteAll()
    #expect(texts.values == ["all: [2, 3, 1], again [1]", "all: [3, 1]", "all: []"])
    observation.cancel()
  }

  @Test func `an outline of sections has their keys`() throws {
    try todos.insert(contentsOf: ["a", "b", "c"].map { Todo($0) })
    let live = todos.order(by: \.name).live(sectionedBy: \.status)
    let texts = Collector<String>()
    let observation = live.onChange { texts.add(LiveOutline($0).text) }
    try todos.where(\.name).eq("b").updateAll { $0.status = .done }
    try todos.where(\.name).eq("c").updateAll { $0.location = "here" }
    #expect(texts.values == ["done: [2], open: [1, 3], again [2]", "done: [2], open: [1, 3], again [3]"])
    #expect(LiveOutline(live.value).text == "done: [2], open: [1, 3]")
    observation.cancel()
  }
}

extension LiveOutline {
  fileprivate var text: String {
    let sections = sections.map { "\($0.section): \($0.ids)" }.joined(separator: ", ")
    return updated.isEmpty ? sections : "\(sections), again \(updated)"
  }
}
