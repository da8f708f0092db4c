import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

private struct Product: Model, Validatable {
  enum Size: String, ColumnValue { case small, large }

  var id = 0
  var name = ""
  var code: String?
  var size = Size.small
  var colour: String?
  var price = 0.0
  var stock = 1
  var rating: Int?
  var email: String?
  var homepage: URL?
  var tags: [String] = []
  var since: Date?
  var data = Data()
  var key: UUID?
  var notes: [String: Int] = [:]
  var serial: UInt8 = 0

  static let schema = Schema<Product> {
    Column(\.name)
    Column(\.code)
    Column(\.size)
    Column(\.colour)
    Column(\.price)
    Column(\.stock)
    Column(\.rating)
    Column(\.email)
    Column(\.homepage)
    Column(\.tags)
    Column(\.since)
    Column(\.data)
    Column(\.key)
    Column(\.notes)
    Column(\.serial, .readOnly)
  }

  static let validations = Validations<Product> {
    Presence(\.name)
    Length(\.name, 3...40)
    Format(\.name, pattern: "[A-Z].*")
    Format(\.code, pattern: "[a-z]+")
    Inclusion(\.colour, in: ["red", "blue"]).allowNil()
    Exclusion(\.colour, of: ["red"])
    Numericality(\.price, .greaterThan(0), .lessThan(100))
    Numericality(\.stock, .in(1...10), .multiple(of: 2))
    Numericality(\.rating, .odd, .notEqual(3))
    Comparison(\.rating, .lessOrEqual, 5)
    Email(\.email).on("contact")
    Length(\.tags, max: 5)
    Presence(\.since).if { $0.stock > 5 }
    Length(\.code, max: 3).severity(.warning)
    Uniqueness(\.name)
    Validate(\.name, "nice") { _ in true }
  }
}

private struct Ticket: Model, Validatable {
  enum State: String, ColumnValue, CaseIterable { case open, done, dropped }
  enum Level: Int, ColumnValue, CaseIterable, Comparable {
    case low = 1
    case high = 3
    static func < (first: Level, second: Level) -> Bool { first.rawValue < second.rawValue }
  }

  var id = 0
  var state = State.open
  var next: State?
  var level = Level.low
  var history: [State] = []
  var last: State?
  var only: Level?

  static let schema = Schema<Ticket> {
    Column(\.state)
    Column(\.next)
    Column(\.level)
    Column(\.history)
    Column(\.last)
    Column(\.only)
  }

  static let validations = Validations<Ticket> {
    Inclusion(\.next, in: [.done, .dropped]).allowNil()
    Inclusion(\.last, in: [.done])
    Comparison(\.only, .equal, .high).allowNil()
  }
}

@Suite(.ownStore) struct JSONSchemaTests {
  private func property(_ name: String, for context: ValidationContext? = nil) -> AttributeValue? {
    guard case .dictionary(let schema) = Product.jsonSchema(for: context),
      case .dictionary(let properties)? = schema["properties"]
    else { return nil }
    return properties[name]
  }

  @Test func `columns have their types`() {
    let types: [String: AttributeValue] = [
      "id": ["type": "integer"], "size": ["type": "string"],
      "homepage": ["type": ["string", "null"], "format": "uri"],
      "since": ["type": ["string", "null"], "format": "date-time"],
      "data": ["type": "string", "contentEncoding": "base64"], "key": ["type": ["string", "null"], "format": "uuid"],
      "notes": ["type": "object", "additionalProperties": ["type": "integer"]],
      "serial": ["type": "integer", "minimum": 0, "readOnly": true],
    ]
    for (name, type) in types { #expect(property(name) == type, "\(name)") }
  }

  @Test func `enums have the cases that rules allow`() {
    guard case .dictionary(let schema) = Ticket.jsonSchema() else { return }
    #expect(
      schema["properties"] == [
        "id": ["type": "integer"],
        "state": ["type": "string", "enum": ["open", "done", "dropped"]],
        "next": ["type": ["string", "null"], "enum": ["done", "dropped", nil]],
        "level": ["type": "integer", "enum": [1, 3]],
        "history": ["type": "array", "items": ["type": "string", "enum": ["open", "done", "dropped"]]],
        "last": ["type": "string", "enum": ["done"]],
        "only": ["type": ["integer", "null"], "enum": [3, nil]],
      ])
  }

  @Test func `rules become keywords of JSON Schema`() {
    #expect(
      property("name") == [
        "type": "string", "pattern": "\\S", "minLength": 3, "maxLength": 40, "allOf": [["pattern": "^(?:[A-Z].*)$"]],
      ])
    #expect(property("code") == ["type": ["string", "null"], "pattern": "^(?:[a-z]+)$"])
    #expect(
      property("colour") == [
        "type": ["string", "null"], "enum": ["red", "blue", nil], "not": ["enum": ["red"]],
      ])
    #expect(property("price") == ["type": "number", "exclusiveMinimum": 0.0, "exclusiveMaximum": 100.0])
    #expect(property("stock") == ["type": "integer", "minimum": 1, "maximum": 10, "multipleOf": 2])
    #expect(
      property("rating") == [
        "type": "integer", "maximum": 5, "not": ["multipleOf": 2], "allOf": [["not": ["const": 3]]],
      ])
    #expect(property("tags") == ["type": "array", "items": ["type": "string"], "maxItems": 5])
  }

  @Test func `rules of a context are only in the schema of that context`() {
    #expect(property("email") == ["type": ["string", "null"]])
    #expect(property("email", for: "contact") == ["type": "string", "format": "email"])
  }

  @Test func `columns without which a new record is not valid are required`() throws {
    guard case .dictionary(let schema) = Product.jsonSchema() else { throw CocoaError(.coderInvalidValue) }
    #expect(schema["required"] == ["name", "price", "stock", "rating"])
    #expect(schema["title"] == "Product" && schema["type"] == "object")
    let text = String(decoding: try JSONEncoder().encode(Product.jsonSchema()), as: UTF8.self)
    #expect(text.contains(#""maxLength":40"#))
  }
}
