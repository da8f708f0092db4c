import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct ImportProgressTests {
  private struct Cancelled: Error {}

  private func rows(_ count: Int) -> [[String: AttributeValue]] {
    (1...count).map { ["Name": .string($0 % 50 == 0 ? "bad" : "\($0)"), "Parent": $0 % 3 == 0 ? "x" : nil] }
  }

  private let flat: ImportMapping<BookShelf.Category> = [
    .column("Name", to: \.name) { value in
      guard value != "bad" else { throw Cancelled() }
      return try String(attribute: value)
    }, .ignoringOthers,
  ]

  @Test func `progress is reported every hundred rows and at the end`() throws {
    var reports: [ImportProgress] = []
    try BookShelf.Category.importRows(rows(250), mapping: flat) { reports.append($0) }
    #expect(reports.map(\.done) == [100, 200, 250])
    #expect(reports.map(\.refused) == [2, 4, 5])
    #expect(reports.map(\.total) == [250, 250, 250])
    reports = []
    try BookShelf.Category.importRows(rows(200), mapping: flat) { reports.append($0) }
    #expect(reports.map(\.done) == [100, 200])
  }

  @Test func `a sequence that cannot be counted has no total`() throws {
    var reports: [ImportProgress] = []
    try BookShelf.Category.importRows(AnySequence(rows(30)), mapping: flat) { reports.append($0) }
    #expect(reports.map(\.total) == [nil] && reports.map(\.done) == [30])
  }

  @Test func `an error in it undoes the whole import and is thrown`() throws {
    try BookShelf.Category.create { $0.name = "before" }
    let commits = Store.current.commitCount
    #expect(throws: Cancelled.self) {
      try BookShelf.Category.importRows(rows(1000), mapping: flat) { progress in
        if progress.done >= 500 { throw Cancelled() }
      }
    }
    #expect(BookShelf.Category.pluck(\.name) == ["before"])
    #expect(Store.current.commitCount == commits)
  }

  @Test func `an import of families can be cancelled while rows wait`() throws {
    let families: ImportMapping<BookShelf.Category> = [
      .column("Name", to: \.name), .parent("Parent", \.parent, by: \.name, missing: .create),
    ]
    #expect(throws: Cancelled.self) {
      try BookShelf.Category.importRows(rows(150), mapping: families) { _ in throw Cancelled() }
    }
    #expect(BookShelf.Category.isEmpty)
    var last: ImportProgress?
    try BookShelf.Category.importRows(rows(150), mapping: families) { last = $0 }
    #expect(last?.done == 150 && last?.total == 150)
  }

  @Test func `it can read what is imported so far`() throws {
    var counts: [Int] = []
    try BookShelf.Category.importRows(rows(200), mapping: flat) { _ in counts.append(BookShelf.Category.count) }
    #expect(counts == [98, 196])
  }

  @Test(.enabled(if: Allocations.areCounted)) func `ten times as many rows cost at most twelve times as much`() throws {
    func allocations(_ count: Int) throws -> Double {
      let rows: [[String: AttributeValue]] = (0..<count).map {
        ["Title": .string("\($0)"), "Author": .string("author \($0 / 2)"), "Year": .int(Int64($0))]
      }
      let mapping: ImportMapping<BookShelf.Book> = [
        .column("Title", to: \.title), .column("Year", to: \.year) { try Int(attribute: $0) },
        .parent("Author", \.author, by: \.name, missing: .create), .key(\.title, \.year),
      ]
      return try Allocations.average(of: 1) {
        let report = try Store(notificationCenter: nil).table(BookShelf.Book.self).importRows(rows, mapping: mapping)
        precondition(report.failures.isEmpty)
      }
    }
    let (few, many) = (try allocations(100), try allocations(1_000))
    #expect(many <= few * 12, "\(few) and \(many) allocations")
  }
}
