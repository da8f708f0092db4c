import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

private struct Plan: Model, Validatable, Equatable {
  var id = 0
  var name = ""
  var ownerID: Int?
  static let schema = Schema<Plan> {
    Column(\.name)
    Column(\.ownerID)
  }
  struct Relations {
    let tasks = HasMany<Task>(\.planID).acceptingAttributes()
    let brief = HasOne<Brief>(\.planID).acceptingAttributes()
    let owner = BelongsTo<Owner>(\.ownerID).acceptingAttributes()
  }
  static let relations = Relations()
  static let validations = Validations<Plan> { Presence(\.name) }
}

private struct Task: Model, Validatable, Equatable {
  var id = 0
  var name = ""
  var code: String?
  var planID: Int?
  var taskID: Int?
  static let schema = Schema<Task> {
    Column(\.name)
    Column(\.code, .unique)
    Column(\.planID)
    Column(\.taskID)
  }
  struct Relations { let steps = HasMany<Task>(\.taskID).acceptingAttributes() }
  static let relations = Relations()
  static let validations = Validations<Task> { Presence(\.name) }
  static let hooks: Hooks<Task> = [.afterSave { task, _ in if task.name == "log" { try Brief.create() } }]
}

private struct Brief: Model, Validatable {
  var id = 0
  var text = ""
  var planID: Int?
  static let schema = Schema<Brief> {
    Column(\.text)
    Column(\.planID)
  }
  static let validations = Validations<Brief> { Presence(\.text) }
}

private struct Owner: Model, Validatable {
  var id = 0
  var name = ""
  static let schema = Schema<Owner> { Column(\.name) }
  static let validations = Validations<Owner> { Presence(\.name) }
}

@Suite(.ownStore) struct NestedErrorsTests {
  private func invalid(_ attributes: [String: AttributeValue]) throws -> RecordInvalid {
    try #require(throws: RecordInvalid.self) { try Plan.create(attributes: attributes) }
  }

  @Test func `the error of a child has its index, and is an error of the record with the attributes`() throws {
    let error = try invalid(["name": "one", "tasks": [["name": "a"], ["name": ""]]])
    #expect(error.errors.description == "[tasks[1].name: blank]")
    #expect(error.errors.map(\.model) == ["Task"])
    #expect(error.errors.fullMessages == ["Tasks 2: Name can't be blank"])
    #expect(error.record as? Plan == Plan.new { $0.name = "one" })
    #expect(error.description == "The Plan cannot be saved, because it is not valid: Tasks 2: Name can't be blank.")
    #expect(Plan.isEmpty)
    #expect(Task.isEmpty)
  }

  @Test func `errors of grandchildren, has-one records and parents have a path`() throws {
    let deep = try invalid(["name": "one", "tasks": [["name": "a", "steps": [["name": "b"], ["name": ""]]]]])
    #expect(deep.errors.description == "[tasks[0].steps[1].name: blank]")
    #expect(deep.record is Plan)
    #expect(try invalid(["name": "one", "brief": ["text": ""]]).errors.description == "[brief.text: blank]")
    #expect(try invalid(["name": "one", "owner": ["name": ""]]).errors.description == "[owner.name: blank]")
    #expect(try invalid(["name": "", "tasks": [["name": ""]]]).errors.description == "[name: blank]")
  }

  @Test func `an error of a unique column of a child has a path`() throws {
    let error = try invalid(["name": "one", "tasks": [["name": "a", "code": "x"], ["name": "b", "code": "x"]]])
    #expect(error.errors.description == "[tasks[1].code: taken]")
  }

  @Test func `an error of an existing child has a path`() throws {
    var plan = try Plan.create(attributes: ["name": "one", "tasks": [["name": "a"], ["name": "b"]]])
    let error = try #require(throws: RecordInvalid.self) {
      try plan.update(attributes: ["name": "two", "tasks": [["name": "c"], ["id": 2, "name": " "]]])
    }
    #expect(error.errors.description == "[tasks[1].name: blank]")
    #expect((error.record as? Plan)?.id == 1)
    #expect(plan.name == "one")
    #expect(Task.pluck(\.name) == ["a", "b"])
  }

  @Test func `an error of a record that a hook of a child saves has no path`() throws {
    let error = try invalid(["name": "one", "tasks": [["name": "log"]]])
    #expect(error.record is Brief)
    #expect(error.errors.description == "[text: blank]")
  }

  @Test func `a record with a child that is not valid is not created, and one that a hook saves is an error`() throws {
    #expect(try Plan.createIfValid(attributes: ["name": "one", "tasks": [["name": "a"], ["name": ""]]]) == nil)
    let error = #expect(throws: RecordInvalid.self) {
      try Plan.createIfValid(attributes: ["name": "one", "tasks": [["name": "log"]]])
    }
    #expect(error?.record is Brief && Plan.isEmpty && Task.isEmpty)
    let plan = try Plan.createIfValid(attributes: ["name": "one", "tasks": [["name": "a"]]])
    #expect(plan?.tasks.pluck(\.name) == ["a"] && Plan.count == 1)
  }
}
