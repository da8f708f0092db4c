#if os(macOS) || os(Linux)  // where the sources are available
  import Foundation
  import RegexBuilder
  import Testing

  /// Pages must name existing paths. `Scripts/Support/storeys.sh` checks that no storey uses a higher one.
  struct ArchitectureTests {
    @Test func `the map names existing files, and every room`() throws {
      let core = try CoreSources()
      let named = try Self.paths(in: "Documentation/Architecture.md")
      let (files, rooms) = (named.filter { $0.hasSuffix(".swift") }, Set(named.filter { !$0.hasSuffix(".swift") }))
      #expect(files.count > 20)
      #expect(files.filter { !core.files.contains($0) } == [])
      #expect(rooms.sorted() == core.rooms.sorted())
    }

    @Test func `the guide for contributors names existing files`() throws {
      let core = try CoreSources()
      let files = try Self.paths(in: "CONTRIBUTING.md").filter { $0.hasSuffix(".swift") }
      #expect(files.count > 20)
      #expect(files.filter { !core.files.contains($0) } == [])
    }

    @Test(arguments: ["README.md", "CONTRIBUTING.md", "Documentation/Architecture.md"])
    func `the paths outside the module that a page names exist`(page: String) throws {
      let text = try String(contentsOf: PublicSources.package.appending(path: page), encoding: .utf8)
      let folders = /MotionModel\w*|Benchmarks|Documentation|Examples|Scripts|Snippets|Sources|Tests/
      let path = Regex {
        ChoiceOf {
          "`"; "]("
        }
        Capture {
          folders; "/"; /[\w+.\/-]+/
        }
      }
      let paths = Set(text.matches(of: path).map { String($0.1) })
      #expect(paths.count > 3)
      let missing = paths.filter { path in
        !["", "Sources/", "Sources/Foundations/", "Sources/Capabilities/", "Sources/Adapters/", "Sources/Tools/"]
          .contains { folder in
            FileManager.default.fileExists(atPath: PublicSources.package.appending(path: folder + path).path())
          }
      }
      #expect(missing == [])
    }

    @Test func `tests are in folders with the names of the rooms that they test`() throws {
      let core = try CoreSources()
      let folders = try CoreSources.foldersOfTests()
      #expect(folders.count > 20)
      #expect(folders.subtracting(core.rooms).sorted() == [])
    }

    /// Returns the rooms and files of the core that a page names.
    private static func paths(in page: String) throws -> [String] {
      try String(contentsOf: PublicSources.package.appending(path: page), encoding: .utf8)
        .matches(of: /`((?:API|Engine|Seams|MotionModelValues)(?:\/[A-Za-z]+)+(?:\/[A-Za-z+.]+\.swift)?)`/)
        .map { String($0.1) }
    }
  }

  /// The sources of the core: the values, which are a module, and the storeys of the module above.
  private struct CoreSources {
    /// The storeys as pages name them, with the folders of their sources and of their tests.
    private static let storeys = [
      (
        name: "MotionModelValues", sources: "Sources/Foundations/MotionModelValues",
        tests: "Tests/Foundations/MotionModelValuesTests"
      ),
      (name: "Engine", sources: "Sources/MotionModel/Engine", tests: "Tests/MotionModelTests/Engine"),
      (name: "API", sources: "Sources/MotionModel/API", tests: "Tests/MotionModelTests/API"),
      (name: "Seams", sources: "Sources/MotionModel/Seams", tests: "Tests/MotionModelTests/Seams"),
    ]

    /// The paths of the files, as pages name them.
    let files: Set<String>

    init() throws {
      files = Set(try Self.storeys.flatMap { try Self.sources(in: $0.sources, of: $0.name) })
    }

    var rooms: Set<String> { Self.folders(of: files) }

    /// Returns the folders of tests below the storeys.
    static func foldersOfTests() throws -> Set<String> {
      folders(of: try storeys.flatMap { try sources(in: $0.tests, of: $0.name) })
    }

    private static func sources(in folder: String, of storey: String) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: PublicSources.package.appending(path: folder).path())
        .filter { $0.hasSuffix(".swift") }.map { "\(storey)/\($0)" }
    }

    private static func folders(of files: some Sequence<String>) -> Set<String> {
      Set(files.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
    }
  }
#endif
