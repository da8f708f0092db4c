import Foundation
import MotionModelForms
import MotionModelFormsHTML
import MotionModelTestSupport
import Testing

/// Draws random forms, details and tables with hostile texts, and compares what a reader finds with the same views of
/// plain words: the same elements and attributes, and the hostile texts in place of the words.
///
/// `Scripts/Support/test-html.sh` gives the same views to Python's parser. It sets `MOTIONMODEL_HTML` to the folder for them.
struct HostileHTMLTests {
  private static let folder = ProcessInfo.processInfo.environment["MOTIONMODEL_HTML"].map { URL(filePath: $0) }

  /// A view of hostile texts, and of words for them.
  private struct Views {
    let hostile: String
    let plain: String
    /// The texts for the words.
    let texts: [String: String]
  }

  @Test(arguments: 0..<shortened(150)) func `no text breaks out of a form`(number: Int) throws {
    var random = HostileForms(1000 + number)
    let (form, options) = (random.form(), random.options())
    let replacement = TextReplacement(words: random.words)
    let views = Views(
      hostile: Self.page(form, options), plain: Self.page(replacement(form), replacement(options)),
      texts: Self.texts(random))
    try check(views, "form\(number)")
    let events = try HTMLReader.events(of: views.hostile)
    checkReferences(in: events)
    checkNames(in: events, of: form, options)
  }

  @Test(arguments: 0..<50) func `no text breaks out of details`(number: Int) throws {
    var random = HostileForms(2000 + number)
    let (form, options) = (random.form(), random.options())
    let replacement = TextReplacement(words: random.words)
    try check(
      Views(
        hostile: form.detailsHTML(options), plain: replacement(form).detailsHTML(replacement(options)),
        texts: Self.texts(random)), "details\(number)")
  }

  @Test(arguments: 0..<50) func `no text breaks out of a table`(number: Int) throws {
    var random = HostileForms(3000 + number)
    let (table, options) = (random.table(), random.tableOptions())
    let replacement = TextReplacement(words: random.words)
    try check(
      Views(
        hostile: table.html(options), plain: replacement(table).html(replacement(options)), texts: Self.texts(random)),
      "table\(number)")
  }

  private static func page(_ form: FormDescription, _ options: FormHTML) -> String {
    HTMLWriter.page(title: form.pageTitle(options.words), language: form.language) { options.draw(form, in: &$0) }
  }

  private static func texts(_ random: HostileForms) -> [String: String] {
    Dictionary(uniqueKeysWithValues: random.words.map { ($1, $0) })
  }

  // MARK: - Comparing

  private func check(_ views: Views, _ name: String) throws {
    if let folder = Self.folder {
      try Data(views.hostile.utf8).write(to: folder.appending(path: "\(name).html"))
      try Data(views.plain.utf8).write(to: folder.appending(path: "\(name).words.html"))
      try JSONEncoder().encode(views.texts).write(to: folder.appending(path: "\(name).json"))
    }
    let found = try HTMLReader.events(of: views.hostile).map(Self.withoutHeight)
    let meant = try HTMLReader.events(of: views.plain).map { Self.filled(Self.withoutHeight($0), views.texts) }
    let difference = zip(found, meant).first { $0 != $1 }
    #expect(difference?.0 == difference?.1)
    #expect(found.count == meant.count)
  }

  /// Returns an event without the height of a text of several lines, which words do not have.
  private static func withoutHeight(_ event: HTMLEvent) -> HTMLEvent {
    guard case .start("textarea", let attributes) = event else { return event }
    return .start("textarea", attributes.filter { $0.name != "rows" })
  }

  /// Returns an event with texts in place of their words.
  private static func filled(_ event: HTMLEvent, _ texts: [String: String]) -> HTMLEvent {
    switch event {
    case .text(let text): return .text(filled(text) { texts[$0] })
    case .start(let name, let attributes):
      return .start(
        name,
        attributes.map { attribute in
          var copy = attribute
          copy.value = attribute.value.map { value in
            filled(value) { attribute.name == "href" ? texts[$0].map(escaped) : texts[$0] }
          }
          return copy
        })
    case .end, .doctype: return event
    }
  }

  /// Returns a text with other texts in place of words: `zq12x`, and what stands for the rest of several lines behind it.
  private static func filled(_ text: String, _ meant: (String) -> String?) -> String {
    var (filled, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.first {
      let word = rest.starts(with: "zq".utf8) ? rest.prefix { $0 != UInt8(ascii: "x") } + [UInt8(ascii: "x")] : []
      if word.isEmpty {
        filled.append(byte)
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst(word.count)
      let line = String(decoding: word, as: UTF8.self)
      let end = ["\ny", "%0Ay"].first { rest.starts(with: $0.utf8) }
      if let end, let text = meant(line + "\ny") {
        rest = rest.dropFirst(end.utf8.count)
        filled += text.utf8
      } else {
        filled += (meant(line) ?? line).utf8
      }
    }
    return String(decoding: filled.flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0] }, as: UTF8.self)
  }

  private static func escaped(_ text: String) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let plain = CharacterSet(charactersIn: letters + "0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  // MARK: - Ids and names

  /// Checks that each name means a place of the form, and that each field of the form has its name.
  private func checkNames(in events: [HTMLEvent], of form: FormDescription, _ options: FormHTML) {
    var inputs: Set<FormPath> = []
    let hidden = Set(options.hidden.map { $0.name.replacing("\u{0}", with: "\u{FFFD}") })
    for case .start(let element, let attributes) in events where element != "meta" {
      guard let name = attributes.first(where: { $0.name == "name" })?.value, !hidden.contains(name) else { continue }
      guard let meaning = options.names.meaning(of: name) else {
        Issue.record("the name \(name.debugDescription) means nothing")
        continue
      }
      if case .input(let path, _) = meaning { inputs.insert(path) }
    }
    let fields = Set(form.fields.map(\.path))
    #expect(inputs.isSubset(of: fields))
    let lines: Set<FormControl> = [.text, .longText, .number, .date, .time, .dateTime, .password, .custom("stars")]
    let top = form.sections.flatMap(\.rows)
    for case .field(let field) in top where lines.contains(field.control) && !field.isReadOnly {
      #expect(inputs.contains(field.path), "\(field.path)")
    }
  }
}
