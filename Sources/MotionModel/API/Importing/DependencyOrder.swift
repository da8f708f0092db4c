/// A value by which a relation finds parents, with the number of the relation's search.
private struct FamilyName: Hashable {
  let search: Int
  let value: AnyHashable
}

/// The order in which rows are imported whose parents may be other rows: the order of the rows, except that a row waits
/// for each row with its parent's value.
///
/// A row waits for all such rows. So a parent that two rows describe is found to be ambiguous, wherever they are.
struct DependencyOrder<Record: Model> {
  /// The rows that can be imported, last first.
  private var ready: [ImportDraft<Record>]
  /// How many rows with each name are not imported yet.
  private var unfinished: [FamilyName: Int] = [:]
  private var waiting: [FamilyName: [ImportDraft<Record>]] = [:]
  private let searches: [(number: Int, search: any ParentSearch<Record>)]

  init(_ drafts: [ImportDraft<Record>], _ searches: [any ParentSearch<Record>]) {
    self.searches = searches.enumerated().filter(\.element.isOfItself).map { ($0.offset, $0.element) }
    ready = drafts.reversed()
    for draft in drafts { for name in names(of: draft) { unfinished[name, default: 0] += 1 } }
  }

  /// Returns the next row; nil when no other one can be imported.
  mutating func next() -> ImportDraft<Record>? {
    while let draft = ready.popLast() {
      guard let name = awaitedName(of: draft) else { return draft }
      waiting[name, default: []].append(draft)
    }
    return nil
  }

  /// Releases the rows that waited for a row, which was imported or refused.
  mutating func finish(_ draft: ImportDraft<Record>) {
    for name in names(of: draft) {
      unfinished[name, default: 0] -= 1
      if unfinished[name] == 0 { ready += (waiting.removeValue(forKey: name) ?? []).reversed() }
    }
  }

  /// The rows that still wait when there is no next row, in their order, each with the number of its search.
  var circles: [(draft: ImportDraft<Record>, search: Int)] {
    waiting.flatMap { name, drafts in drafts.map { ($0, name.search) } }.sorted { $0.draft.row < $1.draft.row }
  }

  /// Returns the values by which other rows find a row as their parent.
  private func names(of draft: ImportDraft<Record>) -> [FamilyName] {
    searches.compactMap { number, search in
      search.ownValue(of: draft.record, assigned: draft.assigned).map { FamilyName(search: number, value: $0) }
    }
  }

  /// Returns the name of a parent that other rows describe and that is not imported yet.
  private func awaitedName(of draft: ImportDraft<Record>) -> FamilyName? {
    for (number, _) in searches {
      guard case .value(let value) = draft.parents[number] else { continue }
      let name = FamilyName(search: number, value: value)
      if unfinished[name, default: 0] > 0 { return name }
    }
    return nil
  }
}
