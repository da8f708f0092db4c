/// Warns once of each index of a model that failed to find a record; see ``InvalidIndex``.
final class UnstableIndexes: Sendable {
  private let known = Locked<Set<String>>([])

  /// - Parameter index: The name of the index.
  func warn(_ index: String, of model: String) {
    guard known.withLock({ $0.insert(index).inserted }) else { return }
    // The store is locked here, and a log handler may use it.
    Task {
      Log.warning(
        """
        The \(index) of \(model) did not find a record again that was changed or deleted, and was built anew: what it is made of \
        changes by itself, as with the clock or in a class, or the code of its type (==, hash(into:), <) contradicts itself. Finders may \
        have answered with what it knew. Make it of what follows from the record alone.
        """)
    }
  }
}
