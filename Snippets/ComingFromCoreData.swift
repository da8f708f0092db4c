// An app of Core Data, as it is here: two entities, fetches, delete rules, a child context, undo.

// snippet.program
import Foundation
import MotionModel
import MotionModelTransactions

struct Issue: Model {  // the entity Issue, and its class
  var id = 0
  var title = ""
  var priority = 0
  var modifiedAt: Date?  // derived attribute now()

  static let schema = Schema<Issue> {
    Column(\.priority, .ordered)  // fetch index
    Timestamps(updated: \.modifiedAt)
  }
  struct Relations: ModelRelations {
    let labels = HasMany<Label>(\.issueID)
    let tags = HasMany<Tag>(through: \.labels, \.tag)  // to many, with the inverse to many
  }
}

struct Tag: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Tag> { Column(\.name, .unique) }  // uniqueness constraint
  struct Relations: ModelRelations {
    let labels = HasMany<Label>(\.tagID)
    let issues = HasMany<Issue>(through: \.labels, \.issue)
  }
}

struct Label: Model {  // the table that Core Data keeps for a many-to-many relationship
  var id = 0
  var issueID = 0
  var tagID = 0

  static let schema = Schema<Label> { Index(\.issueID, \.tagID, unique: true) }
  struct Relations: ModelRelations {
    let issue = BelongsTo<Issue>(\.issueID, onDelete: .delete, touch: true)
    let tag = BelongsTo<Tag>(\.tagID, onDelete: .delete)
  }
}

let store = Store.default  // NSPersistentContainer
let history = UndoHistory(of: store)  // context.undoManager
var door = try Issue.create { ($0.title, $0.priority) = ("Paint the door", 2) }  // Issue(context: context)
var urgent = try Tag.create { $0.name = "urgent" }
try door.tags.append(urgent)  // issue.addToTags(tag)

// NSPredicate(format: "ANY tags.name == %@ AND title CONTAINS[cd] %@", "urgent", "Door"), NSSortDescriptor, fetchLimit
let found = Issue.where { $0.tags.any { $0.name == "urgent" } }
  .and(\.title).contains("Door", caseSensitive: false, accentSensitive: false)
  .order(by: \.priority, .descending).limit(20).pluck(\.title)  // => ["Paint the door"]

let draft = store.branch()  // NSManagedObjectContext(parent)
try Store.with(draft.store) { try door.update { $0.title = "Paint the gate" } }
try draft.merge()  // draft.save(); until then nobody else sees it

try urgent.delete()
let bare = door.tags.isEmpty  // => true
try history.undo()  // the tag is back, with its labels
let again = door.tags.pluck(\.name)  // => ["urgent"]
// snippet.hide
precondition(found == ["Paint the door"] && bare && again == ["urgent"])
precondition(Issue.pluck(\.title) == ["Paint the gate"] && Issue.pluck(\.modifiedAt) != [nil])
