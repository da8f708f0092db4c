/// One way to do what a comparison is about.
struct Contestant {
  enum Kind: String, Codable, CaseIterable {
    case library = "MotionModel"
    case hand = "hand-written"
    case grdb = "GRDB"
  }

  let kind: Kind
  /// What it does, as one would write it down.
  let label: String
  /// How many operations one call of the body does; times are given for one operation.
  let operations: Int
  /// What all contestants of a comparison must agree on; nil where there is nothing to compare.
  let answer: (() throws -> [Int])?
  /// Makes a fresh start before each timed call; without it, calls are repeated until they can be timed.
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
