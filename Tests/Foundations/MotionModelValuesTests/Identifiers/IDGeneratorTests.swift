import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite struct IDGeneratorTests {
  private struct Note: Model, Equatable {
    var id = ""
    static let schema = Schema<Note> {}
  }

  private struct Photo: Model {
    var id: UUID?
    static let schema = Schema<Photo> {}
  }

  private func uuid(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number)))
  }

  @Test func `a generator creates the ids of its type, and the standard one the others`() throws {
    let ids = IDGenerator.standard.making(String.self) { "note \($0)" }.making(UUID?.self) { uuid($0) }
    try Store.with(Store(ids: ids)) { () throws in
      #expect(try Note.insert(contentsOf: [Note(), Note()]).map(\.id) == ["note 1", "note 2"])
      #expect(try Photo.create().id == uuid(1) && Photo.create().id == uuid(2))
      #expect(try Todo.create().id == 1)
    }
  }

  @Test func `numbers continue after generated ids`() throws {
    try Store.with(Store(ids: .standard.making(Int.self) { $0 < 1000 ? 1000 + $0 : $0 })) { () throws in
      #expect(try Todo.insert(contentsOf: [Todo("one"), Todo("two"), Todo("three")]).map(\.id) == [1001, 1002, 1003])
      #expect(try Todo.create().id == 1004)
    }
  }

  @Test func `a given id is kept, and a generated id that is taken is skipped`() throws {
    try Store.with(Store(ids: .standard.making(String.self) { "note \($0 / 2)" })) { () throws in
      #expect(try Note.create { $0.id = "note 0" }.id == "note 0")
      #expect(try Note.create().id == "note 1" && Note.create().id == "note 2")
    }
  }

  @Test func `the id of a deleted record is not generated again, and any number of taken ids are skipped`() throws {
    try Store.with(Store(ids: .standard.making(String.self) { "note \($0)" })) { () throws in
      try Note.create { $0.id = "note 2" }
      try Note.delete("note 2")
      #expect(try Note.create().id == "note 3")
      try Note.insert(contentsOf: (300..<900).map { number in Note.new { $0.id = "note \(number)" } })
      #expect(try Note.create().id == "note 900")
    }
  }

  @Test func `an id generated after a taken one is not generated again after a rollback`() throws {
    try Store.with(Store(ids: .standard.making(String.self) { "note \($0)" })) { () throws in
      try Note.create { $0.id = "note 2" }
      try? Store.current.inTransaction {
        #expect(try Note.create().id == "note 3")
        throw CancellationError()
      }
      #expect(try Note.create().id == "note 4")
    }
  }

  @Test func `a generator without further ids throws the same error as a type without ids`() throws {
    let ids = IDGenerator.standard.making(String.self) { _ in "always" }.making(Int.self) { _ in nil }
    try Store.with(Store(ids: ids)) {
      try Note.create()
      #expect(throws: StoreError.idsExhausted(model: "Note")) { try Note.create() }
      #expect(throws: StoreError.idsExhausted(model: "Todo")) { try Todo.create() }
      #expect(Note.count == 1 && Todo.isEmpty)
    }
  }
}
