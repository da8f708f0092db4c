/// The measurements of contestants that perform the same operation.
struct Comparison: Codable {
  /// The times of one contestant, in nanoseconds for one operation.
  struct Timing: Codable {
    let kind: Contestant.Kind
    let label: String
    let minimum: Double
    let median: Double
  }

  let suite: String
  let title: String
  let rows: Int
  /// What one operation is: a call, a row, …
  let unit: String
  /// What the contestants agree on: a number, or the sum of several; nil if nothing was compared.
  let answer: Int?
  let timings: [Timing]

  var about: String { "\(title), \(grouped(rows)) rows" }

  /// The quickest of the contestants of a kind.
  func best(_ kind: Contestant.Kind) -> Double? { fastest(kind)?.minimum }

  func fastest(_ kind: Contestant.Kind) -> Timing? {
    timings.filter { $0.kind == kind }.min { $0.minimum < $1.minimum }
  }
}

/// A measurement that is not one time: bytes, or a distribution.
struct Fact: Codable {
  let suite: String
  let about: String
  let figure: String
}
