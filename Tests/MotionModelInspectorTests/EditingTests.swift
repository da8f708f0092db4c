import MotionModel
import Testing

@testable import MotionModelInspector

/// Changes that pages ask for.
struct EditingTests {
  private let shelf: Shelf
  private let tape = CommitTape()
  private let recorder: CommitRecorder

  init() throws {
    shelf = try Shelf()
    recorder = shelf.store.recordCommits { [tape] in tape.add($0) }
  }

  private func post(_ path: [String], _ body: String, editing: Bool = true) throws -> Reply {
    try shelf.router(editing: editing, tape: tape).answer(Request("POST", ["t"] + path, body: Array(body.utf8)))
  }

  @Test func `nothing is changed unless editing is asked for`() throws {
    try shelf.store.table(Book.self).insert(contentsOf: [Book("Fish")])
    #expect(try post(["undo"], "commit=1", editing: false).status == 403)
    #expect(shelf.store.commitCount == 3)
  }

  @Test func `a commit is undone, by the inspector`() throws {
    try shelf.store.table(Book.self).insert(contentsOf: [Book("Fish")])
    #expect(try post(["undo"], "commit=1") == Reply(seeOther: "/t/commits"))
    #expect(shelf.store.table(Book.self).count == 3)
    #expect(tape.entry(2)?.metadata == ChangesetMetadata(author: "inspector", reason: "undo of commit 3"))
  }

  @Test func `a commit whose records were changed since is not undone`() throws {
    try shelf.store.table(Book.self).insert(contentsOf: [Book("Fish")])
    try shelf.store.table(Book.self).updateAll { $0.pages = 1 }
    #expect(try post(["undo"], "commit=1").status == 409)
    #expect(shelf.store.table(Book.self).count == 4)
    for body in ["commit=9", "commit=x", "", "commit=-1"] { #expect(try post(["undo"], body).status == 404) }
    #expect(try post(["other"], "").status == 404)
  }
}
