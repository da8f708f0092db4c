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
  let inspector = try Inspector(store, title: "Board").start()
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
let editor = try Inspector(
  store, models: [Todo.self],
  allowsEditing: true,  // pages may create, edit and destroy records, and undo commits
  slowFinders: .milliseconds(10)  // finders that take longer are listed
).start()
// snippet.hide
try store.table(Todo.self).insert(contentsOf: [Todo()])

// snippet.show
// snippet.branch
let draft = store.branch()
let other = try Inspector(draft.store, title: "Draft").start()
// snippet.hide
precondition(draft.changes.isEmpty && other.address != nil && other.address != editor.address)
other.cancel()
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
