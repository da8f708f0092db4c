import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsHTML
import Testing

struct TableHTMLTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  @Test func `a table has a caption, heads of columns and rows, and links`() throws {
    let form = ModelForm<Todo>("Todos") {
      Input(\.name)
      Input(\.priority)
    }
    var table = try form.table(of: [desk.todo], in: desk.store, locale: FormLocale(language: "en"))
    table.rows.append(TableDescription.Row("a/b", ["", "<7>"]))
    table.hasMore = true
    #expect(
      table.html(TableHTML(rowLink: "/todos/{id}", nextLink: "/todos?after=1")) == """
        <table class="form-table" lang="en">
        <caption>Todos</caption>
        <thead>
        <tr>
        <th scope="col">Name</th>
        <th scope="col" class="form-number">Priority</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <th scope="row" dir="auto"><a href="/todos/1">Walk the dog</a></th>
        <td class="form-number" dir="auto">3</td>
        </tr>
        <tr>
        <th scope="row" dir="auto"><a href="/todos/a%2Fb">a/b</a></th>
        <td class="form-number" dir="auto">&lt;7&gt;</td>
        </tr>
        </tbody>
        </table>
        <p><a href="/todos?after=1" rel="next">There are more.</a></p>

        """)
  }

  @Test func `a table without rows says so, and one of uneven rows is even`() {
    var options = TableHTML()
    options.classes = .none
    var table = TableDescription(model: "A", title: "A", columns: [.init("a", "A"), .init("b", "B")])
    #expect(
      table.html(options).contains("<tbody>\n<tr>\n<td colspan=\"2\">There is nothing yet.</td>\n</tr>\n</tbody>"))
    table.rows = [.init("1", ["x"]), .init("2", ["x", "y", "z"])]
    table.hasMore = true
    #expect(
      table.html(options).hasSuffix(
        """
        <tr>
        <th scope="row" dir="auto">x</th>
        <td dir="auto"></td>
        </tr>
        <tr>
        <th scope="row" dir="auto">x</th>
        <td dir="auto">y</td>
        </tr>
        </tbody>
        </table>
        <p>There are more.</p>

        """))
  }

  @Test func `details are lists of names and values, with those of children`() throws {
    var description = try Desk.stepsForm.description(of: desk.todo, in: desk.store)
    description.sections.append(
      FormDescription.Section(
        "More",
        rows: [
          .field(FormField(path: "password", label: "Password", control: .password, value: "secret")),
          .field(FormField(path: "key", label: "Key", control: .hidden, value: "k")),
          .field(FormField(path: "done", label: "Done", control: .toggle, value: .flag(false))),
          .field(FormField(path: "notes", label: "Notes")),
          .group(FormGroup(path: "files", label: "Files")),
        ]))
    #expect(
      description.detailsHTML() == """
        <div class="form-details">
        <h1>Todo</h1>
        <dl>
        <dt>Name</dt>
        <dd dir="auto">Walk the dog</dd>
        </dl>
        <h2>Steps</h2>
        <h3>Steps 1</h3>
        <dl>
        <dt>Name</dt>
        <dd dir="auto">Leash</dd>
        <dt>Minutes</dt>
        <dd dir="auto">1</dd>
        </dl>
        <h3>Steps 2</h3>
        <dl>
        <dt>Name</dt>
        <dd dir="auto">Walk</dd>
        <dt>Minutes</dt>
        <dd dir="auto">30</dd>
        </dl>
        <h2>More</h2>
        <dl>
        <dt>Done</dt>
        <dd dir="auto">No</dd>
        <dt>Notes</dt>
        <dd dir="auto">–</dd>
        </dl>
        <h3>Files</h3>
        <p class="form-empty">There is nothing yet.</p>
        </div>

        """)
  }
}
