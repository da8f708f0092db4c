// Excerpts of records with what was found in them, suggestions and completions.

// snippet.hide
import MotionModel
import MotionModelSearch

struct Recipe: Model {
  var id = 0
  var name = ""
  var text = ""
  var course = "main"

  static let schema = Schema<Recipe> { Searchable(\.name, \.text) }
}

let recipe = try Recipe.create {
  $0.name = "Fresh pasta <al dente>"
  $0.text = "Boil the water. Drain the pasta and stir it into the sauce. Serve at once."
}
try Recipe.create { $0.name = "Lasagne with spinach" }

// snippet.show
// snippet.showing
let found = Recipe.search("pasta sauce")
let snippet = found.snippet(of: recipe, words: 9)
_ = snippet?.marked()  // => "…Drain the [pasta] and stir it into the [sauce]…"
_ = snippet?.column  // => "text"

let name = found.highlights(of: recipe, in: \.name).first
_ = name?.html()  // => "Fresh <mark>pasta</mark> &lt;al dente&gt;"
// snippet.hide
precondition(snippet?.marked() == "…Drain the [pasta] and stir it into the [sauce]…" && snippet?.column == "text")
precondition(name?.html() == "Fresh <mark>pasta</mark> &lt;al dente&gt;")

// snippet.show
// snippet.facets
let courses = Recipe.search("la").group(by: \.course).count()  // => ["main": 1]: how many there are of each
let best = Recipe.search("p").order(by: .rank).limit(20).group(by: \.course).count()  // among the best alone
// snippet.hide
precondition(courses == ["main": 1] && best == ["main": 1])

// snippet.show
// snippet.texts
let query = try SearchQuery("creme OR bru*")
let excerpt = try query.highlight("Crème brûlée")
_ = excerpt.marked("*", "*")  // => "*Crème* *brûlée*"
// snippet.hide
precondition(excerpt.marked("*", "*") == "*Crème* *brûlée*")

// snippet.show
// snippet.suggestions
let forgiven = Recipe.search("lasange", fuzziness: SearchFuzziness()).count  // => 1
let suggestion = Recipe.records.suggestion(for: "Lasange with spinahc")  // => "lasagne with spinach"
let completions = Recipe.records.completions(of: "fresh las")  // => ["lasagne"]
// snippet.hide
precondition(forgiven == 1 && suggestion == "lasagne with spinach" && completions == ["lasagne"])
