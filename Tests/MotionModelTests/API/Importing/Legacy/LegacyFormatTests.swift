import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Values in the forms of State and of Spot.
struct LegacyFormatTests {
  // MARK: - Enums

  @Test func `an enum with raw values becomes its raw value, at any depth`() throws {
    let format = LegacyFormat(.rawValues)
    #expect(try format.converted(["value": 0]) == 0)
    #expect(try format.converted(["value": "m"]) == "m")
    #expect(
      try format.converted(["a": ["value": 1], "b": [["value": 2], ["c": ["value": nil]]], "value": ["value": 3]])
        == ["a": 1, "b": [2, ["c": nil]], "value": 3])
  }

  @Test func `what is not an enum with raw values stays as it is`() throws {
    let format = LegacyFormat(.rawValues)
    for value: AttributeValue in [
      3, "x", [], [:], ["value": [1]], ["value": ["x": 1]], ["value": 1, "x": 2], ["type": "High", "value": 1],
    ] { #expect(try format.converted(value) == value) }
  }

  @Test func `raw values of named properties are those of State and of Spot`() throws {
    let format = LegacyFormat(.rawValues(of: "status", "levels"))
    let row: AttributeValue = [
      "status": ["type": "Open", "value": 0], "levels": [["value": 1], ["type": "High", "value": 2]],
      "point": ["value": 3], "inner": ["status": ["value": "x"], "other": ["type": "A", "value": 1]],
    ]
    #expect(
      try format.converted(row) == [
        "status": 0, "levels": [1, 2], "point": ["value": 3],
        "inner": ["status": "x", "other": ["type": "A", "value": 1]],
      ])
    #expect(try format.converted(["levels": ["a": ["value": 1], "b": ["value": 2]]]) == ["levels": ["a": 1, "b": 2]])
  }

  @Test func `a plain enum becomes the name of its case`() throws {
    let format = LegacyFormat(.plainEnums("Kind", "Size"))
    #expect(try format.converted(["Kind": "small"]) == "small")
    #expect(
      try format.converted(["kind": ["Kind": "small"], "sizes": ["a": ["Size": "xl"]], "Kind": "none"])
        == ["kind": "small", "sizes": ["a": "xl"], "Kind": "none"])
    for value: AttributeValue in [["Kind": 1], ["Kind": "a", "value": 1], ["Other": "small"]] {
      #expect(try format.converted(value) == value)
    }
  }

  @Test func `a plain enum of Spot becomes the name of its case with the small letter of today`() throws {
    let format = LegacyFormat(.plainEnums(of: "kind"))
    #expect(
      try format.converted(["kind": ["type": "VerySmall"], "other": ["type": "Small"]])
        == ["kind": "verySmall", "other": ["type": "Small"]])
    #expect(
      try format.converted(["kind": [["type": "A"], ["type": "A", "value": 1], ["type": 1], ["b": ["type": "B"]]]])
        == ["kind": ["a", ["type": "A", "value": 1], ["type": 1], ["b": "b"]]])
  }

  @Test func `an enum with payloads becomes a tagged value`() throws {
    let format = LegacyFormat(
      .taggedEnum("Event", tags: ["gone": "left"]), .taggedEnum("Step", keys: TagKeys("kind", "content")), .rawValues)
    #expect(try format.converted(["Event": "moved", "value": 3]) == ["type": "moved", "value": 3])
    #expect(try format.converted(["Event": "gone"]) == ["type": "left"])
    #expect(
      try format.converted(["Event": "many", "value": [["Step": "a", "value": ["level": ["value": 2]]]]])
        == ["type": "many", "value": [["kind": "a", "content": ["level": 2]]]])
    #expect(try format.converted(["Event": "moved", "x": 3]) == ["Event": "moved", "x": 3])
  }

  @Test func `an enum with payloads of Spot gets the small letter of today`() throws {
    let format = LegacyFormat(.taggedEnums(of: "event", tags: ["URLType": "urlType"]))
    #expect(
      try format.converted(["event": ["type": "StringType", "value": "x"], "other": ["type": "StringType"]])
        == ["event": ["type": "stringType", "value": "x"], "other": ["type": "StringType"]])
    #expect(
      try format.converted(["event": [["type": "None"], ["type": "URLType", "value": "a:"]]])
        == ["event": [["type": "none"], ["type": "urlType", "value": "a:"]]])
    #expect(
      try format.converted(["event": ["a": ["type": "None"]]]) == ["event": ["a": ["type": "none"]]])
  }

  // MARK: - Values behind a protocol

  @Test func `a value behind a protocol becomes a tagged value without the key of its type`() throws {
    let format = LegacyFormat(.polymorphic("Asset", tags: ["ColorAsset": "color"]), .plainEnums("Kind"))
    #expect(
      try format.converted([
        "first": ["Asset": "ColorAsset", "red": 1], "all": [["Asset": "Image", "kind": ["Kind": "x"]]],
        "named": ["a": ["Asset": "Group", "parts": [["Asset": "Image"]]]],
      ]) == [
        "first": ["type": "color", "value": ["red": 1]], "all": [["type": "Image", "value": ["kind": "x"]]],
        "named": ["a": ["type": "Group", "value": ["parts": [["type": "Image", "value": [:]]]]]],
      ])
  }

  // MARK: - Versions

  @Test func `objects are migrated before what is in them, and lose the key`() throws {
    let format = LegacyFormat(
      .version { object, version in
        if version == "1" { object["name"] = object.removeValue(forKey: "title") }
        object["part"] = object["parts"].map { ["model_version": "1", "title": $0] }
        object["parts"] = nil
      })
    #expect(
      try format.converted(["model_version": "1", "title": "a", "parts": "b"]) == ["name": "a", "part": ["name": "b"]])
    #expect(try format.converted(["title": "a"]) == ["title": "a"])
    #expect(try LegacyFormat(.version("v")).converted(["v": 3, "model_version": 1]) == ["model_version": 1])
  }

  @Test func `the error of a migration ends the reading`() {
    struct TooNew: Error {}
    let format = LegacyFormat(.version { _, _ in throw TooNew() })
    #expect(throws: TooNew.self) { try format.rows(of: [["a": 1], ["b": ["model_version": "9"]]]) }
  }

  @Test func `values that are nested too deep are refused`() {
    var value: AttributeValue = 1
    for _ in 0..<600 { value = ["x": value] }
    #expect(throws: CastError.self) { try LegacyFormat(.rawValues).converted(value) }
    #expect(throws: CastError.self) { try LegacyFormat(.rawValues).rows(of: value) }
  }
}
