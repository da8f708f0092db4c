import MotionModel
import MotionModelForms
import Testing

struct FormActionTests {
  private let desk: Desk
  private let state: FormState<Todo>

  init() throws {
    desk = try Desk()
    for number in 3...4 {
      _ = try desk.store.table(Step.self).saved(Step("Step \(number)", position: number, of: desk.todo))
    }
    state = try FormState(Desk.stepsForm, editing: desk.todo, in: desk.store)
  }

  private var numbers: [Int]? { state.description.group(at: "steps")?.items.map(\.number) }

  @Test func `children are added, removed and restored`() throws {
    try state.perform(FormAction(.add, "steps"))
    try state.perform(FormAction(.remove, "steps[0]"))
    #expect(numbers == [0, 1, 2, 3, 4])
    #expect(state.description.group(at: "steps")?.items.map(\.isRemoved) == [true, false, false, false, false])
    try state.perform(FormAction(.restore, "steps[0]"))
    #expect(state.description.group(at: "steps")?.items[0].isRemoved == false)
    #expect(throws: FormError.unknownField("walks")) { try state.perform(FormAction(.add, "walks")) }
  }

  @Test func `children move by one place, past removed ones, and not beyond the ends`() throws {
    try state.perform(FormAction(.moveUp, "steps[2]"))
    #expect(numbers == [0, 2, 1, 3])
    try state.perform(FormAction(.moveUp, "steps[0]"))
    try state.perform(FormAction(.moveDown, "steps[3]"))
    #expect(numbers == [0, 2, 1, 3])
    try state.perform(FormAction(.remove, "steps[1]"))
    try state.perform(FormAction(.moveDown, "steps[2]"))
    #expect(numbers == [0, 1, 3, 2])
    #expect(throws: FormError.unknownField("steps[9]")) { try state.perform(FormAction(.moveUp, "steps[9]")) }
    #expect(throws: FormError.unknownField("name")) { try state.perform(FormAction(.moveUp, "name")) }
  }

  @Test func `a field takes the value of somebody else, and a search changes nothing`() throws {
    try state.type("Mine", at: "name")
    try state.perform(FormAction(.search, "name"))
    #expect(state.record.name == "Mine")
    try state.perform(FormAction(.takeTheirs, "name"))
    #expect(state.record.name == "Walk the dog")
  }
}
