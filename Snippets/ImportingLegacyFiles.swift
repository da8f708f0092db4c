// A file that State wrote is imported: its enums, values behind a protocol and nested models in the forms of today.

// snippet.hide
import Foundation
import MotionModel

enum Priority: Int, ColumnValue { case low, high }
enum Kind: String, ColumnValue { case bug, wish }
enum Event: TaggedValue {
  case opened
  case moved(to: Int)
}
protocol Asset: Sendable {}
struct Link: Asset, Codable, Hashable { var address = "" }
struct Picture: Asset, Codable, Hashable { var file = "" }
enum Assets: TaggedTypes {
  static let tags = Tags<any Asset> {
    Tag("link", Link.self) { $0 }
    Tag("picture", Picture.self) { $0 }
  }
}

struct Issue: Model {
  var id = 0
  var name = ""
  var priority = Priority.low
  var kind = Kind.bug
  var event = Event.opened
  var asset = Tagged<Assets>(Link())
  var project = ""
}

// snippet.show
// snippet.file
let file = Data(
  """
  {
    "name" : "House",
    "issues" : [
      {
        "model_version" : "1",
        "title" : "The door sticks",
        "priority" : { "value" : 1 },
        "kind" : { "Kind" : "bug" },
        "event" : { "Event" : "moved", "value" : { "to" : 3 } },
        "asset" : { "Asset" : "Picture", "file" : "door.png" }
      }
    ]
  }
  """.utf8)
// snippet.hide

// snippet.show
// snippet.reading
let format = LegacyFormat(
  .rawValues,
  .plainEnums("Kind"),
  .taggedEnum("Event"),
  .polymorphic("Asset", tags: ["Link": "link", "Picture": "picture"]),
  .version { issue, version in
    if version == "1" { issue["name"] = issue.removeValue(forKey: "title") }
  })
let rows = try format.rows(in: file, at: "issues", carrying: ["name": "project"])
let report = try Issue.importRows(rows, mapping: [:])
// snippet.hide

precondition(report.failures.isEmpty && report.records.count == 1)
let issue = report.records[0]
precondition(issue.name == "The door sticks" && issue.project == "House")
precondition(issue.priority == .high && issue.kind == .bug && issue.event == .moved(to: 3))
let picture = Tagged<Assets>(Picture(file: "door.png"))
precondition(issue.asset == picture)
// snippet.end
