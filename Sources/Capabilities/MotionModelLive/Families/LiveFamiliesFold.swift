import MotionModel

/// Keeps records with their related records true.
///
/// The related records of each owner have a window and interests of their own, so a change of a related record is taken
/// to its owner by its key.
struct LiveFamiliesFold<Record: Model, Kind: RelationKind>: LiveFold {
  private struct Family: Sendable {
    /// The numbers of its interests.
    let numbers: Range<Int>
    var window: LiveWindow
  }

  private let query: LiveQuery
  private let relation: LiveRelation<Record, Kind>
  private var window: LiveWindow
  /// By the positions of the owners.
  private var families: [Int: Family] = [:]
  /// The positions of the owners, by the numbers of the interests of their families.
  private var owners: [Int: Int] = [:]
  /// The number of the next interest. Those of the owners come first.
  private var nextNumber: Int
  private var rows = LiveFamilyRows()
  private(set) var interestChanges = LiveInterestChanges()

  init(_ query: LiveQuery, _ relation: LiveRelation<Record, Kind>) {
    (self.query, self.relation, window) = (query, relation, LiveWindow(query))
    nextNumber = query.interests.count
  }

  var obstacle: String? { query.obstacle ?? relation.obstacle }
  var interests: LiveInterests { obstacle == nil ? query.interests : .any }
  var value: LiveFamilyList<Record, Kind> { LiveFamilyList(rows: rows) }

  // MARK: - Following changes

  mutating func read(in tables: LiveTables) {
    window.read(in: tables)
    for place in Array(families.keys) { removeFamily(of: place) }
    rows = LiveFamilyRows(owners: window.version)
    for row in window.version.slice { addFamily(of: row, in: tables) }
  }

  mutating func take(_ parts: [LivePart], of commit: LiveCommit, isFollowed: Bool) -> LiveFamiliesDelta? {
    interestChanges = LiveInterestChanges()
    let before = rows
    let isChanged = takeRelated(parts, of: commit)
    let areOwnersChanged = takeOwners(parts.filter { owners[$0.interest] == nil }, of: commit)
    return isChanged || areOwnersChanged ? delta(from: before) : nil
  }

  /// Takes the changes of related records.
  private mutating func takeRelated(_ parts: [LivePart], of commit: LiveCommit) -> Bool {
    var own: [Int: [LivePart]] = [:]
    for part in parts {
      guard let place = owners[part.interest], let first = families[place]?.numbers.lowerBound else { continue }
      own[place, default: []].append(part.renumbered(part.interest - first))
    }
    var isChanged = false
    for (place, parts) in own {
      if let touches = families[place]?.window.follow(parts, of: commit), touches.isEmpty { continue }
      isChanged = true
      rows.related[place] = families[place]?.window.version
    }
    return isChanged
  }

  /// Takes the changes of owners.
  private mutating func takeOwners(_ parts: [LivePart], of commit: LiveCommit) -> Bool {
    if parts.isEmpty { return false }
    let before = window.version
    guard let touches = window.follow(parts, of: commit) else {
      read(in: commit.tables)
      return true
    }
    if touches.isEmpty { return false }
    let after = window.version
    let difference = LiveDifference(from: before, to: after, touches, query)
    rows.owners = after
    for index in difference.deletions { removeFamily(of: before.slice[index].place) }
    moveFamilies(RowTransition.composed(touches[...], query), in: commit.tables)
    for index in difference.insertions { addFamily(of: after.slice[index], in: commit.tables) }
    return !difference.isEmpty
  }

  /// Gives the families of changed owners to their new rows. A record that was deleted and inserted again has another
  /// position, even if it is the same in all columns.
  private mutating func moveFamilies(_ touches: [RowTransition], in tables: LiveTables) {
    var moved: [Int: (family: Family?, rows: LiveVersion?)] = [:]
    var others: [LiveRow] = []
    for touch in touches {
      // Only the owners that are shown have families.
      guard let old = touch.old, let new = touch.new, families[old.place] != nil else { continue }
      if relation.isSame(old.record(of: Record.self), new.record(of: Record.self)) {
        moved[new.place] = (families.removeValue(forKey: old.place), rows.related.removeValue(forKey: old.place))
      } else {
        removeFamily(of: old.place)
        others.append(new)
      }
    }
    for (place, family) in moved {
      (families[place], rows.related[place]) = family
      for number in family.family?.numbers ?? 0..<0 { owners[number] = place }
    }
    for owner in others { addFamily(of: owner, in: tables) }
  }

  private mutating func addFamily(of owner: LiveRow, in tables: LiveTables) {
    let query = relation.query(of: owner.record(of: Record.self))
    let interests = query.interests
    var family = Family(numbers: nextNumber..<(nextNumber + interests.count), window: LiveWindow(query))
    family.window.read(in: tables)
    (families[owner.place], rows.related[owner.place]) = (family, family.window.version)
    for (number, interest) in zip(family.numbers, interests.all) {
      (owners[number], interestChanges.added[number]) = (owner.place, interest)
    }
    nextNumber = family.numbers.upperBound
  }

  private mutating func removeFamily(of owner: Int) {
    rows.related[owner] = nil
    guard let family = families.removeValue(forKey: owner) else { return }
    for number in family.numbers {
      owners[number] = nil
      // A family that came with the same commit has not been added yet.
      if interestChanges.added.removeValue(forKey: number) == nil { interestChanges.removed.append(number) }
    }
  }

  // MARK: - Differences

  func again(in store: Store) -> (fold: Self, commit: Int) {
    let (now, commit) = store.committed
    var fold = self
    let owners = LiveRows(sorted: query.rows(of: now, sharing: Array(rows.owners.slice)).rows)
    fold.rows = LiveFamilyRows(owners: LiveVersion(rows: owners, shown: 0..<owners.count))
    now.using {
      for owner in owners[0..<owners.count] {
        let old = rows.related[owner.place].map { Array($0.slice) } ?? []
        let related = LiveRows(sorted: relation.rows(of: owner.record(of: Record.self), in: now, sharing: old))
        fold.rows.related[owner.place] = LiveVersion(rows: related, shown: 0..<related.count)
      }
    }
    return (fold, commit)
  }

  func difference(from old: Self) -> LiveFamiliesDelta? { delta(from: old.rows) }

  private func delta(from before: LiveFamilyRows) -> LiveFamiliesDelta {
    LiveFamiliesDelta(
      before: before, after: rows, owners: query, related: relation.query, isReadAgain: relation.obstacle != nil)
  }

  func composed(_ first: LiveFamiliesDelta, _ second: LiveFamiliesDelta) -> LiveFamiliesDelta? {
    var delta = first
    delta.after = second.after
    return delta
  }

  static func change(_ delta: LiveFamiliesDelta, _ span: CommitSpan, by _: Void) -> LiveFamiliesChange<Record, Kind>? {
    LiveFamiliesChange(delta, span)
  }
}
