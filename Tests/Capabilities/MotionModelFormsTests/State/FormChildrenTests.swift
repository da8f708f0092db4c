import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsHTML
import MotionModelValidation
import Testing

struct FormChildrenTests {
  private let desk: Desk
  private let state: FormState<Todo>

  init() throws {
    desk = try Desk()
    state = try FormState(Desk.stepsForm, editing: desk.todo, in: desk.store)
  }

  private var names: [String] { desk.storedSteps.map(\.name) }

  @Test func `children are changed, added, removed and moved in one commit`() throws {
    try state.type("Long leash", at: "steps[0].name")
    try state.remove("steps[1]")
    let added = try state.add(to: "steps")
    #expect(added == "steps[2]")
    try state.type("Wash", at: added.appending("name"))
    try state.type("5", at: added.appending("minutes"))
    #expect(state.changedFields.map(\.description) == ["steps[0].name", "steps[2].name", "steps[2].minutes"])
    let count = desk.store.commitCount
    #expect(try state.submit().record != nil)
    #expect(desk.store.commitCount == count + 1)
    #expect(names == ["Long leash", "Wash"])
    #expect(desk.storedSteps.map(\.minutes) == [1, 5])
    #expect(!state.isChanged)
    #expect(state.description.group(at: "steps")?.items.map(\.number) == [0, 2])
  }

  @Test func `an order is written as places, and only where it was changed`() throws {
    let added = try state.add(to: "steps")
    try state.type("Brush", at: added.appending("name"))
    _ = try state.submit()
    #expect(desk.storedSteps.map(\.position) == [1, 2, 3])
    try state.move("steps[2]", to: 0)
    #expect(state.isChanged)
    _ = try state.submit()
    #expect(names == ["Brush", "Leash", "Walk"])
    #expect(desk.storedSteps.map(\.position) == [1, 2, 3])
  }

  @Test func `a child in which nothing was entered is none`() throws {
    _ = try state.add(to: "steps")
    #expect(!state.isChanged)
    #expect(try state.submit().record != nil)
    #expect(names == ["Leash", "Walk"])
  }

