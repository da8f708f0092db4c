import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private struct Tree: Model, Equatable {
  var id = 0
  var name = ""
  struct Relations: ModelRelations {
    let leaves = HasMany<Leaf>(\.treeID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
    let top = HasOne<Leaf>(\.topID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
    let branches = HasMany<Branch>(\.treeID).acceptingAttributes()
    let greens = HasMany<Leaf>(\.treeID).acceptingIDs()
  }
}

private struct Branch: Model, Equatable {
  var id = 0
  var treeID: Int?
  struct Relations: ModelRelations {
    let leaves = HasMany<Leaf>(\.branchID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
    let tip = HasOne<Leaf>(\.tipID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
  }
}

/// A record that can be refused in each way.
private struct Leaf: Model, Equatable {
  var id = 0
  var name = ""
  var code: String?
  var kindID: Int?
  var treeID: Int?
  var topID: Int?
  var branchID: Int?
  var tipID: Int?
  static let schema = Schema<Leaf> { Column(\.code, .unique) }
  struct Relations: ModelRelations {
    let kind = BelongsTo<Kind>(\.kindID, references: .existing)
    let thorns = HasMany<Thorn>(\.leafID, dependent: .restrict)
  }
  static let hooks: Hooks<Leaf> = [
    .beforeSave("stop") { leaf, context in if leaf.name == "halt" { throw context.halt("No.") } },
    .beforeDestroy("keep") { leaf, context in if leaf.name == "keep" { throw context.halt("No.") } },
  ]
}

private struct Kind: Model, Equatable { var id = 0 }

private struct Thorn: Model, Equatable {
  var id = 0
  var leafID: Int?
  struct Relations: ModelRelations {
    let leaf = BelongsTo<Leaf>(\.leafID).acceptingAttributes(allowingRemoval: true)
  }
}

/// It needs its leaf, which has no relation to it.
private struct Bud: Model, Equatable {
  var id = 0
  var leafID = 0
  struct Relations: ModelRelations { let leaf = BelongsTo<Leaf>(\.leafID) }
}

/// A way to be refused: the attributes of a leaf, and the error without its place.
private struct Refusal: CustomTestStringConvertible {
  let name: String
  var attributes: [String: AttributeValue]
  let error: StoreError
  /// What is stored before.
  var prepare: @Sendable () throws -> Void = {}

  var testDescription: String { name }

  private static func halted(_ id: String?, _ operation: HookOperation, _ hook: String) -> StoreError {
    .halted(model: "Leaf", id: id, operation: operation, hook: hook, reason: "No.")
  }

  /// - Parameter id: The id of the leaf; nil for a new one.
  private static func saves(_ id: String?) -> [Refusal] {
    let taken = StoreError.notUnique(model: "Leaf", columns: ["code"], id: "1")
    let missing = StoreError.parentMissing(model: "Leaf", id: id, relation: "kind", parent: "Kind")
    return [
      Refusal(name: "unique column", attributes: ["code": "taken"], error: taken),
      Refusal(name: "missing reference", attributes: ["kindID": 9], error: missing),
      Refusal(
        name: "halted hook", attributes: ["name": "halt"],
        error: halted(id, id == nil ? .create : .update, "beforeSave \"stop\"")),
    ]
  }

  static let creating = saves(nil)
  static let updating =
    saves("2").map { refusal in
      var refusal = refusal
      refusal.attributes["id"] = 2
      return refusal
    } + [Refusal(name: "unknown id", attributes: ["id": 9], error: .notFound(model: "Leaf", id: "9"))]
  static let destroying = [
    Refusal(
      name: "restricted removal", attributes: ["id": 2, "_destroy": true],
      error: .restricted(model: "Leaf", id: "2", relation: "thorns", count: 1)
    ) { try Thorn.create { $0.leafID = 2 } },
    Refusal(
      name: "needed parent", attributes: ["id": 2, "_destroy": true],
      error: .parentNeeded(model: "Leaf", id: "2", child: "Bud", relation: "leaf")
    ) { try Bud.create { $0.leafID = 2 } },
    Refusal(
      name: "halted hook", attributes: ["id": 2, "_destroy": true],
      error: halted("2", .destroy, "beforeDestroy \"keep\"")
    ) {
      var leaf = try Leaf.require(2)
      try leaf.update { $0.name = "keep" }
    },
    Refusal(
      name: "unknown id", attributes: ["id": 9, "_destroy": true], error: .notFound(model: "Leaf", id: "9")),
  ]
}

/// A place of a leaf in the attributes of a tree.
private enum Place: String, CaseIterable {
  case many = "leaves[1]"
  case one = "top"
  case deep = "branches[0].leaves[0]"
  case deepOne = "branches[0].tip"

  func attributes(_ leaf: [String: AttributeValue]) -> [String: AttributeValue] {
    let leaf = AttributeValue.dictionary(leaf)
    return switch self {
    case .many: ["leaves": [["name": "new"], leaf]]
    case .one: ["top": leaf]
    case .deep: ["branches": [["id": 1, "leaves": [leaf]]]]
    case .deepOne: ["branches": [["id": 1, "tip": leaf]]]
    }
  }
}

/// Errors of records that attributes of their owner write.
@Suite(.store) struct NestedPlacesTests {
  init() throws {
    let tree = try Tree.create()
    let branch = try Branch.create { $0.treeID = tree.id }
    try Leaf.create { $0.code = "taken" }
    try Leaf.create {
      ($0.treeID, $0.topID) = (tree.id, tree.id)
      ($0.branchID, $0.tipID) = (branch.id, branch.id)
    }
  }

  private func refuse(_ refusal: Refusal, at place: Place) throws {
    try refusal.prepare()
    let expected = StoreError.nested(model: "Tree", path: place.rawValue, refusal.error)
    try expectNoChanges {
      var tree = try Tree.require(1)
      let error = #expect(throws: StoreError.self) { try tree.update(attributes: place.attributes(refusal.attributes)) }
      #expect(error == expected && error?.reason == refusal.error)
      #expect(
        error.map { "\($0)" }?.hasPrefix("Tree cannot take its attributes \"\(place.rawValue)\": ") == true)
      let outer = #expect(throws: StoreError.self) {
        try Store.current.inTransaction { try tree.update(attributes: place.attributes(refusal.attributes)) }
      }
      #expect(outer == expected)
    }
  }

  @Test(arguments: Refusal.creating, Place.allCases)
  fileprivate func `a refused creation has its place, and no id`(refusal: Refusal, place: Place) throws {
    try refuse(refusal, at: place)
  }

  @Test(arguments: Refusal.updating, Place.allCases)
  fileprivate func `a refused update has its place`(refusal: Refusal, place: Place) throws {
    try refuse(refusal, at: place)
  }

  @Test(arguments: Refusal.destroying, Place.allCases)
  fileprivate func `a refused removal has its place`(refusal: Refusal, place: Place) throws {
    try refuse(refusal, at: place)
  }

  @Test func `of two new records with one value, the later one is refused, and none is named by an id`() throws {
    let error = #expect(throws: StoreError.self) {
      try Tree.create(attributes: ["leaves": [["code": "a"], ["code": "a"]]])
    }
    #expect(
      error.map { "\($0)" } == """
        Tree cannot take its attributes "leaves[1]": the Leaf cannot be saved, because another Leaf has the same value \
        in its unique column "code".
        """)
    #expect(Tree.count == 1)
  }

  @Test func `a new record without its parent is not named by an id`() throws {
    let error = #expect(throws: StoreError.self) { try Tree.create(attributes: ["leaves": [["kindID": 9]]]) }
    #expect(
      error.map { "\($0)" } == """
        Tree cannot take its attributes "leaves[0]": the Leaf cannot be saved, because its relation "kind" leads to no \
        Kind in the store: set it to one that is.
        """)
  }

  @Test func `a parent that cannot be destroyed has its place`() throws {
    let thorns = [try Thorn.create { $0.leafID = 2 }, try Thorn.create { $0.leafID = 2 }]
    var thorn = thorns[0]
    expectNoChanges {
      #expect(
        throws: StoreError.nested(
          model: "Thorn", path: "leaf", .restricted(model: "Leaf", id: "2", relation: "thorns", count: 1))
      ) { try thorn.update(attributes: ["leaf": ["id": 2, "_destroy": true]]) }
      #expect(
        throws: StoreError.nested(
          model: "Thorn", path: "leaf", .parentMissing(model: "Leaf", id: nil, relation: "kind", parent: "Kind"))
      ) { try thorn.update(attributes: ["leaf": ["kindID": 9]]) }
    }
  }

  @Test func `an error of records that are chosen by ids has the attribute`() throws {
    var tree = try Tree.require(1)
    expectNoChanges {
      #expect(
        throws: StoreError.nested(model: "Tree", path: "green_ids[1]", .notFound(model: "Leaf", id: "9"))
      ) { try tree.update(attributes: ["green_ids": [1, 9]]) }
    }
  }

  @Test func `a parent that comes later in the transaction is enough, and an error of the record itself has no path`()
    throws
  {
    var tree = try Tree.require(1)
    try Store.current.inTransaction {
      try tree.update(attributes: ["leaves": [["kindID": 1]]])
      try Kind.create()
    }
    #expect(Leaf.last?.kindID == 1)
    var leaf = try Leaf.require(2)
    #expect(throws: StoreError.notUnique(model: "Leaf", columns: ["code"], id: "1")) {
      try leaf.update(attributes: ["code": "taken"])
    }
  }
}
