import Foundation
import MotionModelGenerator
import Testing

struct ContentsReaderTests {
  let person: Entity
  let dataModel: DataModel

  init() throws {
    dataModel = try DataModelBundle(at: Fixture.path("Reading/Staff.xcdatamodeld")).dataModel()
    person = try #require(dataModel[entity: "Person"])
  }

  @Test func `The entities are read in the order of the file`() {
    #expect(dataModel.name == "Staff")
    #expect(dataModel.version == "Staff 10")
    #expect(dataModel.entities.map(\.name) == ["Person", "Department", "Being"])
  }

  @Test func `An entity has its class without the module, parent, names of before and constraints`() {
    #expect(person.className == "Employee")
    #expect(person.parent == "Being")
    #expect(person.formerName == "Worker")
    #expect(person.userInfo[.type] == "Codable")
    #expect(person.uniqueness == [["name", "bornOn"]])
    #expect(person.indexes == [Entity.FetchIndex("byName", ["name", "age"])])
    #expect(dataModel.entities.map(\.className) == ["Employee", "Department", nil])
    #expect(dataModel.entities.map(\.isAbstract) == [false, false, true])
  }

  @Test func `An optional scalar is a number, as its class had it, and bytes in files are marked`() throws {
    let model = try Fixture.dataModel(
      """
      <entity name="A">
        <attribute name="count" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
        <attribute name="open" optional="YES" attributeType="Boolean" usesScalarValueType="YES"/>
        <attribute name="id" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>
        <attribute name="age" optional="YES" attributeType="Integer 64" usesScalarValueType="NO"/>
        <attribute name="at" optional="YES" attributeType="Date" usesScalarValueType="YES"/>
        <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      </entity>
      """)
    #expect(model.entities[0].attributes.map(\.isOptional) == [false, false, true, true, true, true])
    #expect(model.entities[0].attributes.map { $0.doubts.count } == [0, 0, 0, 0, 0, 1])
  }

  @Test func `An attribute has its type, default, limits, pattern and name of before`() throws {
    let age = try #require(person.attributes.first)
    var expected = Attribute("age", .integer16, at: age.place)
    (expected.defaultValue, expected.minimum, expected.maximum) = ("0", "0", "150")
    #expect(age == expected)
    #expect(person.attributes[1].defaultValue == "-978307200")
    #expect(person.attributes[2].customType == "[String]")
    #expect(person.attributes[2].transformer == "NSSecureUnarchiveFromData")
    #expect(person.attributes[2].isTransient)
    let name = person.attributes[3]
    #expect((name.minimum, name.maximum) == ("1", nil))
    #expect(name.pattern == "[A-Z].*")
    #expect(name.isIndexed)
    #expect(name.formerName == "fullName")
    #expect(person.attributes[4].derivation == "canonical:(name)")
    #expect(person.attributes[5].type == .unknown("Quaternion"))
  }

  @Test func `Keys of user info may have spaces and quotes, and values may be empty`() {
    let entries = person.attributes[3].userInfo.entries.map { [$0.key, $0.value] }
    #expect(entries == [["State.Immutable", "YES"], ["a key with \"quotes\"", ""]])
  }

  @Test func `A relationship has its destination, inverse, counts and delete rule`() {
    let (department, reports) = (person.relationships[0], person.relationships[1])
    var expected = Relationship("department", to: "Department", inverse: "people", at: department.place)
    expected.maximumCount = 1
    #expect(department == expected)
    expected = Relationship("reports", to: "Person", at: reports.place)
    (expected.isOptional, expected.isToMany, expected.isOrdered) = (true, true, true)
    (expected.minimumCount, expected.maximumCount, expected.deleteRule) = (1, 9, .noAction)
    #expect(reports == expected)
    #expect(dataModel.entities[1].relationships.map(\.deleteRule) == [.cascade])
  }

  @Test(arguments: [
    ("Integer 16", AttributeType.integer16), ("Integer 32", .integer32), ("Integer 64", .integer64),
    ("Decimal", .decimal), ("Double", .double), ("Float", .float), ("String", .string), ("Boolean", .boolean),
    ("Date", .date), ("Binary", .binary), ("UUID", .uuid), ("URI", .uri), ("Transformable", .transformable),
    ("Undefined", .undefined), ("Composite", .composite), ("Object ID", .objectID), ("Other", .unknown("Other")),
  ])
  func `Each type of the modeler is read`(name: String, type: AttributeType) throws {
    let read = try Fixture.dataModel(#"<entity name="A"><attribute name="a" attributeType="\#(name)"/></entity>"#)
    #expect(read.entities[0].attributes.map(\.type) == [type])
    #expect(type.name == name)
  }

  @Test func `Each delete rule is read, and none stands for nullify`() throws {
    let words = DeleteRule.allCases.map(\.rawValue)
    #expect(words == ["Nullify", "Cascade", "Deny", "No Action"])
    let lines = words.map { #"<relationship name="r" destinationEntity="A" deletionRule="\#($0)"/>"# }.joined()
    let read = try Fixture.dataModel(
      #"<entity name="A">\#(lines)<relationship name="r" destinationEntity="A"/></entity>"#)
    #expect(read.entities[0].relationships.map(\.deleteRule) == DeleteRule.allCases + [.nullify])
  }

  @Test func `Places are those of the elements in the file`() {
    #expect(person.place.line == 3)
    #expect(person.attributes.map(\.place.line) == [4, 5, 6, 7, 13, 14])
    #expect(person.attributes[3].userInfo.entries.map(\.place.line) == [9, 10])
    #expect(person.place.file == Fixture.path("Reading/Staff.xcdatamodeld/Staff 10.xcdatamodel/contents"))
  }

  @Test(arguments: [
    (#"<entity/>"#, "There is an element <entity> without a name: give it one."),
    (
      #"<entity name="A"><attribute/></entity>"#,
      "There is an element <attribute> of the entity \"A\" without a name: give it one."
    ),
    (
      #"<entity name="A"><relationship name="r"/></entity>"#,
      "The relationship \"r\" of the entity \"A\" has no destination: choose one."
    ),
    (
      #"<entity name="A"><relationship name="r" destinationEntity="A" deletionRule="Burn"/></entity>"#,
      "The relationship \"r\" of the entity \"A\" has the delete rule \"Burn\": choose one of Nullify, Cascade, Deny, "
        + "No Action."
    ),
  ])
  func `What an element lacks is said with its place`(line: String, message: String) {
    let diagnostic = #expect(throws: Diagnostic.self) { try Fixture.dataModel(line) }
    #expect(diagnostic?.message == message)
    #expect(diagnostic?.place.line == 2)
  }
}
