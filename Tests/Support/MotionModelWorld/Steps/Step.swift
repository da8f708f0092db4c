/// One thing that happens in the world.
///
/// Steps are values that name records by numbers, which stand for the records that exist when the step is made. So a
/// step has a meaning even if steps before it are left out.
package indirect enum Step: Sendable {
  // Records
  case create(Draft, Creation)
  case insertMany([Draft], Bulk)
  case insertByKey([Draft], Conflict, byID: Bool)
  case update(Target, [Edit], Updating)
  case delete(Target)
  case destroy(Target)
  case updateAll(Scope, [Edit])
  case deleteAll(Scope)
  case destroyAll(Scope)
  case importForeign(ForeignRows)
  /// An event of a booking.
  case fire(Int, event: Int)
  // Copies of records that somebody holds
  case hold(Target)
  case useHeld(Kind, Int, [Edit], HeldUse)
  // Relations
  case relate(Relating, Int, Int, [Edit])
  // Several steps
  case transaction([Step], Ending)
  /// A transaction of a task that waits for its turn.
  case turn([Step], Ending)
  case preview([Step])
  case withoutHooks([Step])
  case withoutTouching([Step])
  case acting([Step])
  case block([Step], Block)
  case sign(Int)
  // Branches
  case branch
  case onBranch(Int, [Step])
  case mergeBranch(Int, Policy)
  case updateBranch(Int, Policy)
  case dropBranch(Int)
  // The past
  case undo
  case redo
  case undoPart
  case redoPart
  case snapshot
  case dropSnapshot(Int)
  case takeBackLast
  // Files
  case saveFile(Int, Format)
  case saveEarlierFile(Int, Format)
  case loadFile(Int, Loading)
  case saveModel(Kind, Format)
  case loadModel(Int, Loading)
  // The files of the opened store
  case readJournal
  case compactJournal
  case followJournal
  case reopen(isEarlier: Bool)
  // Indexes
  case addIndex(Int)
  case removeIndex(Int)
  // Questions
  case ask(Question)
  // Live results
  case openLive(Scope)
  case dropLive(Int)
}

/// A record of a model, present or not.
package struct Target: Sendable {
  package enum Which: Int, Sendable, CaseIterable { case present, gone, unknown }
  package var kind: Kind
  package var index: Int
  package var which: Which

  package init(kind: Kind, index: Int, which: Which) { (self.kind, self.index, self.which) = (kind, index, which) }
}

/// A column and a number that stands for a value of it.
package struct Edit: Sendable {
  package var field: Int
  package var value: Int

  package init(field: Int, value: Int) { (self.field, self.value) = (field, value) }
}

/// A record to create.
package struct Draft: Sendable {
  package enum ID: Sendable { case none, taken(Int), gone(Int), byHand(Int) }
  package var kind: Kind
  package var id: ID
  package var edits: [Edit]

  package init(kind: Kind, id: ID, edits: [Edit]) { (self.kind, self.id, self.edits) = (kind, id, edits) }
}

package enum Creation: Int, Sendable, CaseIterable {
  case create, createRecord, insert, save, saved, upsert, upsertOnColumn, firstOrCreate
}
package enum Bulk: Int, Sendable, CaseIterable { case insert, importRows, importAllOrNothing, importMapped }
/// What a bulk insert does with a record whose key is stored already.
package enum Conflict: String, Sendable, CaseIterable { case fail, ignore, replace, merge }
package enum Updating: Int, Sendable, CaseIterable {
  case save, saved, saveOnly, unchanged, update, attributes, increment, upsert, changeID, form, touch
}
package enum HeldUse: Int, Sendable, CaseIterable {
  case save, update, insert, upsert, delete, destroy, reload
}
package enum Ending: Int, Sendable, CaseIterable { case commit, rollback, rollbackAndGoOn, fail }
package enum Block: String, Sendable, CaseIterable { case silenced, coalesced, group }
package enum Policy: Int, Sendable, CaseIterable { case fail, ours, theirs }
/// The formats of files, by their extensions.
package enum Format: String, Sendable, CaseIterable {
  case json, jsonl, xml, plist, motionmodel, csv, tsv

  static let ofStores: [Format] = [.json, .jsonl, .xml, .plist, .motionmodel]
}
/// What loading does with the records that are there.
package enum Loading: Sendable, CaseIterable { case replace, mergeOrFail, mergeOurs, mergeTheirs, append }
package enum Relating: Int, Sendable, CaseIterable {
  case createJob, appendJob, removeJob, replaceJobs, setPermit, removePermit, addWorker, removeWorker, appendTeam,
    removeTeam, assignWorkers, nestJob
}

/// Rows of another program, which a mapping imports.
package struct ForeignRows: Sendable {
  /// The number of the mapping.
  package var mapping: Int
  /// For each row, a number that stands for its value in each column.
  package var rows: [[Int]]
  package var allOrNothing: Bool
}
