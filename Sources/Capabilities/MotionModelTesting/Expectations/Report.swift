#if canImport(Testing)
  import Testing

  /// Records issues of the test that is running.
  enum Report {
    /// Records an issue unless two texts are equal.
    ///
    /// - Parameter headline: A sentence that says what differs.
    static func compare(
      _ headline: @autoclosure () -> String, expected: String, found: String, _ sourceLocation: SourceLocation
    ) {
      let comparison = TextComparison(expected: expected, found: found)
      if comparison.isEqual { return }
      let text = comparison.foundText
      record(
        """
        \(headline())
        \(comparison.difference)
        All that was found\(text.isEmpty ? ": nothing." : ", to paste:\n\(text)")
        """, sourceLocation)
    }

    /// Records an issue.
    static func record(_ text: String, _ sourceLocation: SourceLocation) {
      Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    }
  }
#endif
