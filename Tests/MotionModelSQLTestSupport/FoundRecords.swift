package import MotionModel
package import MotionModelSQL
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// A sheet of a notebook, in a database.
package struct Sheet<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var title = ""
  package var views = 0
  package var version = 0

  package init() {}

  package static var schema: Schema<Self> {
    Schemas.once {
      Schema {
        Column(\.title)
        Column(\.views)
        LockVersion(\.version)
      }
    }
  }
}

/// A record that was found in a transaction is saved as the change of what was found, also while another program writes.
package struct FoundRecords<Adapter: StorageAdapter> {
  private let sheets: Table<Sheet<Adapter>>
  /// Runs a statement of another program.
  private let run: (SQLText) throws -> Void

  /// - Parameter adapter: A database that has no records.
  package init(_ adapter: Adapter, another run: @escaping (SQLText) throws -> Void) {
    (sheets, self.run) = (Store(adapters: [adapter]).table(Sheet<Adapter>.self), run)
  }

  package func check() throws {
    try sheets.insert(
      contentsOf: ["a", "b", "c"].map { title in
        var sheet = Sheet<Adapter>()
        sheet.title = title
        return sheet
      })
    try saveBesideAnotherColumn()
    try saveBesideAnotherVersion()
    try saveAfterDeletion()
    try saveMoreThanAreKept()
  }

  private var name: String { Sheet<Adapter>.schema.modelName }

  /// Another column, which another program has changed meanwhile, is not written back, and the version counts on.
  private func saveBesideAnotherColumn() throws {
    let version = try sheets.require(1).version
    try sheets.store.transaction { _ in
      var sheet = try sheets.require(1)
      try run("UPDATE \(name: name) SET \(name: "title") = 'new' WHERE \(name: "id") = 1")
      sheet.views = 7
      try sheets.save(&sheet)
    }
    let saved = try sheets.require(1)
    #expect(saved.views == 7)
    #expect(saved.title == "new")
    #expect(saved.version == version + 1)
  }

  private func saveBesideAnotherVersion() throws {
    let error = #expect(throws: StoreError.self) {
      try sheets.store.transaction { _ in
        var sheet = try sheets.require(2)
        try run("UPDATE \(name: name) SET \(name: "version") = 9 WHERE \(name: "id") = 2")
        sheet.views = 5
        try sheets.save(&sheet)
      }
    }
    guard case .stale? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  private func saveAfterDeletion() throws {
    #expect(throws: StoreError.recordGone(model: name, id: "3")) {
      try sheets.store.transaction { _ in
        var sheet = try sheets.require(3)
        try run("DELETE FROM \(name: name) WHERE \(name: "id") = 3")
        sheet.views = 5
        try sheets.save(&sheet)
      }
    }
  }

  private func saveMoreThanAreKept() throws {
    try sheets.insert(contentsOf: (0..<40).map { _ in Sheet<Adapter>() })
    try sheets.store.transaction { _ in
      var found = try sheets.find(all: Array(4..<44))
      for index in found.indices {
        found[index].views = index
        try sheets.save(&found[index])
      }
    }
    #expect(try sheets.records.where(\.id >= 4).order(by: \.id).pluck(\.views) == Array(0..<40))
  }
}
