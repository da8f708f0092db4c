import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Query by example.
@Suite(.ownStore) struct SampleConditionTests {
  @Test func `the columns in which a sample differs from a new record are conditions`() throws {
    let todos = [Todo("a", priority: 1, assignedTo: "bob"), Todo("b", assignedTo: "bob"), Todo("c", priority: 1)]
    try Todo.insert(contentsOf: todos)
    var sample = Todo()
    #expect("\(RecordPredicate.like(sample))" == "true")
    #expect(Todo.where(.like(sample)).count == 3)
    sample.assignedTo = "bob"
    #expect("\(RecordPredicate.like(sample))" == #"assignedTo == "bob""#)
    #expect(Todo.where(.like(sample)).pluck(\.name) == ["a", "b"])
    #expect(Todo.where(.like(sample)).finder.plan.description.contains("assignedTo"), "An index serves it.")
    sample.priority = 1
    #expect(Todo.where(.like(sample)).pluck(\.name) == ["a"])
    #expect(Todo.where(.like(sample) || \.name == "b").pluck(\.name) == ["a", "b"])
    #expect(Todo.where(\.priority == 1).where(.like(sample)).pluck(\.name) == ["a"])
    #expect(Todo.where(.like(sample)).without(\.assignedTo).pluck(\.name) == ["a", "c"])
  }

  @Test func `a column with the value of a new record is a condition if it is named`() throws {
    try Todo.insert(contentsOf: [Todo("a", priority: 1, assignedTo: "bob"), Todo("b", assignedTo: "bob"), Todo("c")])
    var sample = Todo()
    #expect(
      "\(RecordPredicate.like(sample, including: \.priority, \.assignedTo))" == "assignedTo == nil && priority == 0")
    #expect(Todo.where(.like(sample, including: \.priority)).pluck(\.name) == ["b", "c"])
    #expect(Todo.where(.like(sample, including: \.assignedTo)).pluck(\.name) == ["c"])
    sample.assignedTo = "bob"
    #expect(Todo.where(.like(sample, including: \.priority)).pluck(\.name) == ["b"])
  }

  @Test func `a stored record is a sample for others like it`() throws {
    try Todo.insert(contentsOf: [Todo("a", priority: 1), Todo("a", priority: 1), Todo("a", priority: 2)])
    let first = try Todo.require(1)
    #expect(first.createdAt != nil)
    #expect(Todo.where(.like(first)).pluck(\.id) == [1, 2])
    #expect(Todo.where(.like(first, including: \.id)).pluck(\.id) == [1])
  }

  /// Values that are nil in a sample but not in a new record, and a property that is no column.
  private struct Door: Model {
    var id = UUID()
    var color: String? = "red"
    var width = 0.0
    var isOpen = false
    static let schema = Schema<Door> {
      Column(\.color)
      Column(\.width)
      Transient(\.isOpen)
    }
  }

  @Test func `nil is a condition where a new record has a value, and transient properties and ids are none`() throws {
    var door = Door()
    (door.color, door.isOpen) = (nil, true)
    try Door.insert(contentsOf: [door, Door()])
    #expect("\(RecordPredicate.like(door))" == "color == nil")
    #expect(Door.where(.like(door)).pluck(\.id) == [door.id])
  }

  @Test func `a document is compared as a whole`() throws {
    var records = (1...4).map { id in
      var record = AllTypes()
      record.id = id
      return record
    }
    records[1].document.title = "a"
    records[2].document.title = "a"
    records[2].document.pages = [1]
    records[3].maybeDocument = Document()
    try AllTypes.insert(contentsOf: records)
    #expect(
      AllTypes.where(.like(records[1])).pluck(\.id) == [2] && AllTypes.where(.like(records[2])).pluck(\.id) == [3])
    #expect(AllTypes.where(.like(records[3])).pluck(\.id) == [4])
    #expect(AllTypes.where(.like(records[0], including: \.document)).pluck(\.id) == [1, 4])
  }

  @Test func `every type of column can be a condition`() throws {
    var random = TestSeed.generator()
    let records = (1...20).map { AllTypes.random($0, using: &random) }
    for record in records {
      let predicate = RecordPredicate.like(record)
      let expected = AllTypes.schema.columns.filter { column in
        column.name != "id" && !record.changes(from: AllTypes()).filter { $0.column == column.name }.isEmpty
      }
      #expect(expected.allSatisfy { "\(predicate)".contains($0.name) }, "seed \(TestSeed.current)")
    }
  }
}
