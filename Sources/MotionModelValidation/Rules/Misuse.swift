/// Rules that cannot work.
@usableFromInline
enum Misuse {
  /// Ends the program with a sentence: what is wrong, why, and what to do.
  @usableFromInline
  static func stop(_ subject: String, _ problem: String, _ advice: String) -> Never {
    // NB: Not `preconditionFailure`, which says nothing in release builds.
    fatalError("\(subject) \(problem): \(advice).")
  }
}
