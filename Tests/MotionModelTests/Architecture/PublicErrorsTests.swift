#if os(macOS) || os(Linux)  // where the sources are available
  import Foundation
  import MotionModel
  import Testing

  /// Every public error is a ``DescribedError``, so that its sentence is its `localizedDescription`, too.
  struct PublicErrorsTests {
    @Test func `all public errors conform to DescribedError`() throws {
      let sources = try PublicSources()
      let described = sources.matches(
        of: /public (?:enum|struct|final class) (\w+)(?:<[^>]*>)?: (?:String, )?DescribedError\b/)
      #expect(described.count > 30 && described.contains("StoreError") && described.contains("RESTFailure"))
      let others = sources.matches(
        of: /public (?:enum|struct|final class|class) (\w+)(?:<[^>]*>)?: [^{\n]*\b(?:Error|LocalizedError)\b[^{\n]*\{/)
      #expect(others == [])
      // A type that is no error where it is declared becomes one only where nobody outside sees it.
      #expect(
        sources.matches(of: /extension ([\w.]+): [^{\n]*\b(?:Error|LocalizedError)\b[^{\n]*\{/) == ["BodyError.Problem"]
      )
    }

    @Test func `localizedDescription is the description`() {
      struct Late: DescribedError { var description: String { "The train is late: take the next one." } }
      #expect((Late() as any Error).localizedDescription == "The train is late: take the next one.")
    }
  }

  /// The text of all sources of the library.
  struct PublicSources {
    static let package = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    let texts: [String]

    init() throws {
      let sources = Self.package.appending(path: "Sources")
      texts = try FileManager.default.subpathsOfDirectory(atPath: sources.path()).filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: sources.appending(path: $0), encoding: .utf8) }
    }

    /// Returns what an expression captures, wherever it matches.
    func matches(of expression: Regex<(Substring, Substring)>) -> [String] {
      texts.flatMap { $0.matches(of: expression).map { String($0.1) } }
    }
  }
#endif
