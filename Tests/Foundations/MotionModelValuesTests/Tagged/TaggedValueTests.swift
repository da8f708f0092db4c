import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModelValues

/// Enums with payloads, as columns hold them.
@Suite struct TaggedValueTests {
  struct Color: Codable, Hashable, Sendable {
    var red = 1.0
    var note: String?
  }

  enum Asset: TaggedValue {
    case color(Color)
    case image(name: String, scale: Double?)
    case point(Int, Int)
    case sound(Color?)
    case nothing
    case group([Asset])
    case named([String: Asset])
    case made(Date, by: UUID)
    indirect case framed(Asset)
  }

  enum Open: OpenTaggedValue {
    case color(Color)
    case group([Open])
    case closed(Asset)
    case unknown(UnknownTag)
  }

  enum Shape: TaggedValue {
    case round(Int)
    case angled
    enum CodingKeys: String, CodingKey, CaseIterable { case round = "circle", angled }
    enum RoundCodingKeys: String, CodingKey { case _0 = "radius" }
    static let tagKeys = TagKeys("kind", "content", was: "Shape")
    static let formerTags = ["Round": "circle"]
  }

  private static let id = UUID(uuidString: "00000000-0000-4000-8000-000000000001") ?? UUID()

  private static let pairs: [(Asset, AttributeValue)] = [
    (.color(Color()), ["type": "color", "value": ["red": 1.0]]),
    (.color(Color(red: -0.0, note: "")), ["type": "color", "value": ["red": -0.0, "note": ""]]),
    (.image(name: "dog", scale: nil), ["type": "image", "value": ["name": "dog"]]),
    (.image(name: "", scale: 2), ["type": "image", "value": ["name": "", "scale": 2.0]]),
    (.point(1, 2), ["type": "point", "value": ["_0": 1, "_1": 2]]),
    (.sound(nil), ["type": "sound"]),
    (.sound(Color()), ["type": "sound", "value": ["red": 1.0]]),
    (.nothing, ["type": "nothing"]),
    (.group([]), ["type": "group", "value": []]),
    (
      .group([.nothing, .group([.sound(nil)])]),
      ["type": "group", "value": [["type": "nothing"], ["type": "group", "value": [["type": "sound"]]]]]
    ),
    (.named(["a": .point(0, 0)]), ["type": "named", "value": ["a": ["type": "point", "value": ["_0": 0, "_1": 0]]]]),
    (.named([:]), ["type": "named", "value": [:]]),
    (
      .made(Date(timeIntervalSinceReferenceDate: 0.5), by: id),
      ["type": "made", "value": ["_0": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "by": .uuid(id)]]
    ),
    (.framed(.framed(.nothing)), ["type": "framed", "value": ["type": "framed", "value": ["type": "nothing"]]]),
  ]

  @Test func `a case is an object with its tag, and its payload beside it`() throws {
    for (asset, attribute) in Self.pairs {
      #expect(asset.attribute.isExactly(attribute), "\(asset)")
      #expect(try asset.checkedAttribute() == attribute)
      #expect(try Asset(attribute: attribute) == asset)
    }
  }

  @Test func `a string holds the same as JSON, and a blank one is nil`() throws {
    for (asset, attribute) in Self.pairs {
      #expect(try Asset(attribute: .string(JSONFormat.written(attribute))) == asset)
      #expect(try Asset?(attribute: attribute) == asset)
    }
    #expect(try Asset?(attribute: .null) == nil && Asset?(attribute: " ") == nil)
    #expect(Asset?.none.attribute == .null && Asset.columnType == .document(name: "Asset"))
  }

  @Test func `objects as Swift encodes enums are read, too`() throws {
    for (asset, attribute) in Self.pairs {
      let swift = try JSONFormat.read(String(decoding: JSONEncoder().encode(asset), as: UTF8.self)).get()
      guard swift != attribute else { continue }
      // A `Date` in Foundation's JSON is a number, which is no date here.
      if case .made = asset { continue }
      #expect(try Asset(attribute: swift) == asset, "\(swift)")
    }
  }

