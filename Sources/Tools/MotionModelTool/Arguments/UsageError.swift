import MotionModelInspector

/// Invalid arguments, described in one sentence with what was expected.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// - Parameters:
  ///   - kind: What has the name, in words: `command`.
  ///   - known: The names that there are.
  init(unknown kind: String, _ name: String, known: [String]) {
    let nearest = Spelling.nearest(to: name, in: known)
    let hint = nearest.map { "did you mean \($0)?" } ?? "there is \(Self.list(known))."
    self.init("There is no \(kind) \(name): \(known.isEmpty ? "there is none." : hint)")
  }

  private static func list(_ names: [String]) -> String {
    names.count > 20 ? names.prefix(20).joined(separator: ", ") + " …" : names.joined(separator: ", ")
  }
}
