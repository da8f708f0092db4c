extension Changeset: Equatable {
  /// Returns whether two changesets make the same changes to the same records, compared column by column.
  ///
  /// The order of records does not count, nor do the id, the date and the metadata of the commit.
  ///
  /// - Complexity: O(*k*) in the number of changes.
  public static func == (first: Changeset, second: Changeset) -> Bool {
    let (first, second) = (first.parts.filter { $0.count > 0 }, second.parts.filter { $0.count > 0 })
    return first.count == second.count
      && first.allSatisfy { part in
        second.contains { $0.layout.slot == part.layout.slot && $0.isSame(as: part) }
      }
  }
}

extension ChangesetPart {
  fileprivate func isSame(as other: ChangesetPart) -> Bool {
    if count != other.count { return false }
    let finder = EntryFinder(other)
    return entries.allSatisfy { entry in
      guard let match = finder.entry(of: address(entry.row)) else { return false }
      return isSame(entry.old, as: match.old, of: other) && isSame(entry.new, as: match.new, of: other)
    }
  }

  private func isSame(_ row: Int?, as match: Int?, of other: ChangesetPart) -> Bool {
    guard let row, let match else { return row == nil && match == nil }
    return layout.isSame(address(row), other.address(match))
  }
}
