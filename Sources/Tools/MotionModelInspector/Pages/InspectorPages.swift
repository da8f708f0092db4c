import MotionModel
import MotionModelLoopback
import MotionModelValues

/// What pages are made of.
struct InspectorPages: Sendable {
  let subject: any Subject
  /// The latest commits; nil for a file, which does not change.
  let log: CommitLogBuffer?
  /// Whether pages may change the store.
  let allowsEditing: Bool
  /// The start of all addresses: `/token`.
  let base: String
  /// The log of the finders; nil unless they are logged.
  var finders: SlowFinders?
  /// The number of the latest commit when the request came: a page that follows the store receives the later ones.
  var seen = 0

  /// Returns the address of a page: its parts are encoded.
  func address(_ parts: String..., parameters: Parameters = Parameters()) -> String {
    ([base] + parts.map(Parameters.encoded)).joined(separator: "/") + parameters.text
  }

  func address(ofModel model: String, _ parameters: Parameters = Parameters()) -> String {
    address("model", model, parameters: parameters)
  }

  func address(ofRecord id: AttributeValue, of model: String) -> String {
    address("model", model, "record", parameters: Parameters([("id", id.plainString)]))
  }

  /// Returns a page.
  func page(_ title: String, status: Int = 200, section: String? = nil, _ content: (inout Markup) -> Void) -> Reply {
    var page = Markup()
    page.block("html", [("lang", "en")]) { page in
      page.block("head") { page in
        page.void("meta", [("charset", "utf-8")])
        page.void("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")])
        page.void("meta", [("name", "color-scheme"), ("content", "light dark")])
        page.line()
        page.block("title", text: "\(title) – \(subject.title)")
        page.void("link", [("rel", "stylesheet"), ("href", "\(base)/inspector.css")])
        page.element("script", [("src", "\(base)/inspector.js"), ("defer", nil)], text: "")
        page.line()
      }
      let events: [Markup.Attribute] = log == nil ? [] : [("data-events", "\(base)/events?after=\(seen)")]
      page.block("body", events) { page in
        page.block("a", [("class", "skip"), ("href", "#content")], text: "Skip to the content")
        header(section, &page)
        page.block("main", [("id", "content"), ("tabindex", "-1")]) { page in
          page.block("h1", text: title)
          content(&page)
        }
        page.block("div", [("id", "status"), ("role", "status"), ("class", "status")], text: "")
      }
    }
    return Reply(status, page: "<!DOCTYPE html>\n" + page.html)
  }

  private func header(_ section: String?, _ page: inout Markup) {
    page.block("header") { page in
      page.element("span", [("class", "title")], text: subject.title)
      page.block("nav", [("aria-label", "Pages")]) { page in
        for (name, part) in sections {
          let mark: [Markup.Attribute] = part == section ? [("aria-current", "page")] : []
          page.link(name, part.isEmpty ? "\(base)/" : "\(base)/\(part)", mark)
          page.line()
        }
      }
      if log != nil { page.block("span", [("id", "live"), ("class", "live"), ("hidden", nil)], text: "live") }
    }
  }

  private var sections: [(name: String, part: String)] {
    let always = [("Models", ""), ("Relations", "relations"), ("Search", "search")]
    if log == nil { return always }
    return always + [("Commits", "commits"), ("Rules", "rules"), ("Hooks", "hooks"), ("Advice", "advice")]
  }

  /// Returns a page of a table, or one that says why the table's adapter cannot read.
  func reading(_ table: any InspectedTable, _ body: () throws -> Reply) -> Reply {
    let outcome = Result { try body() }
    if case .success(let reply) = outcome { return reply }
    return refusal(503, Self.unreadable(table, outcome))
  }

  /// A page that says why there is nothing.
  func refusal(_ status: Int, _ sentence: String) -> Reply {
    page(status == 404 ? "There is no such page" : "That cannot be done", status: status) { page in
      page.block("p", text: sentence)
      page.block("p") { $0.link("All models", "\(base)/") }
    }
  }
}

extension Markup {
  /// Writes the value of a column.
  mutating func value(_ value: AttributeValue?, limit: Int = .max) {
    guard let value else { return element("span", [("class", "nil")], text: "nil") }
    let (text, isCut) = value.shownText(limit: limit)
    self.text(text)
    if isCut { element("span", [("class", "nil")], text: "…") }
  }
}

extension AttributeValue {
  /// The value as the title of a record; nil for one that says nothing.
  var shownTitle: String? {
    guard case .string(let text) = self, !text.allSatisfy(\.isWhitespace) else { return nil }
    return text
  }

  /// The value as text of at most some characters, and whether it was cut.
  func shownText(limit: Int) -> (text: String, isCut: Bool) {
    let text =
      switch self {
      case .array, .dictionary: JSONFormat.written(self)
      default: description
      }
    if limit == .max || text.utf8.count <= limit { return (text, false) }
    let cut = String(text.prefix(limit))
    return (cut, cut.utf8.count < text.utf8.count)
  }
}
