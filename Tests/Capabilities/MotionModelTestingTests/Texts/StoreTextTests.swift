import Foundation
import MotionModel
import MotionModelTesting
import Testing

@Suite(.store(.clock(), .ids())) struct StoreTextTests {
  @Test func `an empty store has no lines`() {
    #expect(Store.current.text() == "")
  }

  @Test func `records are in the order of their models' names and of their places`() throws {
    try Tag.sample.create(count: 2)
    try Cover.create()
    try Tag.find("1")?.delete()
    try Tag.create { ($0.id, $0.color) = ("0", "red") }
    #expect(
      Store.current.text() == """
        Cover 1
        Tag "2": color "color 2"
        Tag "0": color "red"
        """)
  }

  @Test func `values are exact`() throws {
    try Document.create { document in
      document.text = "a \"word\",\nand more"
      document.bytes = Data([0, 1, 0xAB])
      document.list = ["x", "y, z"]
      document.members = ["two": 2, "one": 1]
      document.fraction = 0.1 + 0.2
      document.time = Date(timeIntervalSinceReferenceDate: 0.25)
      document.isOpen = true
    }
    #expect(
      Store.current.text() == #"""
        Document 1: text "a \"word\",\nand more", bytes 0x0001ab, list ["x", "y, z"], members ["one": 1, "two": 2], \#
        fraction 0.30000000000000004, time 2001-01-01T00:00:00.25Z, isOpen true
        """#)
  }

  @Test func `an empty value is told from the value of an empty record`() throws {
    try Document.create { $0.fraction = 0 }
    try Document.create { $0.text = "" }
    try Document.create { $0.fraction = -0.0 }
    #expect(
      Store.current.text() == """
        Document 1: fraction 0.0
        Document 2: text ""
        Document 3: fraction -0.0
        """)
  }

  @Test func `a long value is cut off, and a change behind the cut still shows`() throws {
    func text(_ value: String) throws -> String {
      let store = Store(notificationCenter: nil)
      try store.table(Document.self).create { $0.text = value }
      return store.text()
    }
    let start = String(repeating: "a", count: 149)
    #expect(try text(start + String(repeating: "b", count: 49)).hasSuffix("b\""))
    let (long, other) = (
      try text(start + String(repeating: "b", count: 50)), try text(start + String(repeating: "c", count: 50))
    )
    #expect(long == "Document 1: text \"\(start)… (201 characters, hash f26ad9d3f6d7d532)")
    #expect(other.hasPrefix("Document 1: text \"\(start)… (201 characters, hash "))
    #expect(long != other)
  }

  @Test func `columns are left out`() throws {
    try Todo.sample.create()
    #expect(
      Store.current.text(ignoring: ["Todo.updatedAt", "projectID", "Project.todoCount"])
        == "Project 1: name \"Project 1\"\nTodo 1: name \"Todo 1\"")
  }

  @Test func `a snapshot has the records of its time, and a transaction its own`() throws {
    try Cover.create()
    let before = Store.current.snapshot()
    try Store.current.inTransaction {
      try Cover.create()
      #expect(Store.current.text() == "Cover 1\nCover 2")
    }
    #expect(before.text() == "Cover 1")
  }
}
