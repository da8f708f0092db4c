import MotionModelSearch
import Testing

/// Queries that SQLite's FTS4 answered, recorded by `Scripts/search-fixtures.py`.
struct SQLiteAnswersTests {
  private struct Answers: Decodable {
    let columns: [String]
    let sets: [Set]

    struct Set: Decodable {
      let documents: [[String]]
      let cases: [Case]
    }

    struct Case: Decodable {
      let query: String
      /// A bit for each document that is found; nil for a malformed query.
      let found: UInt64?

      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        query = try values.decode(String.self)
        found = try values.decodeIfPresent(String.self).flatMap { UInt64($0, radix: 16) }
      }
    }
  }

  @Test func `Thousands of queries are answered as by FTS4`() throws {
    let answers = try fixture("fts4-answers.json", as: Answers.self)
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
