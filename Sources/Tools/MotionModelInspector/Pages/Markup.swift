import MotionModelValues

/// Writes HTML in which no text can become markup.
///
/// `HTMLWriter` of `MotionModelForms` refuses scripts, which a page of an inspector has. Names of elements and
/// attributes are parts of the program here too, and a script has an address and no content.
struct Markup {
  private(set) var html = ""

  /// An attribute: its name, and its value, or nil for one that is only there.
  typealias Attribute = (name: StaticString, value: String?)

  mutating func text(_ text: String) { html += text.inMarkup() }

  mutating func line() { html += "\n" }

  /// Writes an element with what `content` writes.
  mutating func element(_ name: StaticString, _ attributes: [Attribute] = [], _ content: (inout Markup) -> Void) {
    open(name, attributes)
    content(&self)
    html += "</\(name)>"
  }

  /// Writes an element with a text.
  mutating func element(_ name: StaticString, _ attributes: [Attribute] = [], text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an element that begins and ends a line.
  mutating func block(_ name: StaticString, _ attributes: [Attribute] = [], _ content: (inout Markup) -> Void) {
    open(name, attributes)
    line()
    content(&self)
    html += "</\(name)>\n"
  }

  /// Writes an element in a line of its own.
  mutating func block(_ name: StaticString, _ attributes: [Attribute] = [], text: String) {
    element(name, attributes) { $0.text(text) }
    line()
  }

  /// Writes an element without an end, such as `input`.
  mutating func void(_ name: StaticString, _ attributes: [Attribute] = []) { open(name, attributes) }

  /// Writes a link.
  mutating func link(_ text: String, _ address: String, _ attributes: [Attribute] = []) {
    element("a", [("href", address)] + attributes, text: text)
  }

  /// Writes an item for each text.
  mutating func list(_ texts: [String], as name: StaticString = "ul") {
    block(name) { page in for text in texts { page.block("li", text: text) } }
  }

  /// Writes a table, which may be wider than the page.
  mutating func table(_ titles: [String], _ attributes: [Attribute] = [], _ rows: (inout Markup) -> Void) {
    block("div", [("class", "scroll")] + attributes) { page in
      page.block("table") { page in
        page.block("thead") { page in
          page.element("tr") { page in for title in titles { page.element("th", [("scope", "col")], text: title) } }
        }
        page.block("tbody") { rows(&$0) }
      }
    }
  }

  private mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
    html += "<\(name)"
    for (name, value) in attributes {
      html += " \(name)"
      if let value { html += "=\"\(value.inMarkup(isAttribute: true))\"" }
    }
    html += ">"
  }
}
