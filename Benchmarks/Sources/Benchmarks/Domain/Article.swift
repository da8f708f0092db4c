import GRDB
import MotionModel
import MotionModelSearch

/// A model with two texts that are searched. Its index is added to the store, so that building it can be measured alone.
struct Article: Model {
  var id = 0
  var title = ""
  var text = ""

  static let schema = Schema<Article> {
    Column(\.title)
    Column(\.text)
  }

  static let searchable = Searchable<Article>(\.title, \.text)
}

/// The same record for GRDB.
struct StoredArticle: FetchableRecord {
  let id: Int
  let title: String
  let text: String

  init(row: Row) { (id, title, text) = (row[0], row[1], row[2]) }
}
