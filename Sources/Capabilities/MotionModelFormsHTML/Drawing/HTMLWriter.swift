import MotionModelValues

/// Writes HTML in which no text can become markup.
///
/// ```swift
/// var writer = HTMLWriter()
/// writer.element("a", [HTMLAttribute("href", "/todos/1")], text: "Tom & Jerry")
/// writer.html                        // => "<a href=\"/todos/1\">Tom &amp; Jerry</a>"
/// ```
///
/// Names of elements and attributes are static strings, that is, parts of the program. Everything else goes through
/// ``text(_:)`` or the value of an ``HTMLAttribute``, and there is no door for markup that is a value. Elements
/// whose content is not read as text with references (`script`, `style`) trap.
///
/// What is written for a character, in texts and in attributes alike:
///
/// | character | becomes |
/// |---|---|
/// | `&`, `<`, `>`, `"`, `'` | a reference, each of them everywhere |
/// | NUL, which HTML cannot have | U+FFFD |
/// | a carriage return | `&#13;`, because HTML reads a bare one as a line feed |
/// | tabs and line feeds in attributes | `&#9;` and `&#10;` |
/// | all others, also control characters, U+2028, and marks of text direction | themselves: they are not markup |
///
/// HTML drops a line feed at the start of a `textarea` or `pre`, so one is written there always.
public struct HTMLWriter: Sendable {
  private var bytes: [UInt8] = []

  /// Creates a writer of nothing yet.
  public init() {}

  /// What is written so far.
  public var html: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: - Writing

  /// Writes a text.
  public mutating func text(_ text: String) { bytes += text.inMarkup().utf8 }

  /// Writes an element without content, such as `input`.
  public mutating func void(_ name: StaticString, _ attributes: [HTMLAttribute?] = []) {
    if !name.isOne(of: Self.voidElements) { Self.stop(name, "end it") }
    open(name, attributes)
  }

  /// Writes an element in a line.
  ///
  /// - Parameters:
  ///   - name: The element.
  ///   - attributes: Its attributes; nil ones are left out.
  ///   - content: Writes what is in it.
  public mutating func element(
    _ name: StaticString, _ attributes: [HTMLAttribute?] = [], _ content: (inout HTMLWriter) -> Void
  ) {
    if name.isOne(of: Self.voidElements) { Self.stop(name, "write it without content") }
    open(name, attributes)
    if name.isOne(of: ["textarea", "pre"]) { line() }
    content(&self)
    close(name)
  }

  /// Writes an element in a line that has a text.
  public mutating func element(_ name: StaticString, _ attributes: [HTMLAttribute?] = [], text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an element that begins and ends its own lines, as ``element(_:_:_:)`` does otherwise.
  public mutating func block(
    _ name: StaticString, _ attributes: [HTMLAttribute?] = [], _ content: (inout HTMLWriter) -> Void
  ) {
    element(name, attributes) { writer in
      writer.line()
      content(&writer)
    }
    line()
  }

  /// Writes an element in a line of its own that has a text.
  public mutating func block(_ name: StaticString, _ attributes: [HTMLAttribute?] = [], text: String) {
    element(name, attributes, text: text)
    line()
  }

  /// Begins a new line, which means nothing between elements.
  public mutating func line() { bytes.append(UInt8(ascii: "\n")) }

  // MARK: - Tags

  private mutating func open(_ name: StaticString, _ attributes: [HTMLAttribute?]) {
    if !name.isTagName || name.isOne(of: Self.rawElements) { Self.stop(name, "use one whose content is text") }
    bytes.append(UInt8(ascii: "<"))
    write(name)
    for case let attribute? in attributes { write(attribute) }
    bytes.append(UInt8(ascii: ">"))
  }

  private mutating func write(_ attribute: HTMLAttribute) {
    bytes.append(UInt8(ascii: " "))
    write(attribute.name)
    guard let value = attribute.value else { return }
    bytes += [UInt8(ascii: "="), UInt8(ascii: "\"")]
    bytes += value.inMarkup(isAttribute: true).utf8
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func close(_ name: StaticString) {
    bytes += [UInt8(ascii: "<"), UInt8(ascii: "/")]
    write(name)
    bytes.append(UInt8(ascii: ">"))
  }

  private mutating func write(_ name: StaticString) { bytes += name.bytes }

  private static let voidElements: [StaticString] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  /// The elements in which `&lt;` is not `<`, or whose content is another language.
  private static let rawElements: [StaticString] = [
    "script", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "plaintext", "template", "svg", "math",
  ]

  private static func stop(_ name: StaticString, _ advice: String) -> Never {
    FormMisuse.stop("HTML", "is written with the element \"\(name)\"", advice)
  }
}

extension HTMLWriter {
  /// Returns a whole page.
  ///
  /// ```swift
  /// let page = HTMLWriter.page(title: form.pageTitle(), language: form.language, styles: "/style.css") { writer in
  ///   options.draw(form, in: &writer)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title, as a text.
  ///   - language: The language of the words; nil if it is not known.
  ///   - styles: The address of a style sheet; nil for none.
  ///   - content: Writes what is in the main part of the page.
  public static func page(
    title: String, language: String? = nil, styles: String? = nil, _ content: (inout HTMLWriter) -> Void
  ) -> String {
    var writer = HTMLWriter()
    writer.bytes += "<!DOCTYPE html>\n".utf8
    writer.block("html", [language.map { HTMLAttribute("lang", $0) }]) { writer in
      writer.block("head") { writer in
        writer.void("meta", [HTMLAttribute("charset", "utf-8")])
        writer.line()
        let viewport = "width=device-width, initial-scale=1"
        writer.void("meta", [HTMLAttribute("name", "viewport"), HTMLAttribute("content", viewport)])
        writer.line()
        writer.block("title", text: title)
        guard let styles else { return }
        writer.void("link", [HTMLAttribute("rel", "stylesheet"), HTMLAttribute("href", styles)])
        writer.line()
      }
      writer.block("body") { $0.block("main", [], content) }
    }
    return writer.html
  }
}
