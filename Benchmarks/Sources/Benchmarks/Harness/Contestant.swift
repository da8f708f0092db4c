/// One implementation of the operation that a comparison measures.
struct Contestant {
  enum Kind: String, Codable, CaseIterable {
    case library = "MotionModel"
    case hand = "hand-written"
    case grdb = "GRDB"
    case adapter = "SQLiteAdapter"
    case libpq = "libpq"
    // `Benchmarks/Peers/peers.py` adds these to the figures of a run.
    case duckdb = "DuckDB"
    case duckdbByTwo = "DuckDB, 2 threads"
    case polars = "Polars"
    case polarsByTwo = "Polars, 2 threads"
  }

  let kind: Kind
  /// The contestant's code, abbreviated.
  let label: String
  /// How many operations one call of the body does; times are given for one operation.
  let operations: Int
  /// Returns the answer on which all contestants of a comparison must agree; nil if there is nothing to compare.
  let answer: (() throws -> [Int])?
  /// Sets up each timed call. Without it, calls are repeated until they take long enough to be timed.
  let before: (() throws -> Void)?
  let body: () throws -> Void

  init(
    _ kind: Kind, _ label: String, operations: Int = 1, answer: (() throws -> [Int])? = nil,
    before: (() throws -> Void)? = nil, body: @escaping () throws -> Void
  ) {
    (self.kind, self.label, self.operations) = (kind, label, operations)
    (self.answer, self.before, self.body) = (answer, before, body)
  }
}
