/// Stops programs with rules that cannot work.
@usableFromInline
enum Misuse {
  /// Ends the program with a sentence: the rule, its problem, and what to change.
  @usableFromInline
  static func stop(_ subject: String, _ problem: String, _ advice: String) -> Never {
    // NB: Not `preconditionFailure`, which says nothing in release builds.
    fatalError("\(subject) \(problem): \(advice).")
  }
}
