import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelTestSupport
import MotionModelTransactions
import MotionModelValidation
import Testing

@testable import MotionModelInspector

/// Somebody who reads, in memory.
private struct Reader: Model, Equatable {
  var id = 0
  var name = ""

  static let schema = Schema<Reader> { Column(\.name) }
  struct Relations {
    let loans = HasMany<Loan>(\.readerID)
    let remarks = HasMany<LoanRemark>(through: \.loans, \.remarks)
  }
  static let relations = Relations()

  init() {}
  init(_ name: String) { self.name = name }
}

/// A loan, which an adapter keeps.
private struct Loan: Model, Validatable, Equatable {
  typealias Adapter = BytesAdapter
  var id = 0
  var title = ""
  var days = 0
  var readerID: Int?

  static let schema = Schema<Loan> {
    Column(\.title)
    Column(\.days)
    Column(\.readerID)
  }
  struct Relations {
    let reader = BelongsTo<Reader>(\.readerID)
    let remarks = HasMany<LoanRemark>(\.loanID, dependent: .destroy)
  }
  static let relations = Relations()
  static let validations = Validations<Loan> { Presence(\.title) }

  init() {}
  init(_ title: String, days: Int, of reader: Reader) { (self.title, self.days, readerID) = (title, days, reader.id) }
}

private struct LoanRemark: Model, Equatable {
  typealias Adapter = BytesAdapter
  var id = 0
  var text = ""
  var loanID: Int?

  static let schema = Schema<LoanRemark> {
    Column(\.text)
    Column(\.loanID)
  }
  struct Relations { let loan = BelongsTo<Loan>(\.loanID) }
  static let relations = Relations()

  init() {}
}

/// Records that an adapter keeps, beside others in memory.
struct AdapterTests {
  private let adapter = BytesAdapter()
  private let store: Store
  private let ann: Reader

  init() throws {
    store = Store(notificationCenter: nil, adapters: [adapter])
    ann = try store.table(Reader.self).saved(Reader("Ann"))
    for number in 1...5 {
      var loan = Loan("Book \(number)", days: number * 7, of: ann)
      try store.table(Loan.self).save(&loan)
    }
    var remark = LoanRemark()
    (remark.text, remark.loanID) = ("torn", 2)
    try store.table(LoanRemark.self).save(&remark)
  }

  private func subject(_ store: Store) -> StoreSubject { StoreSubject(store, title: "Loans", models: [Reader.self]) }

  private func makePages(_ store: Store, editing: Bool = false) -> InspectorPages {
    InspectorPages(
      subject: subject(store), log: CommitLogBuffer(store), allowsEditing: editing, base: "/t")
  }

  private func answer(_ path: [String], _ query: String = "", _ pages: InspectorPages? = nil) throws -> Reply {
    try router(pages).answer(Request("GET", ["t"] + path, query: query))
  }

  private func post(_ path: [String], _ body: String, _ pages: InspectorPages) throws -> Reply {
    try router(pages).answer(Request("POST", ["t"] + path, body: Array(body.utf8)))
  }

  private func router(_ pages: InspectorPages?) throws -> Router {
    Router(
      pages: pages ?? makePages(store), authorization: RequestAuthorization(token: "t", port: 1),
      listener: try Listener(port: 0))
  }

  private func page(_ path: [String], _ query: String = "") throws -> String {
    String(decoding: try answer(path, query).body, as: UTF8.self)
  }

  @Test func `the models of adapters are shown with who keeps them`() throws {
    let page = try page([])
    #expect(page.contains(">Loan</a></th><td class=\"number\">5</td>"))
    #expect(page.contains("<td class=\"number\">BytesAdapter</td></tr>"))
    #expect(page.contains(">Reader</a></th><td class=\"number\">1</td>"))
  }

  private static let queries: [(String?, String?, [Int])] = [
    ("days > 14", "days descending", [5, 4, 3]), ("title contains \"4\"", nil, [4]), ("(days * 2) > 50", nil, [4, 5]),
    ("readerID == nil", nil, []), (nil, "title descending", [5, 4, 3, 2, 1]),
  ]

  @Test(arguments: queries) func `conditions and orders are asked of the adapter`(
    condition: String?, order: String?, ids: [Int]
  ) throws {
    let table = try #require(subject(store).table("Loan"))
    let answer = try table.find(TableQuery(condition: condition, order: order, limit: 3))
    #expect(answer.rows.map(\.id) == ids.prefix(3).map { .int(Int64($0)) })
    #expect(answer.total == ids.count)
    #expect(answer.plan == "read by BytesAdapter")
  }

  @Test func `relations lead from memory to the adapter and back`() throws {
    let loans = try #require(subject(store).table("Reader")).related(to: "1", limit: 2)
    // The remarks of a reader lie behind loans, and cannot be asked for from memory.
    #expect(loans.map(\.link.name) == ["loans"])
    #expect(loans.map(\.total) == [5])
    #expect(loans[0].rows.map(\.id) == [1, 2])
    #expect(loans[0].condition == "readerID == 1")
    let ofLoan = try #require(subject(store).table("Loan")).related(to: "2", limit: 2)
    #expect(ofLoan.map(\.link.name) == ["reader", "remarks"])
    #expect(ofLoan.map { $0.rows.map(\.id) } == [[1], [1]])
  }

