import MotionModelForms
import MotionModelFormsHTML
import Testing

struct HTMLWriterTests {
  private func written(_ write: (inout HTMLWriter) -> Void) -> String {
    var writer = HTMLWriter()
    write(&writer)
    return writer.html
  }

  @Test func `elements are written with attributes and content`() {
    let html = written { writer in
      writer.block("div", [HTMLAttribute("id", "a"), nil]) { writer in
        writer.void("input", [HTMLAttribute("type", "checkbox"), HTMLAttribute("checked")])
        writer.element("b", text: "Tom")
        writer.text(" & Jerry")
      }
      writer.block("p", text: "Mouse")
    }
    #expect(
      html == """
        <div id="a">
        <input type="checkbox" checked><b>Tom</b> &amp; Jerry</div>
        <p>Mouse</p>

        """)
  }

  @Test(arguments: [
    ("&<>\"'", "&amp;&lt;&gt;&quot;&#39;", "&amp;&lt;&gt;&quot;&#39;"),
    ("&amp;&#0;", "&amp;amp;&amp;#0;", "&amp;amp;&amp;#0;"),
    ("a\u{0}b", "a\u{FFFD}b", "a\u{FFFD}b"),
    ("\r\n\t", "&#13;\n\t", "&#13;&#10;&#9;"),
    ("\u{1B}\u{7F}\u{85}\u{2028}\u{202E}\u{FFFE}", "\u{1B}\u{7F}\u{85}\u{2028}\u{202E}\u{FFFE}", nil),
    ("`=\\/]]>", "`=\\/]]&gt;", "`=\\/]]&gt;"),
    ("👩‍👩‍👧 é", "👩‍👩‍👧 é", nil),
  ])
  func `texts are escaped, in content and in attributes`(text: String, content: String, attribute: String?) {
    #expect(written { $0.text(text) } == content)
    let link = written { $0.void("input", [HTMLAttribute("value", text)]) }
    #expect(link == "<input value=\"\(attribute ?? content)\">")
  }

  @Test func `what HTML drops at the start of a text is written twice`() {
    #expect(written { $0.element("textarea", text: "\na") } == "<textarea>\n\na</textarea>")
    #expect(written { $0.element("pre", text: "a") } == "<pre>\na</pre>")
  }

  @Test(arguments: [
    "javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:alert(1)", "\u{1}javascript:a", "data:text/html,a",
    "vbscript:a", "x:y", ":",
  ])
  func `an address with a scheme that runs something is none`(address: String) {
    for name in ["href", "src", "action", "formaction"] as [StaticString] {
      let html = written { $0.void("link", [HTMLAttribute(name, address)]) }
      #expect(html == "<link \(name)=\"#\">")
    }
  }

  @Test(arguments: [
    "/todos/1", "todos?a=javascript:b", "#a:b", "https://example.org/a:b", "HTTP://example.org", "mailto:a@b.co",
    "tel:1",
    "", "//example.org", "?x=1",
  ])
  func `other addresses stay`(address: String) {
    #expect(written { $0.void("link", [HTMLAttribute("href", address)]) } == "<link href=\"\(address)\">")
  }

  @Test func `a page has a title, a language and a main part`() {
    let page = HTMLWriter.page(title: "Error: <Todo>", language: "de", styles: "/style.css") {
      $0.block("p", text: "Hello")
    }
    #expect(
      page == """
        <!DOCTYPE html>
        <html lang="de">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Error: &lt;Todo&gt;</title>
        <link rel="stylesheet" href="/style.css">
        </head>
        <body>
        <main>
        <p>Hello</p>
        </main>
        </body>
        </html>

        """)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `what is no plain text cannot be written`() async {
      await #expect(processExitsWith: .failure) { _ = HTMLAttribute("onclick", "a()") }
      await #expect(processExitsWith: .failure) { _ = HTMLAttribute("style", "color: red") }
      await #expect(processExitsWith: .failure) { _ = HTMLAttribute("srcdoc", "<b>") }
      await #expect(processExitsWith: .failure) { _ = HTMLAttribute("a b", "c") }
      await #expect(processExitsWith: .failure) {
        var writer = HTMLWriter()
        writer.element("script", text: "a()")
      }
      await #expect(processExitsWith: .failure) {
        var writer = HTMLWriter()
        writer.void("p")
      }
      await #expect(processExitsWith: .failure) {
        var writer = HTMLWriter()
        writer.element("br", text: "a")
      }
    }
  #endif

  @Test func `class names are a prefix and a part`() {
    var classes = HTMLClasses(prefix: "mm-")
    #expect(classes[.form] == "mm")
    #expect(classes[.field] == "mm-field")
    classes[.field] = nil
    #expect(classes[.field] == nil)
    #expect(HTMLClasses.Part.allCases.allSatisfy { HTMLClasses.none[$0] == nil })
  }

  @Test func `words have values in their places`() {
    #expect(FormWords.filled("{a} of {b}", ["a": "{b}", "b": "2"]) == "{b} of 2")
    #expect(FormWords.filled("{c} {", ["a": "1"]) == "{c} {")
    #expect(FormWords.filled("", [:]) == "")
  }
}
