import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelInspector

/// Browsers that read, follow and edit while the program writes.
@Suite(.serialized) struct InspectorConcurrencyTests {
  @Test func `pages are whole while the store changes`() throws {
    let shelf = try Shelf()
    let inspector = try Inspector(shelf.store, allowsEditing: true).start()
    let browser = try Browser(inspector)
    let pages = [
      "", "model/Book", "model/Book?where=pages%20%3E%203&order=title", "model/Author/record?id=1", "commits",
      "relations",
      "search?words=e", "rules", "hooks", "advice", "model/Book/edit?id=1", "model/Author/delete?id=1",
    ]
    let first = shelf.store.commitCount
    let failures = Locked([String]())
    onThreads(6) { thread in
      do {
        for round in 0..<40 {
          if thread < 2 {
            // Each book has as many pages as its title says, also on a page.
            try shelf.store.table(Book.self).insert(contentsOf: [Book("T\(round)", pages: round)])
            continue
          }
          if thread == 2 {
            let status = try browser.post("undo", "commit=\(round)").status
            if ![303, 404, 409].contains(status) { failures.withLock { $0.append("undo: \(status)") } }
            continue
          }
          let page = pages[(round + thread) % pages.count]
          let answer = try browser.get(page)
          if answer.status != 200 || !answer.body.hasSuffix("</html>\n") {
            failures.withLock { $0.append("\(page): \(answer.status)") }
          }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(shelf.store.commitCount >= first + 80)
    inspector.cancel()
  }

  @Test func `an inspector starts and stops while the store changes`() throws {
    let shelf = try Shelf()
    let failures = Locked([String]())
    onThreads(3) { thread in
      do {
        for round in 0..<20 {
          if thread == 0 {
            try shelf.store.table(Book.self).insert(contentsOf: [Book("T\(round)")])
          } else {
            let inspector = try Inspector(shelf.store).start()
            _ = try Browser(inspector).get("commits")
            inspector.cancel()
          }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }
}
