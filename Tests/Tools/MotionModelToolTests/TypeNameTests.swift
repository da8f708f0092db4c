import MotionModel
import MotionModelInspector
import Testing

struct TypeNameTests {
  @Test(arguments: [
    "String", "Int", "Int8", "UInt64", "[String]", "[[Int?]?]", "[String: [Double]]", "Status (String)",
    "Level (Int8)?",
    "Address", "", "[]", "?", "[", "(", "(Int)", "A (B)", "[String: ]",
  ])
  func `a type that is read from its name has the name`(_ name: String) {
    let type = ColumnType(typeName: name)
    #expect("\(type)" == name.replacing("UInt64", with: "UInt"))
  }

  @Test func `names that nest very deep are custom types inside`() {
    let name = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect("\(ColumnType(typeName: name))" == name)
    #expect(ColumnKind(type: name) != .unknown)
  }
}
