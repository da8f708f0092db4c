import Foundation
import MotionModel
import MotionModelTestSupport

/// Three todos and a project, with nils, dates, text in other scripts, and text that would break a table.
enum SampleStore {
  static func make() throws -> Store {
    let store = Store(clock: { Date(timeIntervalSince1970: 1_700_000_000) }, notificationCenter: nil)
    var house = Project()
    house.name = "House"
    try store.table(Project.self).insert(contentsOf: [house])
    var door = Todo("Paint the door", priority: 3, assignedTo: "bob")
    (door.projectID, door.tags, door.dueDate) = (1, ["home", "urgent"], Date(timeIntervalSince1970: 1_347_704_430))
    var walk = Todo("犬の散歩", priority: -1)
    (walk.status, walk.dueDate, walk.location) = (.waiting, nil, "東京")
    var odd = Todo("Tab\tand \"quotes\", comma", priority: 12, assignedTo: "")
    (odd.done, odd.dueDate) = (true, Date(timeIntervalSince1970: 0.5))
    try store.table(Todo.self).insert(contentsOf: [door, walk, odd])
    return store
  }

  /// Writes the sample to a file in the folder of the test.
  static func write(_ name: String) throws { try write(make(), to: name) }

  /// Writes a store to a file in the folder of the test. A store has its models in the order of their first use, which
  /// differs from run to run; the file has them in the order of their names.
  static func write(_ store: Store, to name: String) throws {
    let url = ToolRun.url(name)
    try store.save(to: url)
    var document = try StoreDocument(contentsOf: url)
    document.models.sort { $0.name < $1.name }
    try document.write(to: url)
  }
}
