// Searching the texts of records.

import MotionModel
import MotionModelSearch

// snippet.declaring
struct Article: Model {
  var id = 0
  var title = ""
  var text: String?
  var tags: [String] = []
  var isDraft = false

  static let schema = Schema<Article> { Searchable(\.title, \.text, \.tags, weights: [3, 1, 2]) }
}
// snippet.end

try Article.insert(contentsOf: [
  Article(title: "Walking the dog", text: "Walk it twice a day."),
  Article(title: "Hot dogs", text: "How to grill them in the street.", tags: ["food"]),
  Article(title: "Cats", text: "They walk alone, past any dog there is.", isDraft: true),
])

// snippet.searching
let found = Article.search("walk the do")  // all words, and what begins with "do"
let titles = found.pluck(\.title)  // => ["Walking the dog"]
let best = Article.search("dog").order(by: .rank).limit(20).all  // the best twenty
let published = Article.search("dog").where(\.isDraft == false).count  // 2: a search is a condition like others
let any = Article.search("(((").count  // 0: any text can be searched for

let exact = try Article.search(SearchQuery(#"title:dog* NOT "hot dogs""#)).pluck(\.title)  // => ["Walking the dog"]
// snippet.hide
precondition(titles == ["Walking the dog"] && best.count == 3 && best[0].id == 1 && published == 2 && any == 0)
precondition(exact == ["Walking the dog"])

// snippet.show
// snippet.predicates
let dogs: RecordPredicate<Article> = .search("dog") && \.isDraft == false
let either = Article.where { $0.search("grill") || $0.isDraft }.ids  // => [2, 3]
try Store.current.addIndex(Index<Article>(\.title, where: .search("dog")))
// snippet.hide
precondition(Article.where(dogs).ids == [1, 2] && either == [2, 3])
precondition(Article.where(dogs || .search("cats")).count == 3)

// snippet.show
// snippet.mistakes
do {
  _ = try Article.search(SearchQuery("dog AND OR cat"))
} catch {
  print(error)  // says what was expected, and where, with a caret below the place
}

// snippet.planning
print(found.plan)  // index title+text+tags words (2 rows of 3)
// snippet.hide
precondition("\(found.plan)".hasPrefix("index title+text+tags words"))
// snippet.show