  @Test func `tagged values inside documents, arrays and dictionaries have the same form`() throws {
    struct Page: Codable, Hashable { var assets: [Asset?], byName: [String: Asset], main: Asset, other: Asset? }
    let page = Page(assets: [.nothing, nil], byName: ["a": .point(1, 2)], main: .color(Color()), other: nil)
    let attribute = try documentAttribute(page)
    #expect(
      attribute == [
        "assets": [["type": "nothing"], nil], "byName": ["a": ["type": "point", "value": ["_0": 1, "_1": 2]]],
        "main": ["type": "color", "value": ["red": 1.0]],
      ])
    #expect(try document(Page.self, from: attribute) == page)
    let list: [String: [Asset]] = ["a": [.nothing, .sound(nil)], "b": []]
    #expect(list.attribute == ["a": [["type": "nothing"], ["type": "sound"]], "b": []])
    #expect(try list.checkedAttribute() == list.attribute)
    #expect(try [String: [Asset]](attribute: list.attribute) == list)
  }

  @Test func `keys and tags can be others, and former ones are read`() throws {
    #expect(Shape.round(3).attribute == ["kind": "circle", "content": ["radius": 3]])
    #expect(Shape.angled.attribute == ["kind": "angled"])
    for attribute: AttributeValue in [
      ["kind": "circle", "content": ["radius": 3]], ["Shape": "circle", "content": ["radius": 3]],
      ["kind": "Round", "content": ["radius": 3]], ["Shape": "Round", "radius": 3], ["kind": "circle", "radius": 3],
      ["circle": ["radius": 3]],
    ] {
      #expect(try Shape(attribute: attribute) == .round(3), "\(attribute)")
    }
    #expect(try Shape(attribute: ["Shape": "angled"]) == .angled)
  }

  @Test(
    arguments: [
      (["type": "video"], "expected a tag of Asset, found the tag \"video\""),
      (["type": ""], "expected a tag of Asset, found the tag \"\""),
      (["type": .string(String(repeating: "v", count: 41))], "expected a tag of Asset, found a longer tag"),
      (
        ["type": "group", "value": [["type": "nothing"], ["type": "video", "value": 1]]],
        "expected a tag of Asset, found the tag \"video\" at `group[1]`"
      ),
      (["type": "color"], "expected a value of type Asset, found a dictionary without `color`"),
      (["type": "color", "value": nil], "expected a value of type Asset, found a dictionary with nil at `color`"),
      (
        ["type": "color", "value": ["red": "1"]],
        "expected a value of type Asset, found a dictionary with a value of another type at `color.red`"
      ),
      (["type": "image", "value": [:]], "expected a value of type Asset, found a dictionary without `image.name`"),
      (["type": "point", "value": ["_0": 1]], "expected a value of type Asset, found a dictionary without `point._1`"),
      (["type": 3], "expected a value of type Asset, found a dictionary"),
      ([:], "expected a value of type Asset, found a dictionary"),
      ("color", "expected a value of type Asset, found a string that is not JSON"),
      (3, "expected a value of type Asset, found a whole number"), (nil, "expected a value of type Asset, found nil"),
      (["color"], "expected a value of type Asset, found an array"),
    ] as [(AttributeValue, String)])
  func `what does not fit is refused, with its place`(value: AttributeValue, words: String) {
    let error = #expect(throws: CastError.self) { try Asset(attribute: value) }
    #expect(error?.description == words)
  }

  @Test func `an error lists the tags of a type that lists its keys`() {
    let error = #expect(throws: CastError.self) { try Shape(attribute: ["kind": "star"]) }
    #expect(
      error?.description == "expected one of the 2 tags of Shape: circle, angled, found the tag \"star\"")
    let inArray = #expect(throws: CastError.self) { try [Shape](attribute: [["kind": "angled"], ["kind": "star"]]) }
    #expect(inArray?.found == "the tag \"star\" at index 1")
  }

  // MARK: - Unknown tags

  @Test func `an open type keeps an unknown tag, and writes back what it read`() throws {
    for attribute: AttributeValue in [
      ["type": "video", "value": ["length": 3.5, "made": .date(.distantPast)]], ["type": "video"],
      ["type": "video", "length": 3, "tags": [["type": "color"]]], ["type": "unknown", "value": 1], ["type": "unknown"],
    ] {
      let value = try Open(attribute: attribute)
      guard case .unknown(let unknown) = value, case .dictionary(let members) = attribute else {
        Issue.record("\(value)")
        continue
      }
      #expect(members["type"] == .string(unknown.tag) && unknown.attribute == attribute)
      #expect(value.attribute.isExactly(attribute))
      let group = Open.group([.color(Color()), value])
      let whole: AttributeValue = ["type": "group", "value": [["type": "color", "value": ["red": 1.0]], attribute]]
      #expect(group.attribute == whole)
      #expect(try Open(attribute: whole) == group)
    }
  }

  @Test func `an open type does not keep what is wrong for another reason`() {
    for (value, words): (AttributeValue, String) in [
      (["type": "closed", "value": ["type": "video"]], "expected a tag of Asset, found the tag \"video\" at `closed`"),
      (
        ["type": "color", "value": ["red": "1"]],
        "expected a value of type Open, found a dictionary with a value of another type at `color.red`"
      ),
      ([:], "expected a value of type Open, found a dictionary"),
    ] {
      let error = #expect(throws: CastError.self) { try Open(attribute: value) }
      #expect(error?.description == words)
    }
  }

  @Test func `a program with its own coders can encode an unknown tag`() throws {
    let value = Open.group([.unknown(UnknownTag(tag: "video", attribute: ["type": "video", "value": 1]))])
    #expect(try JSONDecoder().decode(Open.self, from: JSONEncoder().encode(value)) == value)
  }

  // MARK: - Values that cannot be written

  struct Refusing: Codable, Hashable, Sendable {
    struct Reason: Error {}
    func encode(to encoder: any Encoder) throws { throw Reason() }
  }

  enum Odd: TaggedValue {
    case refusing(Refusing)
    case plain
  }

  /// It encodes itself by hand, and not as one case.
  enum Loose: TaggedValue {
    case one
    init(from decoder: any Decoder) throws { self = .one }
    func encode(to encoder: any Encoder) throws { try 1.encode(to: encoder) }
  }

  @Test func `a value that cannot be encoded is null untyped, and an error for a file`() {
    #expect(Odd.refusing(Refusing()).attribute == .null && Loose.one.attribute == .null)
    let errors: [(String, @Sendable () throws -> AttributeValue)] = [
      ("one that its type refuses to encode", Odd.refusing(Refusing()).checkedAttribute),
      ("one that its type refuses to encode", Odd?(.refusing(Refusing())).checkedAttribute),
      ("one that its type refuses to encode at index 1", [Odd.plain, .refusing(Refusing())].checkedAttribute),
      ("one that its type refuses to encode at \"a\"", ["a": Odd.refusing(Refusing())].checkedAttribute),
      ("one that its type refuses to encode", Loose.one.checkedAttribute),
    ]
    for (words, body) in errors {
      let error = #expect(throws: CastError.self) { try body() }
      #expect(error?.found == words)
    }
  }

  @Test func `deep nesting is read and written, or refused, also on a small stack`() throws {
    @Sendable func nested(_ depth: Int) -> Asset { (1..<depth).reduce(.nothing) { asset, _ in .framed(asset) } }
    @Sendable func attribute(_ depth: Int) -> AttributeValue {
      (1..<depth).reduce(["type": "nothing"]) { value, _ in ["type": "framed", "value": value] }
    }
    try onSmallStack { () throws in
      #expect(nested(20).attribute == attribute(20))
      #expect(try Asset(attribute: attribute(20)) == nested(20))
      for depth in [252, 600] {
        let writing = #expect(throws: CastError.self) { try nested(depth).checkedAttribute() }
        let reading = #expect(throws: CastError.self) { try Asset(attribute: attribute(depth)) }
        for error in [writing, reading] { #expect(error?.found.contains("nested ") == true) }
      }
    }
  }

  @Test func `any nesting is read again, and so are mutated values or an error`() throws {
    func asset(_ levels: Int, using random: inout SplitMix64) -> Asset {
      switch random.number(0...(levels == 0 ? 4 : 8)) {
      case 0: .color(Color(red: .nasty(using: &random), note: random.chance(50) ? nil : .nasty(using: &random)))
      case 1: .image(name: .nasty(using: &random), scale: random.chance(50) ? nil : 2.5)
      case 2: .point(.nasty(using: &random), .nasty(using: &random))
      case 3: .sound(random.chance(50) ? nil : Color())
      case 4: .nothing
      case 5: .group((0..<random.number(0...3)).map { _ in asset(levels - 1, using: &random) })
      case 6: .named(["": asset(levels - 1, using: &random), "type": asset(levels - 1, using: &random)])
      case 7: .framed(asset(levels - 1, using: &random))
      default: .made(.nasty(using: &random), by: .nasty(using: &random))
      }
    }
    var random = TestSeed.generator(14_31)
    for _ in 0..<400 {
      let value = asset(4, using: &random)
      let written = try value.checkedAttribute()
      #expect(
        try Asset(attribute: written).attribute.isExactly(written), "seed \(TestSeed.current), \(value)")
      let text = JSONFormat.written(written)
      let read = try Asset(attribute: .string(text)).attribute
      #expect(JSONFormat.written(read) == text, "seed \(TestSeed.current), \(value)")
    }
  }
}
