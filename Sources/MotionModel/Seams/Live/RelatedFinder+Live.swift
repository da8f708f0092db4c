extension RelatedFinder {
  /// The changes that can concern the records or what is included with them.
  package var liveInterests: LiveInterests {
    let all = finder.liveQuery.interests.all + inclusion.interests()
    return all.contains(where: \.isAny) ? .any : LiveInterests(all[0], Array(all.dropFirst()))
  }

  /// Returns the elements that a store has now, and what was read for them. It may run any code.
  package func elements(in store: Store) -> ([Element], RecordTrace) {
    let trace = RecordTrace()
    let now = Finder<Record>(in: store).with { $0.query = finder.query }
    return (elementsInMemory(of: now, trace), trace)
  }
}
