/// One thing that happens in the world.
///
/// Steps are values that name records by numbers, which stand for the records that exist when the step is made. So a
/// step has a meaning even if steps before it are left out.
package indirect enum Step: Sendable {
  // Records
  case create(Draft, Creation)
  case insertMany([Draft], Bulk)
  case update(Target, [Edit], Updating)
  case delete(Target)
  case destroy(Target)
  case updateAll(Filter, [Edit])
  case deleteAll(Filter)
  case destroyAll(Filter)
  // Copies of records that somebody holds
  case hold(Target)
  case useHeld(Kind, Int, [Edit], HeldUse)
  // Relations
  case relate(Relating, Int, Int, [Edit])
  // Several steps
  case transaction([Step], Ending)
  case preview([Step])
  case withoutHooks([Step])
  // Branches
  case branch
  case onBranch(Int, [Step])
  case mergeBranch(Int, Policy)
  case updateBranch(Int, Policy)
  case dropBranch(Int)
  // The past
  case undo
  case redo
  case snapshot
  case dropSnapshot(Int)
  case takeBackLast
  // Files
  case saveFile(Int, Format)
  case loadFile(Int)
  case saveModel(Kind, Format)
  case loadModel(Kind)
  // Indexes
  case addIndex(Int)
  case removeIndex(Int)
  // Questions
  case ask(Question)
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

package enum Creation: Int, Sendable, CaseIterable { case create, insert, save, upsert }
package enum Bulk: Int, Sendable, CaseIterable { case insert, importRows, importAllOrNothing, importMapped }
package enum Updating: Int, Sendable, CaseIterable { case save, update, attributes, increment, upsert, changeID }
package enum HeldUse: Int, Sendable, CaseIterable { case save, insert, upsert, delete, destroy, reload }
package enum Ending: Int, Sendable, CaseIterable { case commit, rollback, rollbackAndGoOn, fail }
package enum Policy: Int, Sendable, CaseIterable { case fail, ours, theirs }
package enum Format: String, Sendable, CaseIterable { case json, xml, plist }
package enum Relating: Int, Sendable, CaseIterable {
  case createJob, appendJob, removeJob, replaceJobs, setPermit, removePermit, addWorker, removeWorker, appendTeam,
    removeTeam
}

/// The records that a bulk step changes.
package struct Filter: Sendable {
  package var kind: Kind
  package var field: Int
  package var comparator: Comparator
  package var value: Int
}

/// A finder.
package struct Question: Sendable {
  package var filters: [Filter]
  package var isAny: Bool
  package var order: Int?
  package var isReversed: Bool
  package var offset: Int
  package var limit: Int?
}
