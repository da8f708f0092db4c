// Writes a symbol graph of the snippets in a folder, in which DocC finds the code for `@Snippet`:
//
//     swift Scripts/Support/snippet-graph.swift Snippets MotionModel MotionModel-snippets.symbols.json
//
// A snippet begins with a comment, which DocC shows above the whole code. Lines between `// snippet.hide` and
// `// snippet.show` are left out. `// snippet.name` begins a slice, up to the next one, `// snippet.end` or the end.

import Foundation

struct SymbolGraph: Encodable {
  var metadata = Metadata()
  var module: Module
  var symbols: [Symbol]
  var relationships: [String] = []

  struct Metadata: Encodable {
    var formatVersion = ["major": 0, "minor": 1, "patch": 0]
    var generator = "snippet-graph"
  }

  struct Module: Encodable {
    var name: String
    var platform: [String: String] = [:]
    var isVirtual = true
  }

  struct Symbol: Encodable {
    var kind = ["identifier": "swift.snippet", "displayName": "Snippet"]
    var identifier: [String: String]
    var names: [String: String]
    var pathComponents: [String]
    var docComment: [String: [[String: String]]]
    var accessLevel = "public"
    var isVirtual = true
    var snippet: Snippet
  }

  struct Snippet: Encodable {
    var language = "swift"
    var lines: [String] = []
    var slices: [String: Range<Int>] = [:]
  }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// What a line marks, such as `hide` in `// snippet.hide`; nil for code.
  var marker: String? {
    let line = trimmingCharacters(in: .whitespaces)
    return line.hasPrefix("// snippet.") ? String(line.dropFirst("// snippet.".count)) : nil
  }
}

extension SymbolGraph.Snippet {
  /// The code that the lines of a file show.
  init(_ source: some Sequence<String>) {
    var isHidden = false
    var slice: (name: String, start: Int)?
    for line in source {
      switch line.marker {
      case nil: if !isHidden { append(line) }
      case "hide": isHidden = true
      case "show": isHidden = false
      case let name?:
        end(slice)
        slice = name == "end" ? nil : (name, lines.count)
      }
    }
    end(slice)
    if lines.last?.isBlank == true { lines.removeLast() }
  }

  /// Adds a line, but no blank one at the start or after another.
  private mutating func append(_ line: String) {
    if !line.isBlank || lines.last?.isBlank == false { lines.append(line) }
  }

  /// Ends a slice at the last line, without the blank lines around it.
  private mutating func end(_ slice: (name: String, start: Int)?) {
    guard let slice else { return }
    let shown = lines.indices[slice.start...].filter { !lines[$0].isBlank }
    if let first = shown.first, let last = shown.last { slices[slice.name] = first..<last + 1 }
  }
}

extension SymbolGraph.Symbol {
  init(file: URL, package: String) throws {
    let name = file.deletingPathExtension().lastPathComponent
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let comment = lines.prefix { $0.hasPrefix("// ") && $0.marker == nil }
    identifier = ["precise": "$snippet__\(package).\(name)", "interfaceLanguage": "swift"]
    names = ["title": name]
    pathComponents = ["Snippets", name]
    docComment = ["lines": comment.map { ["text": String($0.dropFirst(3))] }]
    snippet = SymbolGraph.Snippet(lines.dropFirst(comment.count))
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 3 else { fatalError("Pass the folder of the snippets, the package's name and a file.") }
let (folder, package, output) = (arguments[1], arguments[2], arguments[3])
let files = try FileManager.default.contentsOfDirectory(at: URL(filePath: folder), includingPropertiesForKeys: nil)
let snippets = files.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
let symbols = try snippets.map { try SymbolGraph.Symbol(file: $0, package: package) }
try JSONEncoder().encode(SymbolGraph(module: .init(name: package), symbols: symbols)).write(to: URL(filePath: output))
