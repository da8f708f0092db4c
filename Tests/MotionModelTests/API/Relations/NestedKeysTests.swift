import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private struct Garden: Model {
  var id = 0
  var name = ""
  static let schema = Schema<Garden> { Column(\.name) }
  struct Relations {
    let beds = HasMany<Bed>(\.gardenID).acceptingAttributes(allowingRemoval: true)
    let gate = HasOne<Gate>(\.gardenID).acceptingAttributes(updateOnly: true)
    let plants = HasMany<Plant>(through: \.beds, \.plants).acceptingAttributes()
    let labels = HasMany<Label>(as: \.subject).acceptingAttributes()
  }
  static let relations = Relations()
}

private struct Bed: Model {
  var id = 0
  var name = ""
  var gardenID: Int?
  var aboveID: Int?
  static let schema = Schema<Bed> {
    Column(\.name)
    Column(\.gardenID)
    Column(\.aboveID)
  }
  struct Relations {
    let garden = BelongsTo<Garden>(\.gardenID).acceptingAttributes(allowingRemoval: true)
    let above = BelongsTo<Bed>(\.aboveID).acceptingAttributes()
    let below = HasMany<Bed>(\.aboveID).acceptingAttributes()
    let plants = HasMany<Plant>(\.bedID).acceptingAttributes()
  }
  static let relations = Relations()
}

private struct Gate: Model {
  var id = 0
  var name = ""
  var gardenID = 0
  static let schema = Schema<Gate> {
    Column(\.name)
    Column(\.gardenID, name: "garden")
  }
}

private struct Plant: Model {
  var id = 0
  var name = ""
  var bedID = 0
  static let schema = Schema<Plant> {
    Column(\.name)
    Column(\.bedID)
  }
}

private struct Label: Model {
  var id = 0
  var text = ""
  var subjectType: String?
  var subjectID: Int?
  static let schema = Schema<Label> {
    Column(\.text)
    Column(\.subjectType)
    Column(\.subjectID)
  }
  struct Relations {
    let subject = BelongsToAny<Int>(type: \.subjectType, id: \.subjectID, Garden.self, Bed.self)
  }
  static let relations = Relations()
}

/// The relation decides to whom a record belongs that is written by its owner's attributes, and not the record's own
/// key.
@Suite(.store) struct NestedKeysTests {
  private func fill() throws -> (mine: Garden, other: Garden) {
    let mine = try Garden.create(attributes: [
      "name": "mine", "beds": [["name": "a", "plants": [["name": "rose"]]]], "gate": ["name": "green"],
      "labels": [["text": "l"]],
    ])
    let other = try Garden.create(attributes: ["name": "other", "beds": [["name": "b", "plants": [["name": "oak"]]]]])
    return (mine, other)
  }

  @Test(arguments: ["gardenID", "garden_id"]) func `a child stays with its owner, and its other columns change`(
    key: String
  ) throws {
    var (mine, other) = try fill()
    try mine.update(attributes: [
      "beds": [["id": 1, "name": "A", key: other.id.attribute], ["name": "new", key: other.id.attribute]]
    ])
    #expect(mine.beds.pluck(\.name) == ["A", "new"])
    #expect(other.beds.pluck(\.name) == ["b"])
    try mine.update(attributes: ["beds": [["id": 1, key: .null]]])
    #expect(mine.beds.pluck(\.name) == ["A", "new"])
  }

  @Test func `a child of a relation to one, through others, to itself and of any parent stays`() throws {
    var (mine, other) = try fill()
    let otherID = other.id.attribute
    try mine.update(attributes: ["gate": ["name": "red", "garden": otherID]])
    #expect(Gate.pluck(\.gardenID) == [mine.id])
    #expect(Gate.pluck(\.name) == ["red"])
    try mine.update(attributes: ["plants": [["id": 1, "name": "lily", "bedID": 2]]])
    #expect(Plant.pluck(\.bedID) == [1, 2])
    #expect(Plant.pluck(\.name) == ["lily", "oak"])
    try mine.update(attributes: [
      "labels": [["id": 1, "subjectID": 2], ["text": "m", "subjectID": 2, "subjectType": "Bed"]]
    ])
    #expect(mine.labels.pluck(\.text) == ["l", "m"])
    try mine.update(attributes: ["labels": [["id": 1, "subject_type": "Bed"]]])
    #expect(mine.labels.count == 2)
    var bed = try Bed.require(1)
    try bed.update(attributes: ["below": [["name": "c"]]])
    try bed.update(attributes: ["below": [["id": 3, "name": "C", "aboveID": 2]]])
    #expect(bed.below.pluck(\.name) == ["C"])
  }

  @Test func `the way back to the owner accepts no attributes, at any depth`() throws {
    var (mine, _) = try fill()
    for back: AttributeValue in [
      ["name": "third"], ["id": mine.id.attribute, "name": "renamed"], ["id": mine.id.attribute, "_destroy": true],
    ] {
      #expect(throws: AttributeError.unknownColumn(model: "Garden", column: "beds[0].garden")) {
        try mine.update(attributes: ["beds": [["id": 1, "garden": back]]])
      }
      #expect(throws: AttributeError.unknownColumn(model: "Garden", column: "beds[0].below[0].above")) {
        try mine.update(attributes: ["beds": [["id": 1, "below": [["name": "x", "above": back]]]]])
      }
    }
    #expect(Garden.pluck(\.name) == ["mine", "other"])
    #expect(Bed.pluck(\.gardenID) == [1, 2])
  }

  @Test func `another key of a child is set as before, and a wrong value of the own one is an error`() throws {
    var (mine, _) = try fill()
    try mine.update(attributes: ["beds": [["id": 1, "aboveID": 2], ["name": "n", "above": ["name": "top"]]]])
    #expect(try Bed.require(1).aboveID == 2)
    #expect(try Bed.require(3).above?.name == "top")
    #expect(throws: AttributeError.self) {
      try mine.update(attributes: ["beds": [["id": 1, "gardenID": "no number"]]])
    }
  }

  @Test func `an owner may still be changed by the attributes of its child alone`() throws {
    _ = try fill()
    var bed = try Bed.require(1)
    try bed.update(attributes: ["garden": ["id": 1, "name": "renamed"]])
    #expect(Garden.pluck(\.name) == ["renamed", "other"])
  }
}
