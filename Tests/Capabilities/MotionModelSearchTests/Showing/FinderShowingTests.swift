import MotionModel
import MotionModelSearch
import MotionModelTesting
import Testing

private struct Dish: Model, Equatable {
  var id = 0
  var name = ""
  var text: String?
  var tags: [String] = []

  static let schema = Schema<Dish> {
    Column(\.name)
    Column(\.text)
    Column(\.tags)
    Searchable(\.name, \.text, \.tags)
  }
}

/// What is shown of records that a finder found.
@Suite(.store) struct FinderShowingTests {
  private func dish(_ name: String, _ text: String? = nil, _ tags: String...) throws -> Dish {
    try Dish.create { ($0.name, $0.text, $0.tags) = (name, text, tags) }
  }

  @Test func `the snippet is that of the column which shows most`() throws {
    let dish = try dish("Fresh pasta", "Boil the pasta. Stir in the sauce, and serve.", "quick")
    let snippet = try #require(Dish.search("pasta sauce").snippet(of: dish, words: 6))
    #expect(snippet.column == "text")
    #expect(snippet.marked() == "…[pasta]. Stir in the [sauce], and…")
    #expect(Dish.search("fresh").snippet(of: dish)?.marked() == "[Fresh] pasta")
    #expect(Dish.search("quick").snippet(of: dish)?.column == "tags")
  }

  @Test func `a record without what was searched for shows its first text`() throws {
    let found = Dish.search("pasta")
    #expect(found.snippet(of: try dish("", nil, "", "bread"))?.marked() == "bread")
    #expect(found.snippet(of: try dish("Bread", "Knead"))?.marked() == "Bread")
    #expect(found.snippet(of: try dish("", nil)) == nil)
    #expect(Dish.where(\.name == "x").snippet(of: try dish("Bread"))?.marked() == "Bread")
  }

  @Test func `highlights are those of a column`() throws {
    let dish = try dish("Crème & <b>", nil, "crème", "none", "the creme")
    let found = Dish.search("creme")
    #expect(found.highlights(of: dish, in: \.name).map { $0.html() } == ["<mark>Crème</mark> &amp; &lt;b&gt;"])
    #expect(found.highlights(of: dish, in: \.text) == [])
    #expect(found.highlights(of: dish, in: \.tags).map { $0.marked() } == ["[crème]", "none", "the [creme]"])
  }

  @Test func `phrases do not reach from one text into the next, and columns are those of the query`() throws {
    let dish = try dish("red wine", "white wine", "red", "wine")
    let phrase = try Dish.search(SearchQuery("\"red wine\""))
    #expect(phrase.highlights(of: dish, in: \.tags).map { $0.marked() } == ["red", "wine"])
    let column = try Dish.search(SearchQuery("text:wine"))
    #expect(column.highlights(of: dish, in: \.name).map { $0.marked() } == ["red wine"])
    #expect(column.highlights(of: dish, in: \.text).map { $0.marked() } == ["white [wine]"])
    #expect(
      try Dish.search(SearchQuery("wine NOT beer")).highlights(of: dish, in: \.name).map { $0.marked() } == [
        "red [wine]"
      ])
  }

  @Test func `several searches are shown together, and negated ones are not`() throws {
    let dish = try dish("red white green")
    let found = Dish.search("red").search("white").and(Dish.search("green"))
    #expect(found.highlights(of: dish, in: \.name).map { $0.marked() } == ["[red] [white] [green]"])
    #expect(
      Dish.search("red").and(Dish.search("blue").not()).highlights(of: dish, in: \.name).map { $0.marked() } == [
        "[red] white green"
      ])
  }

  @Test func `an edited record is shown as it is`() throws {
    var dish = try dish("red")
    dish.name = "the red dish"
    #expect(Dish.search("red").snippet(of: dish)?.marked() == "the [red] dish")
  }

  @Test func `a text is shown without an index`() throws {
    let query = try SearchQuery("creme OR title:bru*")
    #expect(try query.highlight("Crème brûlée", column: "title").marked() == "[Crème] [brûlée]")
    #expect(throws: SearchQuery.SyntaxError.self) { try query.highlight("Crème") }
    let text = "Boil the pasta. Stir the sauce until it thickens, then serve."
    let excerpt = try SearchQuery("pasta OR sauce").snippet(of: text, words: 6)
    #expect(excerpt.marked("*", "*") == "Boil the *pasta*. Stir the *sauce*…")
    #expect(excerpt.html() == "Boil the <mark>pasta</mark>. Stir the <mark>sauce</mark>…")
    #expect(excerpt.description == "Boil the [pasta]. Stir the [sauce]…")
    #expect(try SearchQuery("both dogs").highlight("both").marked() == "both")
  }
}
