import MotionModelValues
import MotionModelTestSupport
import Testing

@Suite struct InflectorNamesTests {
  private let english = Inflector.english

  @Test(arguments: [
    ("dueDate", "due_date"), ("due_date", "due_date"), ("due-date", "due_date"), ("Due Date", "due_date"),
    ("HTMLParser", "html_parser"), ("apiURL", "api_url"), ("APIURL", "api_url"), ("APIURLParser", "api_url_parser"),
    ("projectID", "project_id"), ("projectIDs", "project_ids"), ("projectIDsByName", "project_ids_by_name"),
    ("userSSDs", "user_ssds"), ("SMSes", "smses"), ("planAIsGood", "plan_a_is_good"), ("Foo.Bar", "foo/bar"),
    ("Foo::BarBaz", "foo/bar_baz"), ("foo/bar", "foo/bar"), ("LINE_ITEM", "line_item"), ("IDENTITY", "identity"),
    ("line2Text", "line2_text"), ("MP3Player", "mp3_player"), ("utf8", "utf8"), ("_id", "_id"),
    ("__typename", "__typename"),
    ("straßeÄrger", "straße_ärger"), ("名前", "名前"), ("v1.5", "v1.5"), ("a!b", "a!b"), ("", ""), ("_", "_"), ("X", "x"),
  ])
  func `underscore`(name: String, result: String) {
    #expect(english.underscore(name) == result)
    #expect(english.underscore(result) == result)
  }

  @Test(arguments: [
    ("line_item", "LineItem", "lineItem"), ("LineItem", "LineItem", "lineItem"), ("due-date", "DueDate", "dueDate"),
    ("Due date", "DueDate", "dueDate"), ("project_id", "ProjectID", "projectID"), ("id", "ID", "id"),
    ("project_ids", "ProjectIDs", "projectIDs"), ("html_parser", "HTMLParser", "htmlParser"),
    ("api_url", "APIURL", "apiURL"),
    ("HTMLParser", "HTMLParser", "htmlParser"), ("foo/bar_baz", "Foo.BarBaz", "foo.BarBaz"),
    ("Foo::Bar", "Foo.Bar", "foo.Bar"), ("LINE_ITEM", "LineItem", "lineItem"), ("SSD", "SSD", "ssd"),
    ("backupSSD", "BackupSSD", "backupSSD"), ("_private", "Private", "private"), ("", "", ""),
    ("ärger", "Ärger", "ärger"),
  ])
  func `camelize`(name: String, upper: String, lower: String) {
    #expect(english.camelize(name) == upper)
    #expect(english.camelize(name, firstUppercase: false) == lower)
  }

  @Test(arguments: [
    ("dueDate", "Due date", "Due Date"), ("due_date", "Due date", "Due Date"), ("DueDate", "Due date", "Due Date"),
    ("projectID", "Project", "Project"), ("project_id", "Project", "Project"), ("projectId", "Project", "Project"),
    ("salesPersonID", "Sales person", "Sales Person"), ("id", "ID", "ID"), ("_id", "ID", "ID"),
    ("projectIDs", "Project IDs", "Project IDs"), ("apiURL", "API URL", "API URL"), ("api_url", "API URL", "API URL"),
    ("HTMLPage", "HTML page", "HTML Page"), ("backupSSD", "Backup SSD", "Backup SSD"), ("valid", "Valid", "Valid"),
    ("LINE_ITEM", "Line item", "Line Item"), ("home.zipCode", "Home zip code", "Home Zip Code"),
    ("x-men: the last stand", "X men: the last stand", "X Men: The Last Stand"),
    ("don't_panic", "Don't panic", "Don't Panic"),
    ("O'Brien's_pub", "O'brien's pub", "O'brien's Pub"), ("Walk the dog", "Walk the dog", "Walk The Dog"),
    ("  due   date ", "Due date", "Due Date"), ("version_1.5", "Version 1.5", "Version 1.5"), ("", "", ""),
    ("_", "", ""),
    ("äpfel_anzahl", "Äpfel anzahl", "Äpfel Anzahl"),
  ])
  func `humanize and titleize`(name: String, human: String, title: String) {
    #expect(english.humanize(name) == human)
    #expect(english.titleize(name) == title)
  }

  /// The results are those of Active Support.
  @Test(arguments: [
    ("don't stop", "Don't Stop"), ("david's code", "David's Code"), ("sgt. pepper's", "Sgt. Pepper's"),
    ("i've just seen a face", "I've Just Seen A Face"), ("maybe you'll be there", "Maybe You'll Be There"),
    ("fred’s", "Fred’s"), ("fred`s", "Fred`s"), ("this was 'fake news'", "This Was 'Fake News'"),
    ("rock 'n' roll", "Rock 'N' Roll"), ("new name(s)", "New Name(s)"), ("new (names)", "New (Names)"),
    ("their (mis)deeds", "Their (Mis)deeds"), ("(both) sides", "(Both) Sides"), ("line_item(s)", "Line Item(s)"),
    ("the users' list", "The Users' List"), ("[draft] notes", "[Draft] Notes"), ("a(b)c(d)", "A(b)c(d)"),
    ("¿por qué?", "¿Por Qué?"), ("(", "("), ("'", "'"), ("s'", "S'"), ("x(", "X("),
  ])
  func `letters after an apostrophe or a bracket inside a word are not capitalized in a title`(
    name: String, title: String
  ) {
    #expect(english.titleize(name) == title)
  }

