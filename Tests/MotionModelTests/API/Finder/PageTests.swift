import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

private struct Post: Model {
  var id = 0
  var number = 0
  var ownerID = 0
  static let schema = Schema<Post> {
    Column(\.number)
    Column(\.ownerID)
  }
  struct Relations {
    let comments = HasMany<Comment>(\.postID, dependent: .destroy)
    let owner = BelongsTo<Owner>(\.ownerID, required: false)
  }
  static let relations = Relations()
  /// What is read elsewhere, and may be another value later.
  var ownerName: String { self.owner?.name ?? "" }
}

private struct Comment: Model {
  var id = 0
  var postID = 0
  var weight = 0
  static let schema = Schema<Comment> {
    Column(\.postID)
    Column(\.weight)
  }
  struct Relations { let post = BelongsTo<Post>(\.postID) }
  static let relations = Relations()
}

private struct Owner: Model {
  var id = 0
  var name = ""
  static let schema = Schema<Owner> { Column(\.name) }
}

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

  /// The pages of an order of posts, where something happens to the last post of the first page.
  private func pages(
    _ finder: @autoclosure () -> Finder<Post>, afterwards change: (Post) throws -> Void,
    location: SourceLocation = #_sourceLocation
  ) throws {
    try Store.with(Store()) {
      for number in 0..<12 {
        let owner = try Owner.create { $0.name = String(UnicodeScalar(UInt8(97 + number))) }
        let post = try Post.create { ($0.ownerID, $0.number) = (owner.id, number) }
        for _ in 0..<(12 - number) { try post.comments.create { $0.weight = 1 } }
      }
      let first = finder().page(size: 4)
      #expect(first.records.map(\.id) == [1, 2, 3, 4], sourceLocation: location)
      try change(#require(first.records.last))
      let token = try JSONEncoder().encode(#require(first.next))
      var (next, rest): (PageCursor<Post>?, [Int]) = (try JSONDecoder().decode(PageCursor<Post>.self, from: token), [])
      while let cursor = next, rest.count < 20 {
        let page = finder().page(after: cursor, size: 4)
        (rest, next) = (rest + page.records.map(\.id), page.next)
      }
      // The post itself may have moved behind the cursor, and comes again then.
      #expect(rest.filter { $0 != 4 } == [5, 6, 7, 8, 9, 10, 11, 12], "\(finder())", sourceLocation: location)
    }
  }

  @Test func `a cursor stays where it is when what its key was computed from changes`() throws {
    let changes: [(Post) throws -> Void] = [
      { try $0.destroy() }, { try $0.comments.deleteAll() },
      { post in for _ in 0..<50 { try post.comments.create { $0.weight = 1 } } },
      {
        var owner = try #require($0.owner); try owner.update { $0.name = "z" }
      },
      {
        var owner = try #require($0.owner); try owner.update { $0.name = "" }
      },
      { try Owner.delete($0.ownerID) },
    ]
    for change in changes {
      try pages(Post.order(by: { $0.comments.count }, .descending), afterwards: change)
      try pages(Post.order(by: { $0.comments.count }).reversed(), afterwards: change)
      try pages(Post.order(by: { $0.comments.sum(\.weight) }, .descending), afterwards: change)
      try pages(Post.order(by: { $0.comments.count * 2 - 1 }, .descending), afterwards: change)
      try pages(Post.order(by: { $0.owner.name }), afterwards: change)
      try pages(Post.order(by: { $0.owner.name }, nils: .first).order(by: \.number), afterwards: change)
      try pages(Post.order(by: \.ownerName), afterwards: change)
      try pages(Post.order(by: \.ownerName, caseSensitive: false), afterwards: change)
      try pages(Post.order(by: \.number), afterwards: change)
    }
  }

  @Test func `the cursor of a computed order has no columns besides`() throws {
    for name in ["secret", "quokka?"] { try Todo.insert(contentsOf: [Todo(name)]) }
    let cursor = try #require(Todo.order(by: { $0.name.count }).page(size: 1).next)
    #expect(try !String(decoding: JSONEncoder().encode(cursor), as: UTF8.self).contains("secret"))
  }

  @Test func `a cursor can be encoded as a token`() throws {
    try insert("c", "a", "b")
    let next = try #require(Todo.order(by: \.name).page(size: 1).next)
    let token = try JSONEncoder().encode(next)
    let cursor = try JSONDecoder().decode(PageCursor<Todo>.self, from: token)
    #expect(Todo.order(by: \.name).page(after: cursor, size: 9).records.map(\.id) == [3, 1])
  }
}
