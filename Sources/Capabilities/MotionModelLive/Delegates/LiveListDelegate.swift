/// An object that receives the changes of a live list call by call, as the lists of user interfaces want them.
///
/// ```swift
/// final class ListController: UITableViewController, @MainActor LiveListDelegate {
///   func liveWillChange(_ change: LiveChange<Todo>) { tableView.beginUpdates() }
///   func liveDidDelete(at place: LivePlace) { tableView.deleteRows(at: [place.indexPath], with: .automatic) }
///   func liveDidInsert(at place: LivePlace) { tableView.insertRows(at: [place.indexPath], with: .automatic) }
///   func liveDidMove(from old: LivePlace, to new: LivePlace) {
///     tableView.moveRow(at: old.indexPath, to: new.indexPath)
///   }
///   func liveDidUpdate(from old: LivePlace, to new: LivePlace, columns: [String]) { updated.append(new) }
///   func liveDidChange(_ change: LiveChange<Todo>) {
///     tableView.endUpdates()
///     tableView.reconfigureRows(at: updated.map(\.indexPath))
///     updated = []
///   }
/// }
/// ```
///
/// All calls of one change come one after the other, on one thread, and each beginning has its end:
///
/// 1. ``liveWillChange(_:)``
/// 2. for lists with sections, the deleted and then the inserted sections; see ``LiveSectionListDelegate``
/// 3. ``liveDidDelete(at:)``, from the last place to the first
/// 4. ``liveDidInsert(at:)``, from the first place to the last
/// 5. ``liveDidMove(from:to:)``, by the places after the change
/// 6. ``liveDidUpdate(from:to:columns:)``, by the places after the change
/// 7. ``liveDidChange(_:)``
///
/// Places of deletions, and the old ones of moves and updates, are those in `before` of the change; insertions and the
/// new places are those in `after`. In a list without sections, the section of each place is 0. The calls describe one
/// step together: a list that is moved call by call needs ``LiveChange/difference``.
///
/// The delegate is not retained, so it may keep the live result and the observation. Once it is released, it receives
/// nothing; if that happens during a call, it receives the rest of that change. It may read, write, cancel its
/// observation, and release the live result. What it writes is the next change, after the end of this one. An object
/// that shows several live lists needs a delegate for each.
public protocol LiveListDelegate<Change>: AnyObject {
  /// What changed: ``LiveChange``, or ``LiveSectionsChange`` for lists with sections.
  associatedtype Change: Sendable

  /// The calls of a change begin.
  func liveWillChange(_ change: Change)
  /// A record is not in the list any more.
  ///
  /// - Parameter place: Its place before the change.
  func liveDidDelete(at place: LivePlace)
  /// A record is in the list that was not.
  ///
  /// - Parameter place: Its place after the change.
  func liveDidInsert(at place: LivePlace)
  /// A record is in another place among those that stayed.
  ///
  /// - Parameters:
  ///   - old: Its place before the change.
  ///   - new: Its place after the change.
  func liveDidMove(from old: LivePlace, to new: LivePlace)
  /// The columns of a record changed. It may have moved, too: then ``liveDidMove(from:to:)`` was called with the same
  /// places.
  ///
  /// - Parameters:
  ///   - old: Its place before the change.
  ///   - new: Its place after the change.
  ///   - columns: The names of the columns that changed.
  func liveDidUpdate(from old: LivePlace, to new: LivePlace, columns: [String])
  /// The calls of a change end.
  func liveDidChange(_ change: Change)
}

/// An object that receives the changes of a live list with sections call by call; see ``LiveListDelegate``.
public protocol LiveSectionListDelegate<Change>: LiveListDelegate {
  /// A section has no records any more. Each of its records is also deleted; one that is in another section now is
  /// inserted there, as table views want it, and not moved.
  ///
  /// - Parameter index: Its index before the change. Sections come from the last to the first.
  func liveDidDeleteSection(at index: Int)
  /// A section has records that had none. Each of its records is also inserted; one that was in another section is
  /// deleted there, and not moved.
  ///
  /// - Parameter index: Its index after the change. Sections come from the first to the last.
  func liveDidInsertSection(at index: Int)
}

extension LiveListDelegate {
  /// Makes the calls of a change.
  func receive<Record>(_ change: LiveChange<Record>) where Change == LiveChange<Record> {
    func place(_ index: Int) -> LivePlace { LivePlace(section: 0, index: index) }
    liveWillChange(change)
    for index in change.deletions.reversed() { liveDidDelete(at: place(index)) }
    for index in change.insertions { liveDidInsert(at: place(index)) }
    for move in change.moves { liveDidMove(from: place(move.old), to: place(move.new)) }
    for update in change.updates {
      liveDidUpdate(from: place(update.old), to: place(update.new), columns: update.columns)
    }
    liveDidChange(change)
  }
}

extension LiveSectionListDelegate {
  /// Makes the calls of a change.
  func receive<Key, Record>(_ change: LiveSectionsChange<Key, Record>) where Change == LiveSectionsChange<Key, Record> {
    liveWillChange(change)
    for index in change.deletedSections.reversed() { liveDidDeleteSection(at: index) }
    for index in change.insertedSections { liveDidInsertSection(at: index) }
    // Table views refuse a move from or to a section that goes or comes with the same change.
    let (gone, new) = (Set(change.deletedSections), Set(change.insertedSections))
    let crossing = change.moves.filter { gone.contains($0.old.section) || new.contains($0.new.section) }
    for place in (change.deletions + crossing.map(\.old)).sorted().reversed() { liveDidDelete(at: place) }
    for place in (change.insertions + crossing.map(\.new)).sorted() { liveDidInsert(at: place) }
    for move in change.moves where !gone.contains(move.old.section) && !new.contains(move.new.section) {
      liveDidMove(from: move.old, to: move.new)
    }
    for update in change.updates { liveDidUpdate(from: update.old, to: update.new, columns: update.columns) }
    liveDidChange(change)
  }
}
