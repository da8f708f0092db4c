import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsHTML
import MotionModelLoopback
import MotionModelValidation

/// The pages of one model, for code that does not know it.
protocol Desk: Sendable {
  /// The first part of the pages' addresses.
  var path: String { get }
  var title: String { get }

  /// Returns a page.
  ///
  /// - Parameter place: The parts of the address behind the first one.
  func show(_ place: [String], _ query: BodyParameters, _ session: Session) throws -> Reply
  /// Does what a form asks for.
  func post(_ place: [String], _ parameters: BodyParameters, _ session: Session) throws -> Reply
}

/// The pages of a model: a list with a search, a record, and forms that make, edit and delete one.
///
/// Nothing is kept between two requests: a form sends back the fields that it showed, with their values.
struct RecordDesk<Record: Model>: Desk where Record.ID == Int {
  let path: String
  let title: String
  private let form: ModelForm<Record>
  private let columns: ModelForm<Record>
  private let named: @Sendable (Record) -> String
  private let found: @Sendable (String) -> Finder<Record>
  private let ordered: @Sendable (Finder<Record>) -> Finder<Record>
  private let locale = FormLocale.british
  private var table: ModelTable<Record> { Store.current.table(Record.self) }

  init(
    _ path: String, _ title: String, _ form: ModelForm<Record>, columns: ModelForm<Record>,
    named: @escaping @Sendable (Record) -> String, found: @escaping @Sendable (String) -> Finder<Record>,
    ordered: @escaping @Sendable (Finder<Record>) -> Finder<Record>
  ) {
    (self.path, self.title, self.form, self.columns) = (path, title, form, columns)
    (self.named, self.found, self.ordered) = (named, found, ordered)
  }

  func show(_ place: [String], _ query: BodyParameters, _ session: Session) throws -> Reply {
    switch (place.first, place.dropFirst().first, place.count) {
    case (nil, _, _): return try list(query)
    case ("new", nil, 1): return try draw(FormState(form, locale: locale), session)
    case (let id?, nil, 1): return try details(try record(id), query)
    case (let id?, "edit", 2): return try draw(try FormState(form, editing: try record(id), locale: locale), session)
    case (let id?, "delete", 2): return try confirmation(try record(id), session)
    case (let id?, "cover", 2): return try cover(of: try record(id))
    default: throw PageError(404)
    }
  }

  func post(_ place: [String], _ parameters: BodyParameters, _ session: Session) throws -> Reply {
    switch (place.first, place.dropFirst().first, place.count) {
    case ("new", nil, 1): return try answer(FormState(form, locale: locale), parameters, session)
    case (let id?, "edit", 2): return try answer(try opened(id), parameters, session)
    case (let id?, "delete", 2): return try delete(try record(id))
    default: throw PageError(404)
    }
  }

  private func record(_ id: String) throws -> Record {
    guard let number = Int(id), let record = try table.find(number) else { throw PageError(404) }
    return record
  }

  /// Opens the form of a record. The form of a deleted record opens too, so that its input is not lost.
  private func opened(_ id: String) throws -> FormState<Record> {
    guard let number = Int(id) else { throw PageError(404) }
    let record = try table.find(number) ?? Record.new { $0.id = number }
    return try FormState(form, editing: record, locale: locale)
  }

  // MARK: - Forms

  private func answer(_ state: FormState<Record>, _ parameters: BodyParameters, _ session: Session) throws -> Reply {
    let submission = FormSubmission(parameters)
    state.receive(submission)
    if let action = submission.action {
      do throws(FormError) { try state.perform(action) } catch { throw PageError(400, "\(error)") }
      return try draw(state, session)
    }
    switch try state.submit() {
    case .saved(let record): return Reply(seeOther: "/\(path)/\(record.id)?saved=1")
    case .refused: return try draw(state, session)
    }
  }

  private func draw(_ state: FormState<Record>, _ session: Session) throws -> Reply {
    let description = state.description
    var options = FormHTML(action: "/\(path)/\(description.record.map { "\($0)/edit" } ?? "new")")
    options.hidden = [(Session.field, session.token)]
    let page = Page.html(description.pageTitle(), heading: false) { options.draw(description, in: &$0) }
    return Reply(description.hasErrors ? 422 : 200, page: page)
  }

  // MARK: - Lists

