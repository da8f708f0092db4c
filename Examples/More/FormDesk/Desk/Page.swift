import MotionModelForms
import MotionModelFormsHTML

/// What all pages have.
enum Page {
  /// What is said beside an error that says nothing itself.
  static let advice = "Go back, or begin at the desk."
  static let language = "en"

  static func html(_ title: String, heading: Bool = true, _ content: (inout HTMLWriter) -> Void) -> String {
    HTMLWriter.page(title: "\(title) – Music shop", language: language, styles: "/style.css") { writer in
      writer.block("nav", [HTMLAttribute("aria-label", "Desk")]) { writer in
        for (address, text) in links {
          writer.element("a", [HTMLAttribute("href", address)], text: text)
          writer.line()
        }
      }
      if heading { writer.block("h1", text: title) }
      content(&writer)
    }
  }

  static func link(_ text: String, _ address: String, in writer: inout HTMLWriter) {
    writer.element("a", [HTMLAttribute("href", address)], text: text)
    writer.line()
  }

  private static let links = [
    ("/", "Desk"), ("/artists", "Artists"), ("/albums", "Albums"), ("/customers", "Customers"),
    ("/invoices", "Invoices"),
  ]

  static let styles =
    FormHTML.styles + """
      body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 48rem; color: #0b0c0c;
        background: #fff; overflow-wrap: anywhere; }
      nav a, .links a { display: inline-block; padding: .5rem .75rem .5rem 0; }
      a { color: #1d4f91; }
      :focus-visible { outline: 3px solid #1d4f91; outline-offset: 2px; }
      fieldset { min-width: 0; }
      .status { border-left: 4px solid #00703c; padding-left: .75rem; }
      img { max-width: 100%; height: auto; }
      @media (max-width: 30rem) {
        body { padding: .75rem; }
        .form-table { font-size: .8rem; overflow-wrap: normal; }
        .form-table th, .form-table td { padding: .25rem .3rem .25rem 0; }
      }
      input[type=checkbox], input[type=radio] { width: 1.25rem; height: 1.25rem; vertical-align: middle; }

      """

  static func title(of status: Int) -> String {
    switch status {
    case 400: "The request cannot be read"
    case 403: "This is not allowed"
    case 404: "There is no such page"
    case 405: "This cannot be done here"
    case 409: "This cannot be done"
    case 413: "That is too much"
    case 415: "This kind of request is not known"
    default: "Something went wrong"
    }
  }
}
