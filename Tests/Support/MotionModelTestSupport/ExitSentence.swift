package import Testing

#if os(macOS) || os(Linux)  // where exit tests are available
  /// Expects that a process that ended has written a sentence to its standard error.
  package func expectSentence(
    _ sentence: String, _ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(sentence), "\(text)", sourceLocation: sourceLocation)
  }
#endif
