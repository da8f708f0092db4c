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

  @Test func `ids of a type are made as the generator says, and others as before`() throws {
    let ids = IDGenerator.standard.making(String.self) { "note \($0)" }.making(UUID?.self) { uuid($0) }
    try Store.with(Store(ids: ids)) { () throws in
      #expect(try Note.insert(contentsOf: [Note(), Note()]).map(\.id) == ["note 1", "note 2"])
      #expect(try Photo.create().id == uuid(1) && Photo.create().id == uuid(2))
      #expect(try Todo.create().id == 1)
    }
  }

  @Test func `numbers go on behind the ones that were made`() throws {
    try Store.with(Store(ids: .standard.making(Int.self) { $0 < 1000 ? 1000 + $0 : $0 })) { () throws in
      #expect(try Todo.insert(contentsOf: [Todo("one"), Todo("two"), Todo("three")]).map(\.id) == [1001, 1002, 1003])
      #expect(try Todo.create().id == 1004)
    }
  }

  @Test func `an id that is present is kept, and a made one that is taken is not used`() throws {
    try Store.with(Store(ids: .standard.making(String.self) { "note \($0 / 2)" })) { () throws in
      #expect(try Note.create { $0.id = "note 0" }.id == "note 0")
      #expect(try Note.create().id == "note 1" && Note.create().id == "note 2")
    }
  }

  @Test func `an id that is gone is not made again, and any number of taken ones are passed over`() throws {
    try Store.with(Store(ids: .standard.making(String.self) { "note \($0)" })) { () throws in
      try Note.create { $0.id = "note 2" }
      try Note.delete("note 2")
      #expect(try Note.create().id == "note 3")
      try Note.insert(contentsOf: (300..<900).map { number in Note.new { $0.id = "note \(number)" } })
      #expect(try Note.create().id == "note 900")
    }
  }

  @Test func `an id that was made behind a taken one is not made again when that is undone`() throws {
    try Store.with(Store(ids: .standard.making(String.self) { "note \($0)" })) { () throws in
      try Note.create { $0.id = "note 2" }
      try? Store.current.inTransaction {
        #expect(try Note.create().id == "note 3")
        throw CancellationError()
      }
      #expect(try Note.create().id == "note 4")
    }
  }

  @Test func `a generator without further ids is refused like a type without`() throws {
    let ids = IDGenerator.standard.making(String.self) { _ in "always" }.making(Int.self) { _ in nil }
    try Store.with(Store(ids: ids)) {
      try Note.create()
      #expect(throws: StoreError.idsExhausted(model: "Note")) { try Note.create() }
      #expect(throws: StoreError.idsExhausted(model: "Todo")) { try Todo.create() }
      #expect(Note.count == 1 && Todo.isEmpty)
    }
  }
}
