import Foundation

/// The measurements of one run, in a form that can be stored.
struct Figures: Codable {
  var machine: Machine
  var comparisons: [Comparison] = []
  var verdicts: [Verdict] = []
  var facts: [Fact] = []
  /// The suites that were measured again in a later run, because the machine was busy.
  var repeated: [String] = []

  var suites: [String] {
    var seen: Set<String> = []
    return (comparisons.map(\.suite) + facts.map(\.suite)).filter { seen.insert($0).inserted }
  }

  /// Returns these figures with the suites of a later run replacing their own.
  func replacing(_ later: Figures) -> Figures {
    var result = self
    for suite in later.suites {
      if result.suites.contains(suite) && !result.repeated.contains(suite) { result.repeated.append(suite) }
      Self.replace(suite, in: &result.comparisons, by: later.comparisons, \.suite)
      Self.replace(suite, in: &result.verdicts, by: later.verdicts, \.suite)
      Self.replace(suite, in: &result.facts, by: later.facts, \.suite)
    }
    return result
  }

  private static func replace<Element>(
    _ suite: String, in list: inout [Element], by later: [Element], _ name: KeyPath<Element, String>
  ) {
    let place = list.firstIndex { $0[keyPath: name] == suite } ?? list.count
    let before = list[..<place].filter { $0[keyPath: name] != suite }
    let after = list[place...].filter { $0[keyPath: name] != suite }
    list = before + later.filter { $0[keyPath: name] == suite } + after
  }

  static func read(_ file: String) throws -> Figures {
    try JSONDecoder().decode(Figures.self, from: Data(contentsOf: URL(filePath: file)))
  }

  func write(to file: String) throws {
    let url = URL(filePath: file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONEncoder().encode(self).write(to: url)
  }
}
