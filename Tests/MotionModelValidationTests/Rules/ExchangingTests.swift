import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

private protocol Place: Model, Equatable where Adapter == ArrayAdapter {
  var position: Int { get set }
  var listID: Int { get set }
  init()
}

/// Children without rules, whose positions are unique in their list.
private struct Row: Place {
  var id = 0
  var listID = 0
  var position = 0
  static let schema = Schema<Row> {
    Column(\.listID)
    Column(\.position)
    Index(\.listID, \.position, unique: true)
  }
}

/// Children with a rule and without an index.
private struct RuledRow: Place, Validatable {
  var id = 0
  var listID = 0
  var position = 0
  static let schema = Schema<RuledRow> {
    Column(\.listID)
    Column(\.position)
  }
  static let validations = Validations<RuledRow> { Uniqueness(\.position, scope: \.listID) }
}

/// Children with both, and hooks.
private struct HookedRow: Place, Validatable {
  var id = 0
  var listID = 0
  var position = 0
  static let schema = Schema<HookedRow> {
    Column(\.listID)
    Column(\.position, .unique)
  }
  static let validations = Validations<HookedRow> { Numericality(\.position, .lessThan(100)) }
  static let hooks: Hooks<HookedRow> = [
    .aroundSave { record, _, proceed in try proceed(&record) }, .afterSave { _, _ in },
  ]
}

private struct List: Model, Equatable {
  var id = 0
  var name = ""
  static let schema = Schema<List> { Column(\.name) }
  struct Relations {
    let rows = HasMany<Row>(\.listID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
    let ruled = HasMany<RuledRow>(\.listID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
    let hooked = HasMany<HookedRow>(\.listID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
  }
  static let relations = Relations()
}

/// Values of unique columns are judged on the state after a call, however many records it writes one after the other.
@Suite(.ownStore) struct ExchangingTests {
  private typealias Rows<Child: Model> = any KeyPath<List.Relations, Relation<List, ToMany<Child>>> & Sendable

  private func fill<Child: Place>(_ model: Child.Type) throws -> (list: List, one: Child, two: Child) {
    let list = try List.create { $0.name = "l" }
    let new = (1...2).map { number in
      var row = Child()
      (row.listID, row.position) = (list.id, number)
      return row
    }
    let rows = try Child.insert(contentsOf: new)
    return (list, rows[0], rows[1])
  }

  private func exchange<Child: Place>(_ rows: Rows<Child>, _ name: String) throws {
    var (list, one, two) = try fill(Child.self)
    func positions() -> [Int] { Child.all.map(\.position) }
    try list.update(attributes: [
      name: [["id": one.id.attribute, "position": 2], ["id": two.id.attribute, "position": 1]]
    ])
    #expect(positions() == [2, 1], "\(name)")
    try list.update(attributes: [name: [["position": 2], ["id": one.id.attribute, "_destroy": true]]])
    #expect(positions() == [1, 2], "\(name)")
    var children = Child.all
    (children[0].position, children[1].position) = (2, 1)
    try list.save(with: rows, &children)
    #expect(positions() == [2, 1], "\(name)")
    for index in children.indices { children[index].position = 3 - children[index].position }
    try list[dynamicMember: rows].append(contentsOf: children)
    #expect(positions() == [1, 2], "\(name)")
    let created = try List.create(attributes: ["name": "m", name: [["position": 11], ["position": 12]]])
    #expect(created[dynamicMember: rows].all.map(\.position) == [11, 12], "\(name)")
    #expect(Store.current.violation() == nil, "\(name)")
  }

  @Test func `children exchange values by attributes, by saving with them, and by being added`() throws {
    try exchange(\.rows, "rows")
    try exchange(\.ruled, "ruled")
    try exchange(\.hooked, "hooked")
  }

  private func refuse<Child: Place>(_ rows: Rows<Child>, _ name: String) throws {
    var (list, one, two) = try fill(Child.self)
    let (before, commits) = (Child.all, Store.current.commitCount)
    let attributes: [String: AttributeValue] = [
      name: [["id": one.id.attribute, "position": 2], ["id": two.id.attribute, "position": 2], ["position": 7]]
    ]
    #expect(throws: (any Error).self, "\(name)") { try list.update(attributes: attributes) }
    #expect(throws: (any Error).self, "\(name)") {
      try list.update(attributes: [name: [["position": 5], ["position": 5]]])
    }
    var children = [one, two]
    children[0].position = 2
    #expect(throws: (any Error).self, "\(name)") { try list.save(with: rows, &children) }
    #expect(Child.all == before && Store.current.commitCount == commits, "\(name)")
    #expect(children[0].position == 2 && children[0].id == one.id, "\(name)")
  }

  @Test func `equal values in the end are refused, and nothing is changed`() throws {
    try refuse(\.rows, "rows")
    try refuse(\.ruled, "ruled")
    try refuse(\.hooked, "hooked")
  }

  @Test func `an error names the place among the attributes, and no record that was not stored`() throws {
    var (list, one, _) = try fill(RuledRow.self)
    let ruled = #expect(throws: RecordInvalid.self) {
      try list.update(attributes: ["ruled": [["position": 3], ["id": one.id.attribute, "position": 2]]])
    }
    #expect(ruled?.errors.description == "[ruled[1].position: taken]")
    let (other, hooked, _) = try fill(HookedRow.self)
    list = other
    let unique = #expect(throws: RecordInvalid.self) {
      try list.update(attributes: ["hooked": [["position": 3], ["id": hooked.id.attribute, "position": 3]]])
    }
    #expect(unique?.errors.description == "[hooked[1].position: taken]")
    let (plain, _, _) = try fill(Row.self)
    list = plain
    let refusal = StoreError.notUnique(model: "Row", columns: ["listID", "position"], id: nil)
    #expect(throws: StoreError.nested(model: "List", path: "rows[1]", refusal)) {
      try list.update(attributes: ["rows": [["position": 3], ["position": 3]]])
    }
  }

  @Test func `a save of one record, and each save in a transaction, is judged at once`() throws {
    var (_, one, two) = try fill(Row.self)
    #expect(throws: StoreError.self) {
      try Store.current.inTransaction {
        try one.update { $0.position = 2 }
        try two.update { $0.position = 1 }
      }
    }
    #expect(Row.pluck(\.position) == [1, 2])
    try one.update { $0.position = 3 }
  }
}
