#if os(macOS) || os(Linux)  // where the sources are available
  import Foundation
  import Testing

  /// Public names must not be those of modules that programs import beside this one: a file that imports both could not write
  /// either without its module. `NamesBesideOthersTests` compiles such a file.
  struct PublicNamesTests {
    /// The names that another module has, too, which have a second name for such a file. In expressions, such as `Column(\.name)` and
    /// `Schema<Todo> { … }`, the compiler knows which is meant by what follows.
    private static let doubled = ["Column": "ModelColumn", "Schema": "ModelSchema", "Store": "ModelStore"]

    @Test func `no public type has the name of one of a module that is imported beside`() throws {
      let (own, taken) = (try Self.own(), try Self.taken())
      #expect(own.count > 250)
      #expect(taken.count == 10 && taken.values.allSatisfy { $0.count > 3 })
      let clashes = taken.mapValues { $0.intersection(own).sorted() }.filter { !$0.value.isEmpty }
      #expect(
        clashes == [
          "ComposableArchitecture": ["Store"], "GRDB": ["Column"], "SwiftData": ["Schema"],
        ])
      #expect(Set(clashes.values.joined()) == Set(Self.doubled.keys))
      #expect(own.isSuperset(of: Self.doubled.values))
    }

    /// The public types that no other type encloses. A file that is a condition of the compiler as a whole is indented.
    private static func own() throws -> Set<String> {
      let declaration =
        /^(?:@\w+(?:\([^)]*\))? )*public (?:final |indirect )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/
        .anchorsMatchLineEndings()
      return try PublicSources().texts.reduce(into: []) { names, text in
        let text = text.hasPrefix("#if") ? text.replacing("\n  ", with: "\n") : text
        names.formUnion(text.matches(of: declaration).map { String($0.1) })
      }
    }

    /// The names of each module's types. Macros do not clash with types.
    private static func taken() throws -> [String: Set<String>] {
      let file = PublicSources.package.appending(path: "Tests/Support/Fixtures/Names/TakenNames.txt")
      var result: [String: Set<String>] = [:]
      var module = ""
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#:") {
        if line.hasPrefix("# ") {
          module = String(line.dropFirst(2))
        } else {
          result[module, default: []].formUnion(
            line.split(separator: " ").map(String.init).filter { !$0.hasPrefix("@") })
        }
      }
      return result
    }
  }
#endif
