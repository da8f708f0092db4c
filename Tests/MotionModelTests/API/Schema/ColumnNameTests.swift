import Testing

@testable import MotionModel

@Suite struct ColumnNameTests {
  @Test(arguments: [
    ("dueDate", "due_date"), ("apiURL", "api_url"), ("projectIDs", "project_ids"), ("home.zipCode", "home.zip_code"),
    ("due_date", "due_date"), ("a..b", "a..b"),
  ])
  func `snake case`(name: String, result: String) { #expect(ColumnName.snakeCase(name) == result) }

  @Test func `snake case does not depend on the current inflector`() {
    Inflector.with(.english.adding(acronym: "GraphQL")) {
      #expect(ColumnName.snakeCase("GraphQLQuery") == "graph_ql_query")
    }
  }
}
