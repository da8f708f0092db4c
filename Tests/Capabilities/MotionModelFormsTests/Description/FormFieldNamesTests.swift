import MotionModelForms
import MotionModelTestSupport
import MotionModelValidation
import Testing

struct FormFieldNamesTests {
  private let names = FormFieldNames.plain

  @Test func `fields, items and groups have the names of their paths in brackets`() {
    #expect(names.name(of: "name") == "name")
    #expect(names.name(of: "tags", isList: true) == "tags[]")
    #expect(names.name(of: "steps[0].remarks[12].text") == "steps[0][remarks][12][text]")
    #expect(names.name(of: .record("steps[0]")) == "steps[0][_id]")
    #expect(names.name(of: .removal("steps[0]")) == "steps[0][_remove]")
    #expect(names.name(of: .order("steps")) == "steps[_order]")
    #expect(names.name(of: .order("steps[0].remarks")) == "steps[0][remarks][_order]")
    #expect(names.name(of: .clearing("photo")) == "photo[_clear]")
    #expect(names.name(of: .search("steps[0].tool")) == "steps[0][tool][_search]")
  }

  @Test func `a name means what it was made for`() {
    #expect(names.meaning(of: "name") == .input("name", isList: false))
    #expect(names.meaning(of: "tags[]") == .input("tags", isList: true))
    #expect(names.meaning(of: "steps[0][tags][]") == .input("steps[0].tags", isList: true))
    #expect(names.meaning(of: "steps[0][_id]") == .record("steps[0]"))
    #expect(names.meaning(of: "steps[0][_remove]") == .removal("steps[0]"))
    #expect(names.meaning(of: "steps[0][remarks][_order]") == .order("steps[0].remarks"))
    #expect(names.meaning(of: "photo[_clear]") == .clearing("photo"))
    #expect(names.meaning(of: "project[_search]") == .search("project"))
    #expect(names.meaning(of: "_shown") == .shown)
    #expect(names.meaning(of: "_version") == .version)
    #expect(names.meaning(of: "_action") == .action)
    #expect(names.meaning(of: "_method") == .other)
    #expect(names.meaning(of: "authenticity_token") == .input("authenticity_token", isList: false))
    #expect(names.ignoring("authenticity_token").meaning(of: "authenticity_token") == .other)
  }

  @Test func `the names of Rails are another spelling`() {
    let names = FormFieldNames.rails("todo")
    #expect(names.name(of: "name") == "todo[name]")
    #expect(names.name(of: "tags", isList: true) == "todo[tags][]")
    #expect(names.name(of: "steps[0].remarks[1].text") == "todo[steps_attributes][0][remarks_attributes][1][text]")
    #expect(names.name(of: .record("steps[0]")) == "todo[steps_attributes][0][id]")
    #expect(names.name(of: .removal("steps[0]")) == "todo[steps_attributes][0][_destroy]")
    #expect(names.name(of: .order("steps[0].remarks")) == "todo[steps_attributes][0][remarks_attributes][_order]")
    for path in ["name", "steps[0].name", "steps[3].remarks[1].text"] as [FormPath] {
      #expect(names.meaning(of: names.name(of: path)) == .input(path, isList: false))
      #expect(names.path(of: names.name(of: path)) == path)
    }
    #expect(names.meaning(of: "todo[steps_attributes][0][id]") == .record("steps[0]"))
    #expect(names.meaning(of: "todo[steps_attributes][0][_destroy]") == .removal("steps[0]"))
    #expect(names.meaning(of: "todo[steps_attributes][_order]") == .order("steps"))
    #expect(names.meaning(of: "todo[id]") == .input("id", isList: false))
    #expect(names.meaning(of: "todo[steps][0][name]") == nil)
    #expect(names.meaning(of: "todo[]") == nil)
    #expect(names.meaning(of: "todo") == nil)
    #expect(names.meaning(of: "commit") == .other)
    #expect(names.meaning(of: "_shown") == .shown)
  }

