/// A difference from what the naive store or an invariant requires.
package struct Difference: Error, Equatable, CustomStringConvertible {
  /// What differs, without numbers, so that shrinking keeps to one difference.
  package let rule: String
  package let details: String

  package init(_ rule: String, _ details: String) { (self.rule, self.details) = (rule, details) }

  package var description: String { "\(rule): \(details)" }
}
