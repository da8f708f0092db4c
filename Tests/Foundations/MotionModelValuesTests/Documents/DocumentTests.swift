import Foundation
import Testing

@testable import MotionModelValues

@Suite struct DocumentTests {
  struct Point: Codable, Hashable {
    var x: Double
    var y: Float?
  }
  enum Shape: Codable, Hashable {
    case circle(center: Point, radius: Int)
    case empty
  }
  enum Mood: String, Codable { case good, bad }
  struct Everything: Codable, Hashable {
    var date = Date(timeIntervalSinceReferenceDate: 369_397_230.123456)
    var data = Data([0, 255])
    var decimal = Decimal(string: "0.12345678901234567890123456789012345678") ?? 0
    var id = UUID()
    var url = URL(filePath: "/a b")
    var large = UInt64.max
    var wide = Int128.max
    var wides: [UInt128] = [.max, 0]
    var tiny = Int8.min
    var shapes: [Shape] = [.circle(center: Point(x: 0.1, y: nil), radius: 3), .empty]
    var points: [String: Point?] = ["a": Point(x: .infinity, y: 0.1), "b": nil]
    var byNumber: [Int: Date] = [1: Date(timeIntervalSinceReferenceDate: -0.1)]
    var mood: Mood? = .good
    var note: String?
    var numbers: [Double?] = [nil, 1e23, -0.0]
    var mixed: AttributeValue = ["a": .date(.distantPast)]
    var set: Set<Int> = [1, 2]
  }
  class Base: Codable {
    var name = "base"
  }
  final class Derived: Base {
    var size = 3
    private enum Key: CodingKey { case size }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      size = try container.decode(Int.self, forKey: .size)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(size, forKey: .size)
      try super.encode(to: container.superEncoder())
    }
  }
  struct Stubborn: Codable {
    struct Secret: Error, CustomStringConvertible { var description: String { "secret" } }
    init() {}
    init(from decoder: any Decoder) throws { throw Secret() }
    func encode(to encoder: any Encoder) throws { throw Secret() }
  }
  struct Silent: Codable {
    func encode(to encoder: any Encoder) {}
    init() {}
    init(from decoder: any Decoder) {}
  }
  struct Unkeyed: Codable, Hashable {
    var a = 1
    var b = ["x": [1, 2]]
    init() {}
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      if try container.decodeNil() { a = try container.decode(Int.self) }
      var nested = try container.nestedUnkeyedContainer()
      b = try nested.decode([String: [Int]].self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encodeNil()
      try container.encode(a)
      var nested = container.nestedUnkeyedContainer()
      try nested.encode(b)
    }
  }

  static func failure<Value: Decodable>(_ type: Value.Type, _ attribute: AttributeValue) -> String? {
    do throws(CastError) {
      _ = try document(type, from: attribute)
      return nil
    } catch {
      return error.description
    }
  }

  /// Returns the attribute after writing it as JSON and reading it again.
  static func throughJSON(_ attribute: AttributeValue) throws -> AttributeValue {
    try JSONFormat.value(from: String(decoding: JSONEncoder().encode(attribute), as: UTF8.self), expected: "JSON")
  }

  @Test func `a value is decoded as it was encoded`() throws {
    let value = Everything()
    let attribute = try documentAttribute(value)
    #expect(try document(Everything.self, from: attribute) == value)
  }

  @Test func `a value is decoded as it was encoded, through a file`() throws {
    let value = Everything()
    var attribute = try Self.throughJSON(documentAttribute(value))
    // An attribute value has no declared type, so JSON cannot restore its kind.
    guard case .dictionary(var members) = attribute else { return }
    members["mixed"] = value.mixed
    attribute = .dictionary(members)
    #expect(try document(Everything.self, from: attribute) == value)
  }

  @Test func `a value is encoded as plain attribute values`() throws {
    #expect(try documentAttribute(Point(x: 1, y: 0.1)) == ["x": 1.0, "y": 0.1])
    #expect(try documentAttribute(Shape.empty) == ["empty": [:]])
    #expect(try documentAttribute([Mood.good]) == ["good"])
    #expect(try documentAttribute(3) == 3)
    #expect(try documentAttribute(Int?.none) == .null)
    #expect(try documentAttribute(Unkeyed()) == [nil, 1, [["x": [1, 2]]]])
    #expect(try documentAttribute(Derived()) == ["size": 3, "super": ["name": "base"]])
  }

  @Test func `scalars, unkeyed containers and superclasses are decoded`() throws {
    #expect(try document(Int.self, from: 3) == 3)
    #expect(try document(Mood.self, from: "bad") == .bad)
    #expect(try document(Date.self, from: "2001-01-01") == Date(timeIntervalSinceReferenceDate: 0))
    #expect(try document(Int?.self, from: .null) == nil)
    #expect(try document(Unkeyed.self, from: documentAttribute(Unkeyed())) == Unkeyed())
    let derived = try document(Derived.self, from: ["size": 4, "super": ["name": "x"]])
    #expect(derived.size == 4 && derived.name == "x")
    #expect(try document(Double.self, from: documentAttribute(Double.nan)).isNaN)
  }

  @Test func `a string with JSON is decoded`() throws {
    #expect(try document(Point.self, from: #"{"x": 1, "y": null}"#) == Point(x: 1, y: nil))
    #expect(try document([Mood].self, from: #"["good"]"#) == [.good])
    #expect(try document(Mood.self, from: "good") == .good)
    #expect(try document(Int.self, from: "3") == 3)
    #expect(try document(Point?.self, from: " ") == nil)
  }

  @Test func `an error names the path and no value`() {
    let expected = "expected a value of type"
    #expect(Self.failure(Point.self, ["y": 1]) == "\(expected) Point, found a dictionary without `x`")
    #expect(
      Self.failure(Point.self, ["x": "12"])
        == "\(expected) Point, found a dictionary with a value of another type at `x`")
    #expect(Self.failure(Point.self, ["x": nil]) == "\(expected) Point, found a dictionary with nil at `x`")
    #expect(
      Self.failure([Point].self, [["x": 1], ["x": true]])
        == "\(expected) Array<Point>, found an array with a value of another type at `[1].x`")
    #expect(
      Self.failure([Mood].self, ["secret"])
        == "\(expected) Array<Mood>, found an array with a value that does not fit at `[0]`")
    #expect(
      Self.failure([UInt8].self, [300])
        == "\(expected) Array<UInt8>, found an array with a value that does not fit at `[0]`")
    #expect(Self.failure(Point.self, "x") == "\(expected) Point, found a string that is not JSON")
    #expect(Self.failure(Point.self, "") == "\(expected) Point, found a blank string")
    #expect(Self.failure(Point.self, .null) == "\(expected) Point, found nil")
    #expect(
      Self.failure(Stubborn.self, 1) == "\(expected) Stubborn, found a whole number that its type refuses to decode")
    #expect(Self.failure(Bool.self, 1) == "\(expected) Bool, found a whole number")
    #expect(Self.failure(String.self, 1) == "\(expected) String, found a whole number")
  }

  @Test func `a value that cannot be encoded is refused`() {
    #expect { try documentAttribute(Stubborn()) } throws: {
      "\($0)" == "expected a value of type Stubborn that can be encoded, found one that its type refuses to encode"
    }
    #expect { try documentAttribute(Silent()) } throws: {
      "\($0)" == "expected a value of type Silent that can be encoded, found one that encodes nothing"
    }
  }

  /// Collections without an order of their own, in one document.
  struct Unordered: Codable {
    struct Item: Codable, Hashable { var name: String; var sizes: Set<Int> }
    enum Label: Codable { case words(Set<String>), none }
    var numbers: Set<Double>?
    var items: Set<Item>
    var sets: Set<Set<Int>>
    var byID: [UUID: Set<Int>]
    var byMood: [[Int]: [String: Set<Int>]]
    var label: Label
    var list: [Int]

    /// - Parameter capacity: Equal sets of other capacities have other orders.
    init(_ ids: [UUID], capacity: Int) {
      func set<Element>(_ elements: some Sequence<Element>) -> Set<Element> {
        Set(minimumCapacity: capacity).union(elements)
      }
      func members<Key, Value>(_ keys: [Key], _ value: (Key) -> Value) -> [Key: Value] {
        var members = Dictionary<Key, Value>(minimumCapacity: capacity)
        for key in keys { members[key] = value(key) }
        return members
      }
      numbers = set((0..<20).map { Double($0) / 8 })
      items = set((0..<9).map { Item(name: "\($0)", sizes: set(0...$0)) })
      sets = set((0..<9).map { set($0..<20) })
      byID = members(ids) { _ in set(0..<9) }
      byMood = members((0..<9).map { [$0] }) { key in members(["a", "b"]) { _ in set(key + [7, 8]) } }
      label = .words(set((0..<20).map(String.init)))
      list = [3, 1, 2]
    }
  }

  @Test func `equal sets and dictionaries have one form, wherever they are in a document`() throws {
    let ids = (0..<20).map { _ in UUID() }
    let form = try documentAttribute(Unordered(ids, capacity: 0))
    for capacity in [1, 50, 200, 1_000] {
      #expect(try documentAttribute(Unordered(ids.shuffled(), capacity: capacity)) == form)
    }
    guard case .dictionary(let members) = form else { return }
    #expect(members["numbers"] == .array((0..<20).map { .double(Double($0) / 8) }))
    #expect(members["list"] == [3, 1, 2])
    let decoded = try document(Unordered.self, from: form)
    #expect(Set(decoded.byID.keys) == Set(ids) && decoded.items.count == 9 && decoded.byMood[[3]]?["a"] == [3, 7, 8])
    #expect(try documentAttribute(decoded) == form)
  }
}
