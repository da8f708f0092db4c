import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct PageTests {
  /// Returns the ids of each page. It stops when there are more pages than there can be.
  private func ids(_ finder: Finder<Todo>, size: Int) -> [[Int]] {
    var pages = [finder.page(size: size)]
    while let next = pages.last?.next, pages.count < 50 { pages.append(finder.page(after: next, size: size)) }
    return pages.map { $0.records.map(\.id) }
  }

  private func insert(_ names: String...) throws { try Todo.insert(contentsOf: names.map { Todo($0) }) }

  @Test func `pages go through the records in order`() throws {
    try insert("c", "a", "b", "a", "d")
    #expect(ids(Todo.order(by: \.name), size: 2) == [[2, 4], [3, 1], [5]])
    #expect(ids(Todo.order(by: \.name).reversed(), size: 2) == [[5, 1], [3, 4], [2]])
    #expect(ids(Todo.records, size: 5) == [[1, 2, 3, 4, 5]])
    #expect(ids(Todo.where(\.name == "x"), size: 5) == [[]])
    #expect(ids(Todo.order(by: \.name), size: 0) == [[2], [4], [3], [1], [5]])
  }

  @Test func `an order in code and one by an undeclared property can be paged`() throws {
    try insert("ccc", "a", "bb", "dddd")
    #expect(ids(Todo.order { $0.name.count < $1.name.count }, size: 1) == [[2], [3], [1], [4]])
    #expect(ids(Todo.order(by: \.name.count, .descending), size: 2) == [[4, 1], [3, 2]])
    try Todo.where(\.name.count > 2).updateAll {
      $0.isSelected = true; $0.done = true
    }
    #expect(ids(Todo.order(by: \.isSelected), size: 1) == [[2], [3], [1], [4]])
  }

  @Test func `a cursor stays valid when its record is deleted or inserted again`() throws {
    try insert("a", "b", "c", "d", "e")
    let page = Todo.records.page(size: 2)
    var last = try #require(page.records.last)
    try last.delete()
    #expect(Todo.records.page(after: page.next, size: 2).records.map(\.id) == [3, 4])
    try last.insert()
    #expect(Todo.records.page(after: page.next, size: 9).records.map(\.id) == [3, 4, 5, 2])
  }

  @Test func `pages ignore the offset and limit of the finder, but not its distinct values`() throws {
    try insert("a", "a", "b", "b", "c")
    #expect(ids(Todo.records.distinct(by: \.name), size: 1) == [[1], [3], [5]])
    #expect(ids(Todo.records.offset(1).limit(2), size: 3) == [[1, 2, 3], [4, 5]])
  }

  @Test func `a cursor can point to a nil value or a NaN`() throws {
    struct Price: Model {
      var id = 0
      var amount: Decimal?
      static let schema = Schema<Price> { Column(\.amount) }
    }
    for amount in [3, nil, .nan, 1, nil] as [Decimal?] { try Price.create { $0.amount = amount } }
    var cursor: PageCursor<Price>?
    var ids: [Int] = []
    repeat {
      let page = Price.order(by: \.amount).page(after: cursor, size: 1)
      (ids, cursor) = (ids + page.records.map(\.id), page.next)
    } while cursor != nil && ids.count < 9
    #expect(ids == [4, 1, 3, 2, 5])
    #expect(Price.where(\.amount > 0).count == 2 && Price.records.maximum(\.amount) == 3)
  }

  @Test func `a cursor can be encoded as a token`() throws {
    try insert("c", "a", "b")
    let next = try #require(Todo.order(by: \.name).page(size: 1).next)
    let token = try JSONEncoder().encode(next)
    let cursor = try JSONDecoder().decode(PageCursor<Todo>.self, from: token)
    #expect(Todo.order(by: \.name).page(after: cursor, size: 9).records.map(\.id) == [3, 1])
  }
}
