import Foundation
import MotionModel

/// The edits of a store in the order in which a server can follow: parents are created before their children, and
/// deleted after them.
///
/// It reads all edits once, and then follows the commits of the store: it examines only the edits that a commit
/// concerns, and the edits that waited for these.
final class EditQueue {
  /// What is known of an edit.
  private struct Entry {
    var edit: RemoteEdit
    /// The names of the edits whose records this one points to, here and on the server.
    var links: (here: [String], there: [String]) = ([], [])
    /// The place of the edit among those that began at the same time.
    let number: Int
    /// Which of the edit's tickets counts: the last one.
    var ticket = 0

    func makeTicket(_ date: Date? = nil) -> Ticket {
      Ticket(date: date ?? edit.since, number: number, edit: edit.id, ticket: ticket)
    }
  }

  /// The turn of an edit, which counts until there is a newer one.
  private struct Ticket: Comparable {
    let date: Date
    let number: Int
    let edit: String
    let ticket: Int

    static func < (first: Ticket, second: Ticket) -> Bool {
      first.date == second.date ? first.number < second.number : first.date < second.date
    }
  }

  private let store: Store
  private let senders: [String: EditTracker.Sender]
  private let longestPause: TimeInterval
  private var entries: [String: Entry] = [:]
  /// The edits whose records point here to a record, by the name that the edit of that record has, or would have.
  private var pointingHere: [String: Set<String>] = [:]
  /// The edits whose records point to a record on the server.
  private var pointingThere: [String: Set<String>] = [:]
  /// The edits that can be sent, by when they began.
  private var ready = Heap<Ticket>()
  /// The edits that can be sent later, by when.
  private var postponed = Heap<Ticket>()
  private var taken: Set<String> = []
  private var nextNumber = 0
  /// How often an edit was looked at.
  private(set) var looks = 0

  /// The names of the edits that commits have concerned since they were last looked at.
  private let changed: Locked<Set<String>>
  private let recorder: CommitRecorder

  /// Reads all edits of a store, and follows its commits until ``stop()``.
  ///
  /// - Parameter longestPause: The longest time, in seconds, for which an edit is postponed.
  /// - Complexity: O(*n* log *n*) in the number of edits.
  init(of store: Store, _ senders: [String: EditTracker.Sender], longestPause: TimeInterval) {
    let changed = Locked<Set<String>>([])
    (self.store, self.senders, self.changed, self.longestPause) = (store, senders, changed, longestPause)
    // Commits are recorded first, so that none is missed.
    recorder = store.recordCommits { changes in
      let names = Self.names(of: changes, senders)
      changed.withLock { $0.formUnion(names) }
    }
    for edit in store.table(RemoteEdit.self).records.order(by: \.since).all { add(edit) }
    for name in entries.keys { offer(name) }
  }

  /// Ends following the store.
  func stop() { store.stopRecording(recorder) }

  private static func names(of changes: Changeset, _ senders: [String: EditTracker.Sender]) -> [String] {
    let edits = changes.changes(of: RemoteEdit.self).map(\.id)
    return edits + changes.models.flatMap { senders[Self.name(of: $0)]?.model.names(of: changes) ?? [] }
  }

  private static func name<Record: Model>(of model: Record.Type) -> String { Record.schema.modelName }

  // MARK: - Taking

  /// Takes the first edit that can be sent now; nil if there is none. It is not offered again before it is given back.
  func take(at now: Date) -> RemoteEdit? {
    follow()
    while let first = postponed.first, first.date <= now {
      _ = postponed.removeFirst()
      if let entry = entries[first.edit], entry.ticket == first.ticket { ready.insert(entry.makeTicket()) }
    }
    while let first = ready.removeFirst() {
      guard let entry = entries[first.edit], entry.ticket == first.ticket, !taken.contains(first.edit) else { continue }
      taken.insert(first.edit)
      return entry.edit
    }
    return nil
  }

