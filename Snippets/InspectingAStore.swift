// An inspector shows a running store in a browser, or the content of a file.

// snippet.hide
import Foundation
import MotionModel
import MotionModelInspector
import MotionModelTransactions

struct Todo: Model {
  var id = 0
  var name = ""
}

let store = Store()
nonisolated(unsafe) var printed: [String] = []
func print(_ text: String) { printed.append(text) }

// snippet.show
// snippet.start
#if DEBUG
  let inspector = try Inspector(store, options: InspectorOptions(title: "Board")).start()
  print(inspector.address ?? "")  // http://127.0.0.1:51234/4s0ilb2rf0n71gf8shrpqqkhj4/
#endif
// snippet.hide
#if DEBUG
  precondition(printed[0].hasPrefix("http://127.0.0.1:") && printed[0].hasSuffix("/"))
  inspector.cancel()
  precondition(inspector.address == nil)
#endif

// snippet.show
// snippet.options
var options = InspectorOptions(title: "Board")
options.allowsEditing = true  // pages may create, edit and destroy records, and undo commits
options.slowFinders = .milliseconds(10)  // finders that take longer are listed
let editor = try Inspector(store, options: options, models: [Todo.self]).start()
// snippet.hide
try store.table(Todo.self).insert(contentsOf: [Todo()])

// snippet.show
// snippet.branch
let draft = store.branch()
editor.show(draft, as: "draft")  // as long as the program has it
// snippet.hide
precondition(draft.changes.isEmpty)
editor.cancel()
let file = FileManager.default.temporaryDirectory.appending(path: "inspected-\(UUID()).json")
defer { try? FileManager.default.removeItem(at: file) }
try store.save(to: file)

// snippet.show
// snippet.file
let reader = try Inspector(StoreDocument(contentsOf: file)).start()
print(reader.address ?? "")
// snippet.hide
precondition(printed.last?.hasPrefix("http://127.0.0.1:") == true)
reader.cancel()
// snippet.show