  @Test func `what is wrong with a child refuses everything`() throws {
    try state.type("Walk the cat", at: "name")
    try state.type("x", at: "steps[0].minutes")
    let added = try state.add(to: "steps")
    try state.type("9", at: added.appending("minutes"))
    #expect(try state.submit().errors.map(\.description) == ["steps[0].minutes: notANumber", "steps[2].name: blank"])
    #expect(
      state.description.allMessages.map(\.sentence) == [
        "Steps 1: Minutes is not a number", "Steps 3: Name can't be blank",
      ])
    #expect(state.description.allMessages.map(\.path.description) == ["steps[0].minutes", "steps[2].name"])
    #expect(try desk.stored(desk.todo).name == "Walk the dog")
  }

  @Test func `a rule that only the save can check is an error of its child`() throws {
    let added = try state.add(to: "steps")
    try state.type("Leash", at: added.appending("name"))
    try state.type("Walk the cat", at: "name")
    #expect(try state.submit().errors.map(\.description) == ["steps[2].name: taken"])
    #expect(names == ["Leash", "Walk"])
    #expect(try desk.stored(desk.todo).name == "Walk the dog", "the owner is not saved either")
    #expect(state.description.field(at: "steps[2].name")?.value == "Leash")
    try state.remove("steps[0]")
    #expect(try state.submit().record != nil, "the name is free")
    #expect(names == ["Walk", "Leash"])
  }

  @Test func `children of a new record are made with it`() throws {
    let state = FormState(Desk.stepsForm, in: desk.store)
    try state.type("Paint the door", at: "name")
    for name in ["Sand", "Paint"] { try state.type(name, at: try state.add(to: "steps").appending("name")) }
    let todo = try #require(try state.submit().record)
    #expect(
      desk.store.table(Step.self).where(\.todoID == todo.id).order(by: \.position).all.map(\.name) == [
        "Sand", "Paint",
      ])
  }

  @Test func `children of children`() throws {
    let form = ModelForm<Todo> {
      Children(\.steps) {
        Input(\.name)
        Children(\.remarks)
      }
    }
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    let remark = try state.add(to: "steps[1].remarks")
    #expect(remark == "steps[1].remarks[0]")
    try state.type("Slowly", at: remark.appending("text"))
    #expect(try state.submit().record != nil)
    #expect(desk.store.table(Remark.self).all.map(\.stepID) == [desk.steps[1].id])
    try state.remove("steps[1]")
    _ = try state.submit()
    #expect(desk.store.table(Remark.self).count == 0)
  }

  @Test func `what a group does not allow is refused`() throws {
    let form = ModelForm<Todo> { Children(\.steps) { Input(\.name) }.adding(false).removing(false) }
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    #expect(throws: FormError.cannotAdd("steps")) { try state.add(to: "steps") }
    #expect(throws: FormError.cannotRemove("steps[0]")) { try state.remove("steps[0]") }
    #expect(throws: FormError.cannotMove("steps[0]")) { try state.move("steps[0]", to: 1) }
    #expect(state.description.group(at: "steps")?.blank == nil)
  }

  @Test func `stored children are removed only where the relation allows it, and new ones always`() throws {
    let menu = try desk.store.table(Menu.self).saved(Menu())
    let soup = try desk.store.table(Dish.self).saved(Dish.new { ($0.name, $0.menuID) = ("Soup", menu.id) })
    let form = ModelForm<Menu> { Children(\.dishes) { Input(\.name) } }
    let state = try FormState(form, editing: menu, in: desk.store)
    #expect(state.description.group(at: "dishes")?.canRemove == false)
    #expect(throws: FormError.cannotRemove("dishes[0]")) { try state.remove("dishes[0]") }
    try state.remove(try state.add(to: "dishes"))
    #expect(state.description.group(at: "dishes")?.items.map(\.path) == ["dishes[0]"])
    let drawn = state.description.html()
    #expect(!drawn.contains("value=\"remove dishes[0]\""))

    var answer = FormSubmission([("dishes[0].name", "Stew")])
    answer.removed = ["dishes[0]"]
    state.receive(answer)
    let reason = FormError.cannotRemove("dishes[0]").description
    #expect(try state.submit().errors.map(\.parameters) == [["reason": .string(reason)]])
    #expect(desk.store.table(Dish.self).all == [soup])
  }

  @Test func `a group has as many children as it may`() throws {
    let form = ModelForm<Todo> { Children(\.steps) { Input(\.name) }.limit(1...3) }
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    _ = try state.add(to: "steps")
    #expect(throws: FormError.tooManyItems("steps", limit: 3)) { try state.add(to: "steps") }
    #expect(state.description.group(at: "steps")?.canAdd == false)
    for path in ["steps[0]", "steps[1]"] as [FormPath] { try state.remove(path) }
    #expect(try state.submit().errors.map(\.description) == ["steps: tooFew(count: 1)"])
    try state.restore("steps[0]")
    #expect(try state.submit().record != nil)
    #expect(names == ["Leash"])
  }

  @Test func `children that others add and delete are followed`() throws {
    let steps = desk.store.table(Step.self)
    _ = try steps.saved(Step("Wash", position: 3, of: desk.todo))
    try steps.destroy(desk.steps[0].id)
    try state.type("Run", at: "steps[1].name")
    #expect(try state.submit().record != nil)
    #expect(names == ["Run", "Wash"])
    #expect(state.description.group(at: "steps")?.items.map(\.number) == [1, 2])
  }

  @Test func `a changed child that others delete is an error at the child`() throws {
    try state.type("Run", at: "steps[1].name")
    try desk.store.table(Step.self).destroy(desk.steps[1].id)
    #expect(try state.submit().errors.map(\.description) == ["steps[1]: deleted"])
    try state.remove("steps[1]")
    #expect(try state.submit().record != nil)
    #expect(names == ["Leash"])
  }

  @Test func `a value of a child that both changed has theirs beside mine`() throws {
    try state.type("Run", at: "steps[1].name")
    var other = desk.steps[1]
    try desk.store.table(Step.self).update(&other) { $0.name = "Stroll" }
    #expect(try state.submit().errors.map(\.description) == ["steps[1].name: conflict"])
    #expect(state.description.field(at: "steps[1].name")?.theirs == "Stroll")
    #expect(try state.submit().record != nil)
    #expect(names == ["Leash", "Run"])
  }

  @Test func `places that do not exist are errors`() throws {
    #expect(throws: FormError.unknownField("steps[9].name")) { try state.type("x", at: "steps[9].name") }
    #expect(throws: FormError.unknownField("steps[0].todoID")) { try state.type("1", at: "steps[0].todoID") }
    #expect(throws: FormError.unknownField("steps")) { try state.type("x", at: "steps") }
    #expect(throws: FormError.unknownField("name")) { try state.add(to: "name") }
    #expect(throws: FormError.unknownField("steps[9]")) { try state.remove("steps[9]") }
  }
}

/// A record whose children can be written through it and not removed.
private struct Menu: Model {
  var id = 0

  static let schema = Schema<Menu> {}
  struct Relations: Sendable { let dishes = HasMany<Dish>(\.menuID, dependent: .destroy).acceptingAttributes() }
  static let relations = Relations()
}

private struct Dish: Model, Equatable {
  var id = 0
  var name = ""
  var menuID = 0

  static let schema = Schema<Dish> {
    Column(\.name)
    Column(\.menuID)
  }
}