  @Test func `an adapter that fails is said, and all else is shown`() throws {
    try adapter.failing {
      #expect(try page([]).contains(">Loan</a></th><td class=\"number\">not readable</td>"))
      #expect(try page(["model", "Loan"]).contains("Offline()"))
      let record = try answer(["model", "Loan", "record"], "id=1")
      #expect(record.status == 503)
      #expect(
        String(decoding: record.body, as: UTF8.self).contains(
          "<p>The records of Loan cannot be read from BytesAdapter: Offline()</p>"))
      #expect(try answer(["model", "Reader"]).status == 200)
      #expect(try answer(["model", "Reader", "record"], "id=1").status == 503)
      for path in ["search", "rules"] {
        #expect(
          try page([path], "words=x").contains("<p>The records of Loan cannot be read from BytesAdapter: Offline()"))
      }
      for path in ["hooks", "relations", "commits", "advice"] { #expect(try answer([path]).status == 200) }
    }
  }

  @Test func `a store without the adapter shows what it has`() throws {
    for other in [store.snapshot(), Store(notificationCenter: nil), store.branch().store] as [Store] {
      #expect(subject(other).tables().map(\.name) == ["Reader"])
      let reader = try #require(subject(other).table("Reader"))
      #expect(try reader.related(to: "1", limit: 5).isEmpty)
      #expect(try answer([], "", makePages(other)).status == 200)
      #expect(try answer(["relations"], "", makePages(other)).status == 200)
    }
  }

  @Test func `the titles of all parents of a page are one query`() throws {
    for number in 1...5 {
      var remark = LoanRemark()
      (remark.text, remark.loanID) = ("again", number)
      try store.table(LoanRemark.self).save(&remark)
    }
    let table = try #require(subject(store).table("LoanRemark"))
    let (rows, places) = (try table.find(TableQuery()).rows, Array(table.columns.indices))
    func titles(_ rows: some Collection<InspectedRow>) -> (titles: ParentTitles, calls: Int) {
      let calls = adapter.callCount
      return (ParentTitles(of: Array(rows), places, in: table), adapter.callCount - calls)
    }
    #expect(rows.count == 6)
    let (all, calls) = titles(rows)
    #expect((1...6).map { all.title(of: .int($0), "Loan") } == (1...5).map { "Book \($0)" } + [nil])
    #expect(calls > 0 && calls == titles(rows.prefix(1)).calls)
    // Where they cannot be read, the keys are shown alone.
    #expect(adapter.failing { titles(rows).titles.title(of: 1, "Loan") } == nil)
  }

  @Test func `broken rules are found where the adapter has the records`() throws {
    try Store.with(store) {
      var loan = Loan("", days: 1, of: ann)
      try store.table(Loan.self).saveUnchecked(&loan)
    }
    let broken = try #require(subject(store).table("Loan")).broken(limit: 10)
    #expect(broken == BrokenRules(records: [.init(id: 6, messages: ["Title can't be blank"])], lookedAt: 6))
  }

  @Test func `records are edited, undone and destroyed`() throws {
    let pages = makePages(store, editing: true)
    let form = try answer(["model", "Loan", "edit"], "id=1", pages)
    #expect(String(decoding: form.body, as: UTF8.self).contains("name=\"o.title\" value=\"Book 1\""))
    #expect(
      try post(["model", "Loan", "edit"], "id=1&c.title=Other&o.title=Book 1&do=save", pages)
        == Reply(seeOther: "/t/model/Loan/record?id=1"))
    #expect(try store.table(Loan.self).find(1)?.title == "Other")
    #expect(try post(["undo"], "commit=1", pages) == Reply(seeOther: "/t/commits"))
    #expect(try store.table(Loan.self).find(1)?.title == "Book 1")
    let preview = try answer(["model", "Loan", "delete"], "id=2", pages)
    #expect(String(decoding: preview.body, as: UTF8.self).contains("1 loan destroyed, 1 loan remark destroyed"))
    #expect(try store.table(Loan.self).count == 5)
    #expect(try post(["model", "Loan", "delete"], "id=2", pages).status == 303)
    #expect(try store.table(Loan.self).count == 4)
    #expect(try store.table(LoanRemark.self).count == 0)
    let statuses = try adapter.failing {
      let edit = try post(["model", "Loan", "edit"], "id=1&c.title=X&o.title=Book 1&do=save", pages)
      return [edit.status, try post(["model", "Loan", "delete"], "id=1", pages).status]
    }
    #expect(statuses == [503, 409])
    #expect(try store.table(Loan.self).find(1)?.title == "Book 1")
  }
}
