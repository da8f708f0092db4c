// An adapter needs two functions. This one keeps each record as JSON, under a name such as "Page/1".

// snippet.hide
import Foundation
import MotionModel
import Synchronization

// snippet.show
// snippet.adapter
final class JSONAdapter: StorageAdapter {
  private let contents = Mutex<[String: Data]>([:])

  func read<Record: Model>(_ query: RecordQuery<Record>) throws -> [Record] {
    let contents = contents.withLock { $0 }
    let names = query.ids?.map { "\(Record.self)/\($0)" } ?? contents.keys.filter { $0.hasPrefix("\(Record.self)/") }
    let ordered = names.sorted { ($0.count, $0) < ($1.count, $1) }  // "Page/2" before "Page/10"
    return query.records(from: try ordered.compactMap { contents[$0] }.map(Self.record))
  }

  func commit(_ changeset: Changeset) throws {
    var contents = contents.withLock { $0 }
    for model in changeset.models { try Self.apply(changeset, of: model, to: &contents) }
    self.contents.withLock { $0 = contents }  // whole, or not at all
  }

  private static func apply<Record: Model>(
    _ changeset: Changeset, of model: Record.Type, to contents: inout [String: Data]
  ) throws {
    for change in changeset.changes(of: model) {
      // change.old is nil before an insertion, and change.new after a deletion
      contents["\(model)/\(change.id)"] = try change.new.map { try JSONEncoder().encode($0.attributes) }
    }
  }

  private static func record<Record: Model>(_ json: Data) throws -> Record {
    try Record(attributes: JSONDecoder().decode([String: AttributeValue].self, from: json))
  }
}

// snippet.use
struct Page: Model {
  typealias Adapter = JSONAdapter
  var id = 0
  var title = ""

  static let schema = Schema<Page> { Column(\.title, .unique) }
}

let store = Store(adapters: [JSONAdapter()])
try Store.with(store) {
  try Page.create { $0.title = "Home" }
  try Page.create { $0.title = "Help" }
  let titles = try Page.where(\.title).startsWith("H").order(by: \.title).pluck(\.title)  // => ["Help", "Home"]
  // snippet.hide
  precondition(titles == ["Help", "Home"])
  var page = try Page.require(1)
  do {
    try page.update { $0.title = "Help" }
    preconditionFailure("a unique column is unique everywhere")
  } catch StoreError.notUnique {}
  try page.update { $0.title = "Start" }
  try Page.delete(2)
  let left = try Page.pluck(\.title)
  precondition(left == ["Start"])
  // snippet.show
}