  private func list(_ query: BodyParameters) throws -> Reply {
    let text = query["q"] ?? ""
    let finder = ordered(text.isEmpty ? table.records : found(text))
    let page = try finder.page(after: cursor(query["after"]), size: 25)
    let shown = try columns.table(of: page, locale: locale)
    var options = TableHTML(rowLink: "/\(path)/{id}")
    if let next = page.next {
      options.nextLink = "/\(path)" + Parameters([("q", text), ("after", try token(next))]).text
    }
    return Reply(
      page: Page.html(title) { writer in
        if query["deleted"] != nil { drawStatus("It is deleted.", in: &writer) }
        drawSearch(text, in: &writer)
        writer.block("p", [HTMLAttribute("class", "links")]) { Page.link("New", "/\(path)/new", in: &$0) }
        options.draw(shown, in: &writer)
      })
  }

  private func drawSearch(_ text: String, in writer: inout HTMLWriter) {
    let attributes = [HTMLAttribute("role", "search"), HTMLAttribute("action", "/\(path)")]
    writer.block("form", attributes) { writer in
      writer.block("label", [HTMLAttribute("for", "q")], text: "Search in \(title)")
      writer.void(
        "input",
        [
          HTMLAttribute("class", "form-input"), HTMLAttribute("type", "text"), HTMLAttribute("id", "q"),
          HTMLAttribute("name", "q"), HTMLAttribute("value", text), HTMLAttribute("inputmode", "search"),
        ])
      writer.line()
      writer.block("button", [HTMLAttribute("class", "form-button"), HTMLAttribute("type", "submit")], text: "Search")
    }
  }

  private func drawStatus(_ text: String, in writer: inout HTMLWriter) {
    writer.block("p", [HTMLAttribute("class", "status"), HTMLAttribute("role", "status")], text: text)
  }

  /// Returns the place where a page begins; nil for the first page, and for a text that is none.
  private func cursor(_ text: String?) -> PageCursor<Record>? {
    guard let text, let data = Data(base64Encoded: text) else { return nil }
    return try? JSONDecoder().decode(PageCursor<Record>.self, from: data)
  }

  private func token(_ cursor: PageCursor<Record>) throws -> String {
    try JSONEncoder().encode(cursor).base64EncodedString()
  }

  // MARK: - Records

  private func details(_ record: Record, _ query: BodyParameters) throws -> Reply {
    let description = try form.description(of: record, locale: locale)
    var options = FormHTML()
    options.headingLevel = nil
    return Reply(
      page: Page.html(named(record)) { writer in
        if query["saved"] != nil { drawStatus("It is saved.", in: &writer) }
        writer.block("p", [HTMLAttribute("class", "links")]) { writer in
          Page.link("Edit", "/\(path)/\(record.id)/edit", in: &writer)
          Page.link("Delete", "/\(path)/\(record.id)/delete", in: &writer)
        }
        options.drawDetails(description, in: &writer)
        if let album = record as? Album, album.cover != nil {
          let alternative = HTMLAttribute("alt", "The cover of \(album.title)")
          writer.void("img", [HTMLAttribute("src", "/albums/\(album.id)/cover"), alternative])
        }
      })
  }

  /// Sends an uploaded picture. What it claims to be does not matter: it is a picture by its first bytes, or it is not
  /// sent.
  private func cover(of record: Record) throws -> Reply {
    guard let data = (record as? Album)?.cover else { throw PageError(404) }
    let kinds: [(type: String, start: [UInt8])] = [
      ("image/png", [0x89, 0x50, 0x4E, 0x47]), ("image/jpeg", [0xFF, 0xD8, 0xFF]), ("image/gif", Array("GIF8".utf8)),
    ]
    guard let kind = kinds.first(where: { data.starts(with: $0.start) }) else {
      throw PageError(415, "It is no picture.")
    }
    return Reply(kind.type, Array(data))
  }

  // MARK: - Deleting

  private func confirmation(_ record: Record, _ session: Session) throws -> Reply {
    Reply(
      page: Page.html("Delete \(named(record))?") { writer in
        let action = HTMLAttribute("action", "/\(path)/\(record.id)/delete")
        writer.block("form", [action, HTMLAttribute("method", "post")]) { writer in
          writer.void(
            "input",
            [
              HTMLAttribute("type", "hidden"), HTMLAttribute("name", Session.field),
              HTMLAttribute("value", session.token),
            ])
          writer.line()
          writer.block("p", text: "It cannot be brought back.")
          writer.block(
            "button", [HTMLAttribute("class", "form-button"), HTMLAttribute("type", "submit")], text: "Delete")
        }
        writer.block("p") { Page.link("Keep it", "/\(path)/\(record.id)", in: &$0) }
      })
  }

  private func delete(_ record: Record) throws -> Reply {
    do {
      try table.destroy(record.id)
    } catch let error as StoreError {
      throw PageError(409, "\(named(record)) cannot be deleted: other records need it. \(error)")
    }
    return Reply(seeOther: "/\(path)?deleted=1")
  }
}
