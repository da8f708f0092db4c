#if os(macOS) || os(Linux)  // where the sources are at hand
  import Foundation
  import RegexBuilder
  import Testing

  /// The storeys of the module, and the map of them in the documentation.
  struct ArchitectureTests {
    @Test func `no storey names a type of a higher one`() throws {
      let module = try SourceModule()
      #expect(module.files.count > 300)
      #expect(module.upwardNames == [:])
    }

    @Test func `the map names files that are there, and every room`() throws {
      let module = try SourceModule()
      let named = try Self.paths(in: "Documentation/Architecture.md")
      let (files, rooms) = (named.filter { $0.hasSuffix(".swift") }, Set(named.filter { !$0.hasSuffix(".swift") }))
      #expect(files.count > 20)
      #expect(files.filter { module.files[$0] == nil } == [])
      #expect(rooms.sorted() == module.rooms.sorted())
    }

    @Test func `the guide for contributors names files that are there`() throws {
      let module = try SourceModule()
      let files = try Self.paths(in: "CONTRIBUTING.md").filter { $0.hasSuffix(".swift") }
      #expect(files.count > 20)
      #expect(files.filter { module.files[$0] == nil } == [])
    }

    @Test(arguments: ["README.md", "CONTRIBUTING.md", "Documentation/Architecture.md"])
    func `a page names paths outside the module that are there`(page: String) throws {
      let text = try String(contentsOf: SourceModule.package.appending(path: page), encoding: .utf8)
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
        !["", "Sources/"].contains { folder in
          FileManager.default.fileExists(atPath: SourceModule.package.appending(path: folder + path).path())
        }
      }
      #expect(missing == [])
    }

    @Test func `tests lie in rooms of the same names`() throws {
      let (folders, rooms) = (try SourceModule.foldersOfTests(), try SourceModule().rooms)
      #expect(folders.count > 20)
      #expect(folders.subtracting(rooms).sorted() == [])
    }

    /// The rooms and files of the module that a page names.
    private static func paths(in page: String) throws -> [String] {
      try String(contentsOf: SourceModule.package.appending(path: page), encoding: .utf8)
        .matches(of: /`((?:API|Engine|Values)\/[A-Za-z]+(?:\/[A-Za-z+.]+\.swift)?)`/).map { String($0.1) }
    }
  }

  /// The sources of the module, by their paths in it.
  private struct SourceModule {
    static let package = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    private static let storeys = ["Values", "Engine", "API"]

    /// The code of each file, without comments and strings.
    private(set) var files: [String: String] = [:]

    init() throws {
      let root = Self.package.appending(path: "Sources/MotionModel")
      for storey in Self.storeys {
        let rooms = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: storey).path())
        for room in rooms {
          for name in try FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: "\(storey)/\(room)").path())
          {
            let path = "\(storey)/\(room)/\(name)"
            files[path] = Self.code(try String(contentsOf: root.appending(path: path), encoding: .utf8))
          }
        }
      }
    }

    var rooms: Set<String> { Set(files.keys.map { $0.split(separator: "/").prefix(2).joined(separator: "/") }) }

    /// The folders below the storeys in which tests lie.
    static func foldersOfTests() throws -> Set<String> {
      let root = package.appending(path: "Tests/MotionModelTests")
      var folders: Set<String> = []
      for storey in storeys {
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: storey).path())
        where path.hasSuffix(".swift") {
          folders.insert("\(storey)/\(path)".split(separator: "/").dropLast().joined(separator: "/"))
        }
      }
      return folders
    }

    /// The names of types of higher storeys, by the files that have them.
    var upwardNames: [String: Set<String>] {
      var owners: [String: String] = [:]
      for (path, code) in files {
        for name in Self.declarations(in: code, isNested: false) { owners[name] = path }
      }
      return files.compactMapValues { $0 }.reduce(into: [:]) { found, file in
        let own = Self.declarations(in: file.value, isNested: true)
        let names = Self.names(in: file.value).subtracting(own)
          .filter { owners[$0].map { Self.height($0) > Self.height(file.key) } ?? false }
        if !names.isEmpty { found[file.key] = names }
      }
    }

    private static func height(_ path: String) -> Int { storeys.firstIndex { path.hasPrefix($0) } ?? 0 }

    private static func code(_ text: String) -> String {
      text.replacing(/\/\/.*/, with: "").replacing(/"""[\s\S]*?"""/, with: "").replacing(
        /"(?:\\.|[^"\\\n])*"/, with: "")
    }

    /// The types that a file declares, and with `isNested` also those inside of others and its generic parameters.
    private static func declarations(in code: String, isNested: Bool) -> Set<String> {
      let pattern = /(?:^|[ )])(?:struct|class|enum|protocol|actor|typealias|associatedtype) ([A-Z]\w+)/
        .anchorsMatchLineEndings()
      var names: Set<String> = []
      for line in code.split(separator: "\n") where isNested || !line.hasPrefix(" ") {
        if !isNested && line.contains(/\bprivate\b|\bfileprivate\b/) { continue }
        for match in line.matches(of: pattern) { names.insert(String(match.1)) }
      }
      if isNested { for match in code.matches(of: /[<,] ?([A-Z]\w+)(?::|>)/) { names.insert(String(match.1)) } }
      return names
    }

    /// The names with a capital that a file uses, but for members of others.
    private static func names(in code: String) -> Set<String> {
      Set(code.matches(of: /(?:^|[^.\w])([A-Z]\w+)/).map { String($0.1) })
    }
  }
#endif
