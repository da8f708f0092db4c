// Who may read and change which records.

// snippet.hide
import MotionModel
import MotionModelValidation

// snippet.show
// snippet.declare
struct Member: Principal {
  var id: Int
  var isEditor = false
  var principalName: String { "member \(id)" }  // as errors call it
}

struct Note: Model, PolicyProtected {
  var id = 0
  var text = ""
  var ownerID = 0
  var isShared = false

  static let schema = Schema<Note> { Column(\.ownerID, .indexed) }
  static let policy = Policy<Note, Member> {
    Permission(.read) { member in \.ownerID == member.id || \.isShared == true }
    Permission(.create, .update, .delete) { member in \.ownerID == member.id }
    Permission(.update, only: \.text) { member in member.isEditor ? \.isShared == true : .none }
  }
}
// snippet.hide

// snippet.show
// snippet.write
let (ann, bob, eve) = (Member(id: 1), Member(id: 2), Member(id: 3, isEditor: true))
var note = try ann.acting { try Note.create { ($0.text, $0.ownerID, $0.isShared) = ("Buy bread", 1, true) } }

var refusals: [String] = []
do { try bob.acting { try note.update { $0.text = "Buy cake" } } } catch let error as PolicyError {
  refusals.append("\(error)")  // member 2 may not update Note 1, by the policy of Note.
}
do { try eve.acting { try Note.updateAll { $0.ownerID = 3 } } } catch let error as PolicyError {
  refusals.append("\(error)")  // member 3 may not update Note 1 in "ownerID", by the policy of Note.
}
try eve.acting { try Note.updateAll { $0.text = "Buy rye bread" } }
try Store.withoutPolicies { try Note.create { ($0.text, $0.ownerID) = ("Secret", 1) } }  // the program itself
// snippet.hide
precondition(
  refusals == [
    "member 2 may not update Note 1, by the policy of Note.",
    "member 3 may not update Note 1 in \"ownerID\", by the policy of Note.",
  ])

// snippet.show
// snippet.read
let anns = Note.readable(by: ann).order(by: \.text).pluck(\.text)  // => ["Buy rye bread", "Secret"]
let bobs = bob.acting { Note.where(\.ownerID == 1).readable().count }  // => 1
let editable = Note.records.allowing(.update, by: eve).count  // => 1

note = try Note.require(1)
let showsButton = note.allows(.delete, by: bob)  // => false
try note.authorize(.read, by: bob)  // or a PolicyError
// snippet.hide
precondition(anns == ["Buy rye bread", "Secret"] && bobs == 1 && editable == 1 && !showsButton)
