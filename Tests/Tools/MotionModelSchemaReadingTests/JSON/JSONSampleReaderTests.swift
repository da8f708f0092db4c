import MotionModelGenerator
import MotionModelSchemaReading
import Testing

struct JSONSampleReaderTests {
  private func summary(_ json: String, named name: String = "Track") throws -> String {
    try JSONSampleReader.dataModel(of: json, file: "tracks.json", named: name).summary
  }

  @Test func `types are inferred, and what is uncertain is marked`() throws {
    #expect(
      try summary(
        #"""
        [{"id": 1, "track_name": "A", "size": 1, "share": 1, "open": true, "born": "2012-09-15", "at": "2012-09-15T10:20:30Z",
          "key": "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "link": "https://example.com/a", "mixed": 1, "none": null, "tags": ["a"],
          "empty": [], "grid": [[1]], "zip": "0123456789"},
         {"id": 2, "track_name": "\u0042\n", "size": 9007199254740993, "share": 0.5, "open": false, "born": "2013-01-01", "at": "later",
          "key": "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "mixed": "x", "none": null, "tags": [], "empty": [], "grid": [], "zip": "x",
          "extra": -1e3}]
        """#) == """
          Track
            id: Integer 64
            trackName: String column track_name
            size: Integer 64
            share: Double
            open: Boolean
            born: Date // ? All strings are dates.
            at: String
            key: UUID
            link: URI?
            mixed: String // ? The values are of several types, or arrays of arrays; String was taken.
            none: String? // ? All values are null, so the type was taken for String.
            tags: [String]
            empty: [String] // ? All arrays are empty, so the type was taken for String.
            grid: [String] // ? The values are of several types, or arrays of arrays; String was taken.
            zip: String
            extra: Double?
          """)
  }

  @Test func `keys that would have one name in Swift are all there`() throws {
    #expect(
      try summary(#"[{"id": 1, "a-b": 1, "a_b": "x", "ab": true, "aB2": [{"n": 1}]}, {"id": 2}]"#) == """
        Track // ? The key a_b of aB2 is another name in files. ? The key aB2 of aB22 is another name in files.
          id: Integer 64
          aB: Integer 64? column a-b
          aB2: String?
          ab3: Boolean? column ab
          aB22 → [AB2]?
        AB2 // ? Only one object was seen, so nothing shows which properties are optional. ? The objects have no id, so they are values, and not records.
          n: Integer 64
        """)
  }

  @Test func `objects with ids are records, and others values`() throws {
    #expect(
      try summary(
        #"""
        {"id": 1, "album": {"id": 7, "title": "X"}, "line_items": [{"id": 1, "n": 2}, {"id": 2}],
         "place": {"lat": 1.5, "lon": 2}, "none": null}
        """#, named: "order") == """
          Order // ? Only one object was seen, so nothing shows which properties are optional.
            id: Integer 64
            none: String? // ? All values are null, so the type was taken for String.
            album → Album ↔ orders
            lineItems → [LineItem]? ↔ order column line_items
            place → Place
          Album // ? Only one object was seen, so nothing shows which properties are optional.
            id: Integer 64
            title: String
            orders → [Order]? ↔ album // ? The sample does not show how many Order there are for one.
          LineItem
            id: Integer 64
            n: Integer 64?
            order → Order? ↔ lineItems // ? The sample does not show how many Order there are for one.
          Place // ? Only one object was seen, so nothing shows which properties are optional. ? The objects have no id, so they are values, and not records.
            lat: Double
            lon: Integer 64
          """)
  }

  @Test func `keys that Swift or a schema means for something else have other names, and are said`() throws {
    let one = "? Only one object was seen, so nothing shows which properties are optional."
    let json = #"{"sets": [{"id": 1, "self": {"a": 1}, "+1": 2, "_id": "x"}], "urls": [{"id": 1.5}]}"#
    #expect(
      try summary(json) == """
        Set2 // ? The key is sets. \(one) ? The key _id of id2 is another name in files.
          id: Integer 64
          key1: Integer 64 column +1
          id2: String
          keySelf → ObjectSelf column self
        ObjectSelf // ? The key is self. \(one) ? The objects have no id, so they are values, and not records.
          a: Integer 64
        URL2 // ? The key is urls. \(one) ? The key id of idValue is another name in files. ? The objects have no id, \
        so they are values, and not records.
          idValue: Double
        """)
    #expect(try summary(#"[{"_id": "a", "name": "x"}, {"_id": "b", "name": "y"}]"#).contains("  id: String\n"))
  }

  @Test func `an object with the key of those around it is another value, or a record with an inverse`() throws {
    let one = "? Only one object was seen, so nothing shows which properties are optional."
    #expect(
      try summary(#"{"id": 1, "track": {"a": 1}}"#) == """
        Track // \(one)
          id: Integer 64
          track → TrackTrack
        TrackTrack // \(one) ? The objects have no id, so they are values, and not records.
          a: Integer 64
        """)
    #expect(
      try summary(#"{"id": 1, "track": {"id": 2, "name": "x"}}"#) == """
        Track // \(one)
          id: Integer 64
          name: String
          tracks → [Track]? ↔ track // ? The sample does not show how many Track there are for one.
          track → Track ↔ tracks
        """)
  }

  /// Each name as the key of a value, of an object with an id, of one without, and of the file.
  @Test(arguments: [
    "sets", "urls", "types", "self", "Self", "init", "inits", "+1", "1st", "-", "_", "_id", "ID", "schema",
    "validations", "class", "Protocol", "hashValue", "", "データ", "a.b", "Any", "columns",
  ])
  func `no key is refused by the generator`(key: String) throws {
    for value in ["1", "1.5", "true", "[1]", "{\"a\": 1}", "{\"id\": 1}", "[{\"id\": 1}, {\"id\": 2}]"] {
      for json in ["[{\"id\": 1, \"\(key)\": \(value)}]", "{\"\(key)\": [{\"id\": 1, \"\(key)2\": \(value)}]}"]
      where key != "id" {
        let model = try JSONSampleReader.dataModel(of: json, file: "a.json", named: key)
        let diagnostics = Diagnostics()
        DataModelChecks(model, diagnostics).run()
        #expect(!diagnostics.hasErrors, "\(json)")
      }
    }
  }

  @Test func `an object of arrays has an entity for each`() throws {
    #expect(
      try summary(#"{"people": [{"id": 1}, {"id": 2}], "news_items": [{"id": "a"}, {"id": "b", "x": true}]}"#) == """
        Person
          id: Integer 64
        NewsItem
          id: String
          x: Boolean?
        """)
  }

  @Test(arguments: [
    ("", "tracks.json:1:1: error: Expected a value of JSON."),
    ("3", "tracks.json:1:1: error: There are no objects in the sample: give an object, or an array of objects."),
    ("[]", "tracks.json:1:1: error: There are no objects in the sample: give an object, or an array of objects."),
    ("[{}, 1]", "tracks.json:1:1: error: There are no objects in the sample: give an object, or an array of objects."),
    ("{\"a\": 1,}", "tracks.json:1:9: error: Expected a key in quotation marks."),
    ("{\"a\": 1, \"a\": 2}", "tracks.json:1:10: error: The object has the key a twice: remove one."),
    ("{\"a\" 1}", "tracks.json:1:6: error: Expected a colon behind the key."),
    ("{\"a\": nul}", "tracks.json:1:7: error: Expected a value of JSON."),
    ("{\"a\": \"x}", "tracks.json:1:7: error: The string has no end: add a quotation mark."),
    (
      "{\"a\": \"\\q\"}",
      "tracks.json:1:7: error: The string has a control character, or an escape that JSON does not have."
    ),
    (
      "{\"\\uD83D\": 1}",
      "tracks.json:1:2: error: The string has a control character, or an escape that JSON does not have."
    ),
    ("[{}", "tracks.json:1:4: error: Expected a comma or ]."),
    ("{} x", "tracks.json:1:4: error: Expected the end of the file."),
  ])
  func `what cannot be read is a diagnostic with its place`(_ json: String, _ message: String) {
    #expect {
      try JSONSampleReader.dataModel(of: json, file: "tracks.json", named: "Track")
    } throws: { "\($0)" == message }
  }

  @Test func `escapes in names are read`() throws {
    #expect(try summary(#"[{"id": 1, "\u0061\u00e9": true, "quote\"d": 1}]"#).contains("aé: Boolean"))
    #expect(try summary(#"[{"name": "\uD83D\uDE00\\"}]"#).contains("name: String"))
  }

  @Test func `very deep samples are refused`() {
    for text in ["[", "{\"a\":"] {
      #expect(throws: Diagnostic.self) { try summary(String(repeating: text, count: 100_000)) }
    }
  }
}
