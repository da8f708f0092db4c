// Where records are kept is said once: in memory, in a file of SQLite, on a server, or by the program when it begins.

// snippet.hide
import Foundation
import MotionModel
import MotionModelJournal
import MotionModelPostgreSQL
import MotionModelSQL
import MotionModelSQLite

let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let (file, database) = (folder.appending(path: "shop.motionmodel"), folder.appending(path: "shop.sqlite"))

struct Song: Model {
  var id = 0
  var title = ""

  static let schema = Schema<Song> { Column(\.title, .unique) }
}

do {
  // snippet.show
  // snippet.memory
  let store = try Store(file: file, models: [Song.self])  // Song names no adapter
  try store.table(Song.self).create { $0.title = "So What" }
  let titles = store.table(Song.self).records.where(\.title).startsWith("So").pluck(\.title)  // reads need no try
  // snippet.hide
  precondition(titles == ["So What"])
}

#if SQLite
  do {
    // snippet.show
    // snippet.sqlite
    struct Page: Model {
      typealias Adapter = SQLiteAdapter
      var id = 0
      var title = ""

      static let schema = Schema<Page> { Column(\.title, .unique) }
    }

    let store = Store(adapters: [try SQLiteAdapter(file: database)])
    try store.table(Page.self).create { $0.title = "Home" }
    let titles = try store.table(Page.self).records.where(\.title).startsWith("H").pluck(\.title)
    // snippet.hide
    precondition(titles == ["Home"])
  }
#endif

#if PostgreSQL
  struct Order: Model {
    // snippet.show
    // snippet.postgresql
    typealias Adapter = PostgreSQLAdapter  // in the model
    // snippet.hide
    var id = 0
    static let schema = Schema<Order> {}
  }
  func open(_ secret: String) throws {
    // snippet.show
    var server = try PostgreSQLServer("postgres://shop@db.example.com/shop?sslmode=verify-full")
    server.password = secret
    let store = Store(adapters: [try PostgreSQLAdapter(server)])
    // snippet.hide
    _ = store
  }
#endif

#if !SQLite
  /// Records in memory, where the package is built without SQLite.
  func SQLiteAdapter(file: URL) throws -> AnyAdapter { AnyAdapter() }
#endif

// snippet.show
// snippet.any
struct Invoice: Model {
  typealias Adapter = AnyAdapter
  var id = 0
  var total: Decimal = 0
}

func shop(in file: URL?) throws -> Store {
  guard let file else { return Store(adapters: [AnyAdapter()]) }  // in lists in memory, for tests
  return Store(adapters: [AnyAdapter(try SQLiteAdapter(file: file))])
}
// snippet.hide

for file in [nil, folder.appending(path: "invoices.sqlite")] {
  let invoices = try shop(in: file).table(Invoice.self)
  try invoices.create { $0.total = 12 }
  let sum = try invoices.records.sum(\.total)
  precondition(sum == 12)
}

#if SQLite
  do {
    let songs = folder.appending(path: "songs.sqlite")
    // snippet.show
    // snippet.following
    let store = Store()
    let follower = try DatabaseFollower(of: songs, in: store, models: [FollowedModel(Song.self)])
    let song = try follower.write { try store.table(Song.self).create { $0.title = "Freddie Freeloader" } }
    let found = store.table(Song.self).find(song.id)?.title  // in memory, as the file has it
    // snippet.hide
    precondition(found == "Freddie Freeloader")
    follower.cancel()
  }
#endif
