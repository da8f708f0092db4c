package import MotionModel
import Testing

/// Two versions of a program that use one database at the same time.
package enum Releases<Adapter: StorageAdapter> {
  package enum First {
    package struct Item: Model, Equatable {
      package var id = 0
      package var name = ""

      package init() {}
    }
  }

  package enum Second {
    package struct Item: Model, Equatable {
      package var id = 0
      package var name = ""
      package var stars = 3
      package var label = "it's new"
      package var isShown = true
      package var note: String?

      package init() {}
    }
  }

  /// Rolls out the second version beside the first.
  ///
  /// - Parameters:
  ///   - store: Returns the store of a program that starts.
  ///   - migrate: Makes the table of a model as its schema wants it, and returns how many statements that took.
  package static func rollOut(_ store: () throws -> Store, migrate: (any Model.Type) throws -> Int) throws {
    let old = try store()
    try old.table(First.Item.self).insert(
      contentsOf: ["a", "b"].map { name in
        var item = First.Item()
        item.name = name
        return item
      })
    #expect(try migrate(Second.Item.self) == 4)
    let new = try store()
    // Programs of the first version go on, and start again.
    try old.table(First.Item.self).create { $0.name = "c" }
    var changed = try #require(try old.table(First.Item.self).records.first)
    changed.name = "A"
    try old.table(First.Item.self).save(&changed)
    try new.table(Second.Item.self).create { ($0.name, $0.stars) = ("d", 5) }
    try store().table(First.Item.self).create { $0.name = "e" }
    let items = try new.table(Second.Item.self).records.order(by: \.id).all
    #expect(items.map(\.name) == ["A", "b", "c", "d", "e"] && items.map(\.stars) == [3, 3, 3, 5, 3])
    #expect(items.allSatisfy { $0.label == "it's new" && $0.isShown && $0.note == nil })
    // The first version has nothing to change.
    #expect(try migrate(First.Item.self) == 0)
    #expect(try migrate(Second.Item.self) == 0)
  }
}
