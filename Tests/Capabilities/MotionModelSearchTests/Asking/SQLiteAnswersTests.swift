import MotionModelSearch
import Testing

struct SQLiteAnswersTests {
  @Test func `Thousands of queries are answered as by FTS4`() throws {
    let answers = try SQLiteAnswers.read()
    var count = 0
    for set in answers.sets {
      let records = set.documents.map { RecordWords($0) }
      for item in set.cases {
        count += 1
        let query = try? SearchQuery(item.query).bound(to: answers.columns, by: .simple)
        let found = query.map { query in
          records.enumerated().reduce(into: UInt64(0)) { bits, record in
            if query.matches(record.element) { bits |= 1 << record.offset }
          }
        }
        #expect(found == item.found, "\(item.query)")
      }
    }
    #expect(count == 4000)
  }
}
