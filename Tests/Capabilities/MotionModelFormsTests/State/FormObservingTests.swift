import Foundation
import MotionModel
import MotionModelForms
import MotionModelTestSupport
import MotionModelValidation
import Observation
import Testing

/// What observers of a form are told, and who may use it.
struct FormObservingTests {
  private let desk: Desk
  private let state: FormState<Todo>

  init() throws {
    desk = try Desk()
    state = try FormState(Desk.stepsForm, editing: desk.todo, in: desk.store)
  }

  /// Returns how often an observer that reads something of the form is told of a change.
  private func notices<Value>(of read: (FormState<Todo>) -> Value, _ change: () throws -> Void) rethrows -> Int {
    let told = Counter()
    withObservationTracking {
      _ = read(state)
    } onChange: {
      told.add(1)
    }
    try change()
    return told.value
  }

  @Test func `observers of what is drawn, wrong, changed or entered are told of an entry`() throws {
    #expect(try notices(of: { $0.description }) { try state.type("Walk the c", at: "name") } == 1)
    #expect(try notices(of: { $0.errors }) { try state.type("Walk the ca", at: "name") } == 1)
    #expect(try notices(of: { $0.changedFields }) { try state.type("31", at: "steps[1].minutes") } == 1)
    #expect(try notices(of: { $0.record }) { try state.type("Walk the cat", at: "name") } == 1)
    #expect(try notices(of: { $0.messages(at: "name") }) { try state.leave("name") } == 1)
    #expect(try notices(of: { $0.isChanged }) { try state.add(to: "steps") } == 1)
    #expect(try notices(of: { $0.isNew }) { _ = try state.submit() } == 1)
    #expect(notices(of: { $0.description }) { state.receive(FormSubmission([("name", "Walk it")])) } == 1)
  }

  @Test func `nobody is told of what was refused before it was entered`() {
    #expect(notices(of: { $0.form.title }) { try? state.type("x", at: "name") } == 0)
    #expect(notices(of: { $0.store.commitCount }) { try? state.type("y", at: "name") } == 0)
  }

  @Test func `an observer may read the form while it is told`() throws {
    let state = state
    nonisolated(unsafe) let form = state
    let seen = Collector<String>()
    let observation = desk.store.observeCommits { _ in seen.add(form.record.name) }
    try state.type("Walk the cat", at: "name")
    _ = try state.submit()
    #expect(seen.values == ["Walk the cat"])
    withExtendedLifetime(observation) {}
  }

  @MainActor @Test func `a form can belong to an actor`() throws {
    let state = FormState(Desk.stepsForm, in: desk.store)
    try state.type("Feed the cat", at: "name")
    #expect(try state.submit().record?.name == "Feed the cat")
  }

  @Test func `a form is opened in one task and sent to another`() async throws {
    let store = desk.store
    let name = try await Task {
      let state = FormState(Desk.stepsForm, in: store)
      try state.type("Feed the cat", at: "name")
      return try state.submit().record?.name
    }.value
    #expect(name == "Feed the cat")
  }

  @Test func `forms are submitted beside each other and beside other writers, and nothing is lost`() async throws {
    let store = desk.store
    let project = desk.house
    let form = ModelForm<Todo> {
      Input(\.name)
      Input(\.priority)
      Input(\.project, showing: \.name)
      Children(\.steps) { Input(\.name) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for round in 0..<10 {
            let state = FormState(form, in: store)
            try state.type("Todo \(number) \(round)", at: "name")
            try state.type("\(project.id)", at: "projectID")
            try state.type("Step", at: "\(try state.add(to: "steps")).name")
            let todo = try #require(try state.submit().record)
            let edit = try FormState(form, editing: todo, in: store)
            try edit.type("7", at: "priority")
            try edit.remove("steps[0]")
            #expect(try edit.submit().record?.priority == 7)
          }
        }
        group.addTask {
          for round in 0..<10 {
            _ = try store.table(Todo.self).saved(Todo("Other \(number) \(round)", project: project))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(store.table(Todo.self).count == 161)
    #expect(try store.table(Project.self).require(project.id).todosCount == 161)
    #expect(store.table(Step.self).count == 2)
    #expect(store.table(Todo.self).where(\.priority == 7).count == 80)
  }
}
