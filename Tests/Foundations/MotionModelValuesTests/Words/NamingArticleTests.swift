import MotionModelValues
import Testing

/// The examples of the article about naming that no other test has.
@Suite struct NamingArticleTests {
  private let english = Inflector.english

  @Test(arguments: [
    ("dueDate", ["due_date", "DueDate", "dueDate", "due_dates", "Due date", "Due Date"]),
    ("project_id", ["project_id", "ProjectID", "projectID", "project_ids", "Project", "Project"]),
    ("HTMLPage", ["html_page", "HTMLPage", "htmlPage", "html_pages", "HTML page", "HTML Page"]),
  ])
  func `the table of names`(name: String, forms: [String]) {
    #expect(
      forms == [
        english.underscore(name), english.camelize(name), english.camelize(name, firstUppercase: false),
        english.tableize(name), english.humanize(name), english.titleize(name),
      ])
  }

  @Test func `custom words`() {
    let ours = Inflector.english
      .adding(irregular: "octopus", "octopodes")
      .adding(uncountable: "staff", "crew")
      .adding(plural: "eau", "eaux")
      .adding(singular: "eaux", "eau")
      .adding(acronym: "GraphQL")
    #expect(["octopus", "crew", "plateau"].map(ours.pluralize) == ["octopodes", "crew", "plateaux"])
    #expect(ours.singularize("gateaux") == "gateau")
    #expect(ours.camelize("graphql_query") == "GraphQLQuery")
    #expect(english.adding(irregular: "cow", "kine").singularize("kine") == "cow")
  }
}
