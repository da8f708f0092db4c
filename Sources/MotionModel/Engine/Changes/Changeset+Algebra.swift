extension Changeset {
  /// The changeset that undoes this one: what came goes, what went comes back to its old place, what changed changes back.
  ///
  /// Applied to a store that has this changeset, it makes the records, their order and their indexes what they were. Only the
  /// next ids are not counted back: an id that was given is not given again. Nobody has committed it yet, so it has no number, time
  /// or metadata; nor has one that is composed or rebased.
  ///
  /// ```swift
  /// let changeset = try store.load(from: file)
  /// try store.apply(changeset.inverted)   // as if nothing had been loaded
  /// ```
  ///
  /// - Complexity: O(*k*) in the number of changes.
  public var inverted: Changeset { Changeset(parts.reversed().map(\.inverted)) }

  /// This changeset and one that comes after it, as one: each record from what it was before the first to what it is after the
  /// second.
  ///
  /// Applying the result equals applying one after the other. A record that comes to what it was has no change in it, so a
  /// changeset composed with its inverse is empty.
  ///
  /// - Parameter later: A changeset that was made where this one had been applied.
  /// - Complexity: O(*k*) in the number of changes of both.
  public func composed(with later: Changeset) -> Changeset {
    Self.composed([self, later])
  }

  /// Changesets that come one after the other, as one; see ``composed(with:)``.
  package static func composed(_ changesets: some Sequence<Changeset>) -> Changeset {
    var copy = Changeset()
    for changeset in changesets { copy.append(changeset) }
    copy.removeIdle()
    return Changeset(copy.parts)
  }

  /// Forgets the changes of records that came to what they were.
  mutating func removeIdle() {
    if parts.contains(where: \.hasJoined) { replaceParts { $0.hasJoined ? $0.filter { !$0.isIdle(at: $1) } : $0 } }
  }

  /// The changes to the records of some models.
  public func filtered(models: [any Model.Type]) -> Changeset {
    filter { part in models.contains { $0 == part.layout.type } ? part : nil }
  }

  /// The changes of some kinds: `changeset.filtered(kinds: [.insert])`.
  public func filtered(kinds: Set<ChangeKind>) -> Changeset {
    filter { part in part.filter { kinds.contains($1.kind) } }
  }

  /// The changes without those of one model that a closure refuses. The changes to records of other models stay.
  ///
  /// ```swift
  /// changeset.filtered(Todo.self) { $0.new?.priority != $0.old?.priority }
  /// ```
  public func filtered<Record: Model>(
    _ model: Record.Type, where isKept: (Change<Record>) throws -> Bool
  ) rethrows -> Changeset {
    try filter { part in
      if part.layout.slot != Record.schema.layout.slot { return part }
      return try part.filter { try isKept($0.change($1, of: model)) }
    }
  }

  /// It says of the same commit less, so it keeps its number, its time and its metadata.
  private func filter(_ filter: (ChangesetPart) throws -> ChangesetPart?) rethrows -> Changeset {
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

  /// The part with some of the changes.
  func filter(_ isKept: (ChangesetPart, Entry) throws -> Bool) rethrows -> ChangesetPart {
    var copy = ChangesetPart(layout, capacity: count * 2)
    (copy.isBulk, copy.nextNumber) = (isBulk, nextNumber)
    for entry in entries where try isKept(self, entry) { copy.append(entry, of: self) }
    return copy
  }

  /// Adds an entry of another part, of a record that has none here yet.
  mutating func append(_ entry: Entry, of other: ChangesetPart) {
    append(
      old: entry.old.map(other.address), new: entry.new.map(other.address), position: entry.position,
      origin: entry.origin)
  }

  /// Whether an entry leaves its record as it is, where it is.
  fileprivate func isIdle(at entry: Entry) -> Bool {
    guard let old = entry.old, let new = entry.new, entry.origin == nil else { return false }
    return layout.isSame(address(old), address(new))
  }
}