  @Test(arguments: [
    "", "[", "[1]", "a[", "a]", "a[x]", "a[1]b", "a[[1]]", "a[1][", "a[01][b]", "a[-1][b]", "a[][b]", "a[][]",
    "a[٣][b]",
    "a[9007199254740992][b]", "a[1][_b]", "a[1][]", "a[1][%]", "a[1][%4]", "a[1][%ff]", "a%5", "a[1][b][c]",
    "a[_order][b]", "a" + String(repeating: "[1][a]", count: 20),
    "a" + String(repeating: "[1]", count: 100_000), String(repeating: "[", count: 100_000),
  ])
  func `a name that no control of a form can have means nothing`(name: String) {
    #expect(names.meaning(of: name) == nil)
    #expect(names.path(of: name) == nil)
  }

  @Test func `columns whose names mean something in brackets are written otherwise`() {
    #expect(names.name(of: FormPath([.field("_shown")])) == "__shown")
    #expect(names.name(of: FormPath([.field("a[1]=%b c")])) == "a%5B1%5D%3D%25b%20c")
  }

  @Test func `random paths come back from their names`() {
    var random = TestSeed.generator(31)
    let words = [
      "name", "due date", "é", "a.b", "_x", "__x", "1", "a[b]", "%", "%25", "=", "\u{0}", "[]", "\n", "_id", "id",
      "steps_attributes", "_attributes", "e\u{301}", "👩‍👩‍👧",
    ]
    for names in [FormFieldNames.plain, .rails("todo")] {
      for _ in 0..<500 {
        var path = FormPath.form.appending(random.pick(words))
        var item = path.appending(random.number(0...3))
        for _ in 0..<random.number(0...6) {
          item = path.appending(random.number(0...1_000_000))
          path = item.appending(random.pick(words))
        }
        #expect(names.meaning(of: names.name(of: .record(item))) == .record(item))
        #expect(names.meaning(of: names.name(of: .removal(item))) == .removal(item))
        #expect(names.meaning(of: names.name(of: .order(path))) == .order(path))
        #expect(names.meaning(of: names.name(of: .search(path))) == .search(path))
        #expect(names.meaning(of: names.name(of: .clearing(path))) == .clearing(path))
        #expect(names.meaning(of: names.name(of: path, isList: true)) == .input(path, isList: true))
        let action = FormAction(random.pick(FormAction.Kind.allCases), path)
        #expect(FormAction(parsing: action.description) == action)
        if path.steps.count > 1, case .field("id")? = path.steps.last, names.root != nil { continue }
        #expect(names.meaning(of: names.name(of: path)) == .input(path, isList: false))
        #expect(names.path(of: names.name(of: path)) == path)
      }
    }
  }

  @Test func `fields that were shown are one text, with their stamps`() {
    let fields: [(path: FormPath, stamp: String?)] = [
      ("name", "1x8"), ("isDone", nil), ("steps[0].name", "0"), (FormPath([.field("due date=")]), "-"),
    ]
    let text = FormFieldNames.shownText(fields)
    #expect(text == "name=1x8 isDone steps[0][name]=0 due%20date%3D=-")
    let read = FormFieldNames.shownFields(in: text)
    #expect(read?.map(\.path) == fields.map(\.path))
    #expect(read?.map(\.stamp) == fields.map(\.stamp))
    #expect(FormFieldNames.shownFields(in: "")?.isEmpty == true)
    #expect(FormFieldNames.shownFields(in: "name a[") == nil)
    #expect(FormFieldNames.shownFields(in: "=1") == nil)
  }

  @Test func `an order is numbers`() {
    #expect(FormFieldNames.orderText([2, 0, 1]) == "2 0 1")
    #expect(FormFieldNames.order(in: "2 0 1") == [2, 0, 1])
    #expect(FormFieldNames.order(in: "") == [])
    #expect(FormFieldNames.order(in: "1 x") == nil)
    #expect(FormFieldNames.order(in: "1 1") == nil)
  }

  @Test(arguments: ["", "add", "add ", "grow steps", "add steps[", " add steps"])
  func `a text that is no action is none`(text: String) { #expect(FormAction(parsing: text) == nil) }
}
