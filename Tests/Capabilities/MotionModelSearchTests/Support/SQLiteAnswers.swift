/// Queries that SQLite's FTS4 answered, recorded by `Scripts/Support/search-fixtures.py`.
struct SQLiteAnswers: Decodable {
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

  static func read() throws -> SQLiteAnswers { try fixture("fts4-answers.json") }
}
