import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of XML, with its place in the file.
struct XMLTree: Hashable, Sendable {
  let name: String
  let attributes: [String: String]
  let place: SourcePlace
  var children: [XMLTree] = []

  /// Limits of depth, bytes and elements. No data model exceeds them, and reading a file that does can be costly.
  struct Limits: Sendable {
    var depth = 32
    var byteCount = 32 << 20
    var elementCount = 500_000
  }

  /// Returns the children of a name.
  func children(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

  /// Returns an attribute's value; nil where there is none, or it is empty.
  subscript(attribute: String) -> String? { attributes[attribute].flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether an attribute is `YES`.
  func isSet(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

  /// Reads the root element of a file.
  ///
  /// - Throws: A diagnostic where the file is not well formed, is not UTF-8, has a document type (in which entities
  ///   could be declared), or is beyond the limits.
  static func read(_ content: Data, file: String, limits: Limits = Limits()) throws(Diagnostic) -> XMLTree {
    let start = SourcePlace(file: file, line: 1, column: 1)
    if content.count > limits.byteCount {
      throw Diagnostic(
        "The file has \(content.count) bytes, more than the \(limits.byteCount) that are read.", at: start)
    }
    guard let text = String(validating: content, as: UTF8.self), !content.contains(0), text.declaredEncoding == "utf-8"
    else {
      throw Diagnostic("The file is not XML in UTF-8: open it in Xcode and save it.", at: start)
    }
    for word in ["<!DOCTYPE", "<!ENTITY"] where content.range(of: Data(word.utf8)) != nil {
      throw Diagnostic("The file declares a document type (\(word)), which no data model has: remove it.", at: start)
    }
    let builder = XMLTreeBuilder(file: file, limits: limits)
    return try builder.read(content)
  }
}

/// Collects the elements that the parser finds.
private final class XMLTreeBuilder: NSObject, XMLParserDelegate {
  private let file: String
  private let limits: XMLTree.Limits
  private var open: [XMLTree] = []
  private var root: XMLTree?
  private var rootCount = 0
  private var elementCount = 0
  private var failure: Diagnostic?

  init(file: String, limits: XMLTree.Limits) {
    self.file = file
    self.limits = limits
  }

  func read(_ content: Data) throws(Diagnostic) -> XMLTree {
    let parser = XMLParser(data: content)
    parser.shouldResolveExternalEntities = false
    parser.delegate = self
    let isWellFormed = parser.parse()
    if let failure { throw failure }
    if isWellFormed, parser.parserError == nil, rootCount == 1, let root { return root }
    throw Diagnostic("The file is not well-formed XML.", at: place(of: parser))
  }

  private func place(of parser: XMLParser) -> SourcePlace {
    SourcePlace(file: file, line: max(parser.lineNumber, 1), column: max(parser.columnNumber, 1))
  }

  private func refuse(_ message: String, _ parser: XMLParser) {
    if failure == nil { failure = Diagnostic(message, at: place(of: parser)) }
    parser.abortParsing()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if failure != nil { return }
    elementCount += 1
    if open.count >= limits.depth {
      return refuse("The elements nest deeper than \(limits.depth): this is no data model.", parser)
    }
    if elementCount > limits.elementCount {
      return refuse("There are more than \(limits.elementCount) elements: this is no data model.", parser)
    }
    if open.isEmpty { rootCount += 1 }
    open.append(XMLTree(name: name, attributes: attributes, place: place(of: parser)))
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard failure == nil, let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}

extension String {
  /// The encoding in the first line of XML, in small letters.
  ///
  /// In another one, a document type could be written in bytes that are not those of its letters.
  fileprivate var declaredEncoding: String {
    let declaration = prefixMatch(of: /\u{FEFF}?<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/)
    return declaration.map { $0.1.lowercased() } ?? "utf-8"
  }
}
