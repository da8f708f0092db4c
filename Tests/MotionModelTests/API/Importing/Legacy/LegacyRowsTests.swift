import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Files in the forms of State and of Spot, read as rows, and imported.
@Suite(.ownStore) struct LegacyRowsTests {
  private static let companies = Data(
    """
    {
      "name" : "Acme", "model_version" : "<1a2b>",
      "employees" : [
        {"Person": "Employee", "name": "Ann", "gender": {"value": 1}, "desk": {"Place": "floor", "value": {"number": 3}}},
        {"Person": "Guest", "name": "Bob", "gender": {"value": 2}}
      ],
      "rooms" : {"b": {"size": {"Size": "large"}}, "a": {"size": {"Size": "small"}}}
    }
    """.utf8)

  @Test func `the outermost object is a row, and so is each object of an array`() throws {
    let format = LegacyFormat(.rawValues)
    #expect(try format.rows(of: ["a": ["value": 1]]) == [["a": 1]])
    #expect(try format.rows(of: [["a": ["value": 1]], [["b": 2]]]) == [["a": 1], ["b": 2]])
    #expect(try format.rows(in: Data("[]".utf8)) == [])
  }

  @Test func `rows are found by a path, and carry what is around them`() throws {
    let format = LegacyFormat(.rawValues, .taggedEnum("Place"), .version())
    #expect(
      try format.rows(in: Self.companies, at: "employees", carrying: ["name": "company", "none": "x"]) == [
        [
          "Person": "Employee", "name": "Ann", "gender": 1, "company": "Acme",
          "desk": ["type": "floor", "value": ["number": 3]],
        ],
        ["Person": "Guest", "name": "Bob", "gender": 2, "company": "Acme"],
      ])
  }

  @Test func `a path enters arrays, and the values of a dictionary in the order of their keys`() throws {
    let format = LegacyFormat(.plainEnums("Size"))
    #expect(
      try format.rows(in: Self.companies, at: "rooms", "*", carrying: ["*": "name"])
        == [["size": "small", "name": "a"], ["size": "large", "name": "b"]])
    #expect(
      try format.rows(
        of: [["a": [["b": ["x": 1]], ["b": [["x": 2], ["x": 3]]], ["b": nil], [:]]], [:]], at: "a", "b")
        == [["x": 1], ["x": 2], ["x": 3]])
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `property lists are read`(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let date = Date(timeIntervalSince1970: 1_000_000)
    let content: [String: Any] = ["name": "Ann", "gender": ["value": 1], "born": date, "photo": Data([1, 2])]
    let data = try PropertyListSerialization.data(fromPropertyList: content, format: format, options: 0)
    #expect(
      try LegacyFormat(.rawValues).rows(in: data)
        == [["name": "Ann", "gender": 1, "born": .date(date), "photo": .data(Data([1, 2]))]])
  }

  @Test(arguments: [
    ("3", "expected an object or an array of objects outermost, found a whole number"),
    ("[1]", "expected an object or an array of objects outermost, found a whole number"),
    ("null", "expected an object or an array of objects outermost, found nil"),
    ("{\"a\": 1}", "expected an object or an array of objects at a, found a whole number"),
    ("{\"b\": {}}", "expected a property a in the objects of the file, found none"),
    ("{", "expected JSON or a property list of State or Spot, found a string that is not JSON"),
    (
      "<?xml version=\"1.0\"?><x/>",
      "expected JSON or a property list of State or Spot, found XML that is not a property list"
    ),
    ("bplist00 $archiver NSKeyedArchiver", "expected JSON or a property list of State or Spot, found a keyed archive"),
    ("bplist00", "expected JSON or a property list of State or Spot, found a binary property list that is damaged"),
  ])
  func `what is not rows is refused in one sentence`(_ text: String, _ message: String) {
    #expect { try LegacyFormat().rows(in: Data(text.utf8), at: "a") } throws: { "\($0)" == message }
  }

  @Test func `State's format binary, a keyed archive, is refused`() throws {
    let object: NSDictionary = ["name": "Ann", "gender": ["value": 1] as NSDictionary]
    let archive = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
    let refusal = CastError(expected: "JSON or a property list of State or Spot", found: "a keyed archive")
    #expect(throws: refusal) { try LegacyFormat(.rawValues).rows(in: archive) }
    #expect(throws: refusal) { try LegacyFormat().rows(in: archive, at: "name") }
  }

  // MARK: - Imports

  @Test func `a file is imported into models, of which enums, tagged values and protocols are columns`() throws {
    let format = LegacyFormat(
      .rawValues(of: "gender"), .taggedEnum("Place"), .plainEnums("Size"),
      .polymorphic("Asset", tags: ["Picture": "image"]),
      .version())
    let data = Data(
      #"""
      {"staff": [
        {"model_version": "<0f>", "name": "Ann", "gender": {"value": 1}, "size": {"Size": "large"},
         "desk": {"Place": "floor", "value": 3}, "asset": {"Asset": "Picture", "file": "a.png"}},
        {"name": "Bob", "gender": {"type": "Male", "value": 2}, "size": {"Size": "small"},
         "desk": {"Place": "home"}, "asset": {"Asset": "Color", "red": 0.5}}
      ]}
      """#.utf8)
    let report = try Person.importRows(format.rows(in: data, at: "staff"), mapping: [:])
    #expect(report.failures.isEmpty)
    var (ann, bob) = (Person(), Person())
    (ann.id, ann.name, ann.gender, ann.size, ann.desk) = (1, "Ann", .female, .large, .floor(3))
    ann.asset = Tagged(Image(file: "a.png"))
    (bob.id, bob.name, bob.gender, bob.size, bob.desk) = (2, "Bob", .male, .small, .home)
    bob.asset = Tagged(Color(red: 0.5))
    #expect(Person.all == [ann, bob])
  }
}

private enum Gender: Int, ColumnValue { case unknown, female, male }
private enum Size: String, ColumnValue { case small, large }
private enum Place: TaggedValue {
  case floor(Int)
  case home
}
private protocol Asset: Sendable {}
private struct Color: Asset, Codable, Hashable { var red = 0.0 }
private struct Image: Asset, Codable, Hashable { var file = "" }
private enum Assets: TaggedTypes {
  static let tags = Tags<any Asset> {
    Tag("color", Color.self, was: "Color") { $0 }
    Tag("image", Image.self) { $0 }
  }
}

private struct Person: Model, Equatable {
  var id = 0
  var name = ""
  var gender = Gender.unknown
  var size = Size.small
  var desk = Place.home
  var asset = Tagged<Assets>(Color())

  static let schema = Schema<Person> {
    Column(\.name)
    Column(\.gender)
    Column(\.size)
    Column(\.desk)
    Column(\.asset)
  }
}
