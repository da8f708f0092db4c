import MotionModel
import MotionModelLive
import MotionModelTestSupport

/// A delegate that shows sections of records as a table view does: it collects the calls of a change, and then looks at the
/// list after the change only for what was inserted and updated.
///
/// A list without sections has one, which is always there.
class Mirror<Record: Model & Equatable>: @unchecked Sendable {
  private(set) var shown: [[Record]]
  private(set) var calls: [String] = []
  private(set) var faults: [String] = []
  private var before: [[Record]]?
  private var deletedSections: [Int] = []
  private var insertedSections: [Int] = []
  private var deletions: [LivePlace] = []
  private var insertions: [LivePlace] = []
  private var moves: [(old: LivePlace, new: LivePlace)] = []
  private var updates: [(old: LivePlace, new: LivePlace)] = []

  init(_ shown: [[Record]]) { self.shown = shown }

  func begin(_ sections: [[Record]]) {
    calls.append("begin")
    if before != nil { faults.append("a change inside a change") }
    if sections != shown { faults.append("begins with \(sections) and not with \(shown)") }
    before = sections
  }

  func end(_ after: [[Record]]) {
    calls.append("end")
    let before = before ?? []
    let gone = Set(deletions).union(moves.map(\.old))
    var sections = before.indices.filter { !deletedSections.contains($0) }.map { section in
      before[section].indices.filter { !gone.contains(LivePlace(section: section, index: $0)) }
        .map { before[section][$0] }
    }
    for section in insertedSections { sections.insert([], at: section) }
    let come =
      insertions.map { ($0, after[$0.section][$0.index]) }
      + moves.map { ($0.new, before[$0.old.section][$0.old.index]) }
    for (place, record) in come.sorted(by: { $0.0 < $1.0 }) { sections[place.section].insert(record, at: place.index) }
    for update in updates {
      if before[update.old.section][update.old.index].id != after[update.new.section][update.new.index].id {
        faults.append("an update of another record")
      }
      sections[update.new.section][update.new.index] = after[update.new.section][update.new.index]
    }
    if sections != after { faults.append("gives \(sections) and not \(after)") }
    shown = after
    self.before = nil
    (deletedSections, insertedSections, deletions, insertions, moves, updates) = ([], [], [], [], [], [])
  }

  func liveDidDeleteSection(at index: Int) {
    calls.append("delete section \(index)")
    deletedSections.append(index)
  }

  func liveDidInsertSection(at index: Int) {
    calls.append("insert section \(index)")
    insertedSections.append(index)
  }

  func liveDidDelete(at place: LivePlace) {
    calls.append("delete \(place)")
    deletions.append(place)
  }

  func liveDidInsert(at place: LivePlace) {
    calls.append("insert \(place)")
    insertions.append(place)
  }

  func liveDidMove(from old: LivePlace, to new: LivePlace) {
    calls.append("move \(old) → \(new)")
    if deletedSections.contains(old.section) || insertedSections.contains(new.section) {
      faults.append("a move that table views refuse: \(calls)")
    }
    moves.append((old, new))
  }

  func liveDidUpdate(from old: LivePlace, to new: LivePlace, columns: [String]) {
    calls.append("update \(old) → \(new) (\(columns.joined(separator: ", ")))")
    updates.append((old, new))
  }
}

/// A mirror of a live result.
final class MirrorDelegate<Record: Model & Equatable>: Mirror<Record>, LiveListDelegate, @unchecked Sendable {
  /// Is called at the beginning of each change.
  var atBeginning: () -> Void = {}

  func liveWillChange(_ change: LiveChange<Record>) {
    begin([Array(change.before)])
    atBeginning()
  }

  func liveDidChange(_ change: LiveChange<Record>) { end([Array(change.after)]) }
}

/// A mirror of a live list with sections.
final class MirrorSectionsDelegate<Key: ColumnValue, Record: Model & Equatable>: Mirror<Record>,
  LiveSectionListDelegate, @unchecked Sendable
{
  func liveWillChange(_ change: LiveSectionsChange<Key, Record>) { begin(change.before.map { Array($0.records) }) }

  func liveDidChange(_ change: LiveSectionsChange<Key, Record>) { end(change.after.map { Array($0.records) }) }
}
