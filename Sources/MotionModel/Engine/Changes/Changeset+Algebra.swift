extension Changeset {
  /// The changeset that undoes this one: it deletes inserted records, inserts deleted records at their old positions,
  /// and reverts updates.
  ///
  /// Applied to a store that has this changeset, it restores the records, their order and their indexes. Only the
  /// next ids are not restored: an id that was given is not given again. The inverse has no id, date or metadata,
  /// because nobody has committed it; the same is true of composed and rebased changesets.
  ///
  /// ```swift
  /// let changeset = try store.load(from: file).changes
  /// try store.apply(changeset.inverted)   // as if nothing had been loaded
  /// ```
  ///
  /// - Complexity: O(*k*) in the number of changes.
  public var inverted: Changeset { Changeset(parts.reversed().map(\.inverted)) }

  /// Combines this changeset with a later one: each record changes from its state before the first to its state
  /// after the second.
  ///
  /// Applying the result equals applying one after the other. A record that ends as and where it began has no change in
  /// it, so a changeset composed with its inverse is empty. A record that is deleted and then inserted again ends
  /// behind all other records: its change has no columns, and moves it.
  ///
  /// - Parameter later: A changeset that was made after this one was applied.
  /// - Complexity: O(*k*) in the number of changes of both.
  public func composed(with later: Changeset) -> Changeset {
    Self.composed([self, later])
  }

  /// Combines changesets that follow one another into one; see ``composed(with:)``.
  package static func composed(_ changesets: some Sequence<Changeset>) -> Changeset {
    var copy = Changeset()
    for changeset in changesets { copy.append(changeset) }
    return copy.filter(\.withoutUnchanged)
  }

  /// Removes the changes of records that end as they began.
  package mutating func removeUnchanged() {
    if !parts.contains(where: \.hasJoined) { return }
    for index in parts.indices where parts[index].hasJoined {
      parts[index] = parts[index].withoutUnchanged
      parts[index].hasJoined = false
    }
    parts.removeAll { !$0.hasEffect }
  }

  /// The result still belongs to the same commit, so it keeps the commit's id, date and metadata.
  func filter(_ filter: (ChangesetPart) throws -> ChangesetPart?) rethrows -> Changeset {
    var copy = Changeset(try parts.compactMap(filter))
    (copy.id, copy.date, copy.metadata) = (id, date, metadata)
    return copy
  }
}

extension ChangesetPart {
  /// The part that undoes this one.
  fileprivate var inverted: ChangesetPart {
    var inverse = ChangesetPart(layout, capacity: count * 2)
    inverse.isBulk = isBulk
    for entry in entries.reversed() {
      inverse.append(
        old: entry.new.map(address), new: entry.old.map(address), position: entry.origin ?? entry.position,
        origin: entry.origin == nil ? nil : entry.position)
    }
    return inverse
  }

  /// This part without the changes of records that end as and where they began.
  var withoutUnchanged: ChangesetPart {
    entries.contains(where: isUnchanged) ? filter { !$0.isUnchanged(at: $1) } : self
  }

  /// Returns the part with only the changes for which `isKept` returns true.
  func filter(_ isKept: (ChangesetPart, Entry) throws -> Bool) rethrows -> ChangesetPart {
    try mapEntries { copy, entry in if try isKept(self, entry) { copy.append(entry, of: self) } }
  }

  /// Returns a part with what `append` makes of each change.
  func mapEntries(_ append: (inout ChangesetPart, Entry) throws -> Void) rethrows -> ChangesetPart {
    var part = ChangesetPart(layout, capacity: count * 2)
    (part.isBulk, part.nextNumber) = (isBulk, nextNumber)
    for entry in entries { try append(&part, entry) }
    return part
  }

  /// Adds an entry of another part. Its record must not have a change here yet.
  mutating func append(_ entry: Entry, of other: ChangesetPart) {
    append(
      old: entry.old.map(other.address), new: entry.new.map(other.address), position: entry.position,
      origin: entry.origin)
  }

  /// Whether an entry changes neither its record nor the record's position.
  fileprivate func isUnchanged(at entry: Entry) -> Bool {
    guard let old = entry.old, let new = entry.new, entry.origin == nil else { return false }
    return layout.isSame(address(old), address(new))
  }
}
