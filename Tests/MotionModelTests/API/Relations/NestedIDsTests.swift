import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// The ids of related records as an attribute of their owner.
@Suite(.store) struct NestedIDsTests {
  init() throws { for name in ["red", "green", "blue"] { try Hue(name: name).saved() } }

  @Test func `the ids are the related records, of a new record and of a stored one`() throws {
    var shirt = try Shirt.create(attributes: ["name": "tee", "hue_ids": [1, "3"]])
    #expect(shirt.hues.ids == [1, 3] && Dye.count == 2)
    let commits = Store.current.commitCount
    try shirt.update(attributes: ["hueIDs": [3, 2, 3, "", .null]])
    #expect(Set(shirt.hues.ids) == [2, 3] && Dye.count == 2)
    #expect(Store.current.commitCount == commits + 1)
    try shirt.update(attributes: ["name": "polo"])
    #expect(shirt.hues.count == 2)
    try shirt.update(attributes: ["hue_ids": []])
    #expect(shirt.hues.isEmpty && Hue.count == 3)
  }

  @Test func `children without a joining record move to their new owner`() throws {
    let (first, second) = (try Shirt(name: "a").saved(), try Shirt(name: "b").saved())
    let button = try Button(shirtID: first.id).saved()
    try Shirt.records.where(\.id == second.id).first?.updated(["button_ids": [button.id.attribute]])
    #expect(Button.find(button.id)?.shirtID == second.id && first.buttons.isEmpty)
  }

  @Test func `unknown ids and other values are refused, and nothing is written`() throws {
    expectNoChanges {
      #expect(throws: StoreError.nested(model: "Shirt", path: "hue_ids[1]", .notFound(model: "Hue", id: "9"))) {
        try Shirt.create(attributes: ["hue_ids": [1, 9]])
      }
      let wrong = #expect(throws: AttributeError.self) { try Shirt.create(attributes: ["hue_ids": ["x"]]) }
      #expect(wrong?.description.contains("hue_ids[0].id") == true)
      let text = #expect(throws: AttributeError.self) { try Shirt.create(attributes: ["hueIDs": "1,2"]) }
      #expect(text?.description.contains("\"hueIDs\": expected an array of ids") == true)
      #expect(throws: AttributeError.duplicateColumn(model: "Shirt", column: "hue_ids")) {
        try Shirt.create(attributes: ["hueIDs": [1], "hue_ids": [2]])
      }
      #expect(throws: AttributeError.unknownColumn(model: "Hue", column: "shirt_ids")) {
        try Hue.create(attributes: ["shirt_ids": [1]])
      }
    }
  }
}

private struct Shirt: Model, Equatable {
  var id = 0
  var name = ""
  static let schema = Schema<Shirt> { Column(\.name) }
  struct Relations: Sendable {
    let dyes = HasMany<Dye>(\.shirtID, dependent: .destroy)
    let hues = HasMany<Hue>(through: \.dyes, \.hue).acceptingIDs()
    let buttons = HasMany<Button>(\.shirtID).acceptingIDs()
  }
  static let relations = Relations()

  func updated(_ attributes: [String: AttributeValue]) throws {
    var copy = self
    try copy.update(attributes: attributes)
  }
}

private struct Dye: Model {
  var id = 0
  var shirtID = 0
  var hueID = 0
  static let schema = Schema<Dye> {
    Column(\.shirtID)
    Column(\.hueID)
  }
  struct Relations: Sendable {
    let shirt = BelongsTo<Shirt>(\.shirtID)
    let hue = BelongsTo<Hue>(\.hueID)
  }
  static let relations = Relations()
}

private struct Hue: Model {
  var id = 0
  var name = ""
  static let schema = Schema<Hue> { Column(\.name) }
  struct Relations: Sendable {
    let dyes = HasMany<Dye>(\.hueID)
    let shirts = HasMany<Shirt>(through: \.dyes, \.shirt)
  }
  static let relations = Relations()
}

private struct Button: Model {
  var id = 0
  var shirtID: Int?
  static let schema = Schema<Button> { Column(\.shirtID) }
}