  @Test(arguments: [
    ("LineItem", "line_items"), ("Person", "people"), ("SalesPerson", "sales_people"), ("Address", "addresses"),
    ("HTMLPage", "html_pages"), ("OrderStatus", "order_statuses"), ("Category", "categories"), ("News", "news"),
  ])
  func `tableize and classify`(model: String, table: String) {
    #expect(english.tableize(model) == table)
    #expect(english.classify(table) == model)
    #expect(english.classify(model) == model)
    #expect(english.tableize(table) == table)
  }

  @Test func `paths keep their parts`() {
    #expect(english.tableize("Shop.LineItem") == "shop/line_items")
    #expect(english.classify("shop/line_items") == "Shop.LineItem")
  }

  @Test(arguments: [
    ("Project", "project_id", "projectID"), ("LineItem", "line_item_id", "lineItemID"),
    ("Shop.LineItem", "line_item_id", "lineItemID"), ("HTMLPage", "html_page_id", "htmlPageID"),
  ])
  func `foreign keys`(model: String, key: String, property: String) {
    #expect(english.foreignKey(model) == key)
    #expect(english.foreignKey(model, camelized: true) == property)
    #expect(english.underscore(property) == key)
  }

  @Test func `counts use the singular for exactly one`() {
    #expect((-1...2).map { english.counted($0, "todo") } == ["-1 todos", "0 todos", "1 todo", "2 todos"])
    #expect(english.pluralize("person", count: 1) == "person")
    #expect(english.pluralize("person", count: 3) == "people")
  }

  @Test(arguments: ["", " ", "_", "42", "name_", "todo!", "(todo)", "🎉", "...", "::"])
  func `a string that does not end in a word has no plural`(text: String) {
    #expect(english.pluralize(text) == text)
    #expect(english.singularize(text) == text)
  }

  @Test func `the ending of a plural alone is not a plural`() {
    #expect(english.singularize("s") == "s")
    #expect(english.singularize("es") == "e")
  }

  @Test func `names are restored by the inverse conversion`() {
    var generator = TestSeed.generator(211)
    let words =
      EnglishPairs.all.map(\.singular).filter { $0.allSatisfy(\.isLowercase) } + ["id", "url", "html", "ids", "ip"]
    for _ in 0..<2_000 {
      let name = (0..<generator.number(1...4)).map { _ in generator.pick(words) }.joined(separator: "_")
      let camel = english.camelize(name)
      #expect(english.underscore(camel) == name)
      #expect(english.underscore(english.camelize(name, firstUppercase: false)) == name)
      #expect(english.camelize(english.underscore(camel)) == camel)
      #expect(english.camelize(camel) == camel)
    }
  }

  @Test(arguments: [
    ("dueDate", "due-date"), ("line_item", "line-item"), ("HTMLParser", "html-parser"), ("a", "a"), ("", ""),
  ])
  func `dasherize`(name: String, result: String) { #expect(english.dasherize(name) == result) }

  @Test(arguments: [
    ("Donald E. Knuth", "donald-e-knuth"), ("  What?!  Now ", "what-now"), ("Crème Brûlée", "creme-brulee"),
    ("Über uns", "uber-uns"), ("a--b__c", "a-b-c"), ("10 % of 3½", "10-of-3"), ("Straße", "straße"), ("Łódź", "łodz"),
    ("名前 と", "名前-と"), ("हिन्दी", "हिन्दी"), ("!?", ""), ("", ""), ("e\u{301}", "e"),
  ])
  func `parameterize`(text: String, result: String) {
    #expect(english.parameterize(text) == result)
    #expect(english.parameterize(result) == result)
    #expect(english.parameterize(text, separator: "_") == result.replacing("-", with: "_"))
  }

  @Test(arguments: [
    ("Ærøskøbing", "AEroskobing"), ("Crème Brûlée!", "Creme Brulee!"), ("e\u{301}", "e"), ("Łódź", "Lodz"),
    ("Straße ẞ ı", "Strasse SS i"), ("日本 Köln", "?? Koln"), ("👩‍👩‍👧", "?"), ("a\r\nb", "a\r\nb"), ("", ""),
  ])
  func `transliterate`(text: String, result: String) {
    #expect(english.transliterate(text) == result)
    #expect(english.transliterate(result) == result)
    #expect(english.transliterate(text, replacement: "").utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `numbers are made ordinals by the rule of a language`() {
    let numbers = [0, 1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 112, 1_003, -1, .min]
    #expect(
      numbers.map(english.ordinalize) == [
        "0th", "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th", "112th", "1003rd",
        "-1st", "-9223372036854775808th",
      ])
    #expect(Inflector().ordinalize(3) == "3" && english.adding(ordinals: { _ in "." }).ordinalize(3) == "3.")
  }
}