  /// Lets an edit be taken again, if there is one of that name.
  func giveBack(_ name: String) {
    taken.remove(name)
    offer(name)
  }

  /// When the next edit can be sent; nil if none can.
  ///
  /// - Complexity: O(*n*) in the number of edits.
  var nextAttempt: Date? {
    follow()
    let edits = entries.keys.filter(isSendable).compactMap { entries[$0]?.edit }
    return edits.map { dueDate(of: $0) ?? $0.since }.min()
  }

  // MARK: - Following

  /// Looks at the edits that commits have concerned.
  private func follow() {
    let names = changed.withLock { names in
      defer { names = [] }
      return names
    }
    for name in names.sorted() { update(name, store.table(RemoteEdit.self).find(name)) }
  }

  /// Notes the new state of an edit, and offers the edits that waited for it.
  private func update(_ name: String, _ edit: RemoteEdit?) {
    let old = entries[name]
    if old == nil && edit == nil { return }
    if let old { remove(old) }
    if let edit { add(edit, old) }
    offer(name)
    // Deletions of parents, and edits of children, may have waited for this edit.
    for parent in old?.links.there ?? [] { offer(parent) }
    if isUnsent(old?.edit) != isUnsent(edit) { for child in pointingHere[name] ?? [] { offer(child) } }
  }

  private func isUnsent(_ edit: RemoteEdit?) -> Bool { edit.map { $0.base == nil } ?? false }

  private func add(_ edit: RemoteEdit, _ old: Entry? = nil) {
    looks += 1
    var entry = Entry(edit: edit, number: old?.number ?? nextNumber, ticket: old?.ticket ?? 0)
    nextNumber += 1
    entry.links = senders[edit.model]?.model.links(of: edit, in: store) ?? ([], [])
    for parent in entry.links.here { pointingHere[parent, default: []].insert(edit.id) }
    for parent in entry.links.there where parent != edit.id { pointingThere[parent, default: []].insert(edit.id) }
    entries[edit.id] = entry
  }

  private func remove(_ entry: Entry) {
    for parent in entry.links.here { Self.remove(entry.edit.id, parent, &pointingHere) }
    for parent in entry.links.there { Self.remove(entry.edit.id, parent, &pointingThere) }
    entries[entry.edit.id] = nil
  }

  private static func remove(_ child: String, _ parent: String, _ children: inout [String: Set<String>]) {
    children[parent]?.remove(child)
    if children[parent]?.isEmpty == true { children[parent] = nil }
  }

  // MARK: - Offering

  /// Gives an edit a ticket if it can be sent, and withdraws the ones that it had.
  private func offer(_ name: String) {
    guard var entry = entries[name] else { return }
    looks += 1
    entry.ticket += 1
    entries[name] = entry
    if taken.contains(name) || !isSendable(name) { return }
    if let due = dueDate(of: entry.edit) {
      postponed.insert(entry.makeTicket(due))
    } else {
      ready.insert(entry.makeTicket())
    }
  }

  /// When an edit may be sent again; nil for now.
  ///
  /// A date that is further away than any pause comes from a file: the clock was wrong, or an earlier version waited as
  /// long as a server said.
  private func dueDate(of edit: RemoteEdit) -> Date? {
    edit.dueAt.flatMap { $0.timeIntervalSince(store.clock()) <= longestPause ? $0 : nil }
  }

  /// Whether an edit can be sent once it is due.
  private func isSendable(_ name: String) -> Bool {
    guard let entry = entries[name] else { return false }
    return entry.edit.onHold == nil && senders[entry.edit.model] != nil && !isBlocked(entry)
  }

  /// Whether something else has to be sent before.
  private func isBlocked(_ entry: Entry) -> Bool {
    // The server may delete children with their parent, also those that were moved elsewhere here.
    if entry.edit.kind == .delete { return pointingThere[entry.edit.id] != nil }
    return entry.links.here.contains { isUnsent(entries[$0]?.edit) }
  }
}
