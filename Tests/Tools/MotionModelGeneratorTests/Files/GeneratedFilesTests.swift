import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModelGenerator

@Suite(.temporaryFolder)
struct GeneratedFilesTests {
  private var folder: String { TemporaryFolder.current.appending(path: "Models").path }

  private func sources(_ lines: String) throws -> [Generator.Source] {
    Generator().folder(try Fixture.dataModel(lines))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: folder + "/" + name), encoding: .utf8)
  }

  private let todo = #"<entity name="Todo"><attribute name="name" attributeType="String"/></entity>"#

  @Test func `Each entity has a file that is generated and one for people`() throws {
    let files = try GeneratedFiles(try sources(todo), in: folder)
    #expect(files.changes.map(\.path) == [folder + "/_Todo.swift", folder + "/Todo.swift"])
    try files.write()
    #expect(try text("_Todo.swift").contains("struct Todo: Model, Hashable {"))
    #expect(
      try text("Todo.swift")
        == """
        // Todo: what the data model does not say. It is yours, and is not overwritten.

        import MotionModel

        extension Todo {}

        """)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
  }

  @Test func `A second run changes nothing, not even the time of a file`() throws {
    try GeneratedFiles(try sources(todo), in: folder).write()
    let path = folder + "/_Todo.swift"
    let past = Date(timeIntervalSinceReferenceDate: 0)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    let files = try GeneratedFiles(try sources(todo), in: folder)
    #expect(files.changes == [])
    try files.write()
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == past)
  }

  @Test func `What a person wrote stays, and what was generated follows the data model`() throws {
    try GeneratedFiles(try sources(todo), in: folder).write()
    try Data("mine".utf8).write(to: URL(filePath: folder + "/Todo.swift"))
    try Data("theirs".utf8).write(to: URL(filePath: folder + "/_Todo.swift"))
    try GeneratedFiles(try sources(todo), in: folder).write()
    #expect(try text("Todo.swift") == "mine")
    #expect(try text("_Todo.swift").contains("struct Todo"))
  }

  @Test func `No file is touched unless all can be written`() throws {
    let both = todo + #"<entity name="User"/>"#
    try FileManager.default.createDirectory(atPath: folder + "/_User.swift", withIntermediateDirectories: true)
    let diagnostic = #expect(throws: Diagnostic.self) { try GeneratedFiles(try sources(both), in: folder).write() }
    #expect(
      diagnostic?.description
        == "\(folder)/_User.swift: error: The file cannot be written (there is a folder of this name), so none was.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["_User.swift"])
  }

  @Test func `Files of entities that are gone are found`() throws {
    try GeneratedFiles(try sources(todo + #"<entity name="User"/>"#), in: folder).write()
    try Data("// Mine".utf8).write(to: URL(filePath: folder + "/_Other.swift"))
    #expect(try GeneratedFiles(try sources(todo), in: folder).leftOver == [folder + "/_User.swift"])
  }

  @Test func `If the last file cannot be replaced, all are as they were`() throws {
    try GeneratedFiles(try sources(todo), in: folder).write()
    let renamed = #"<entity name="Todo"><attribute name="title" attributeType="String"/></entity>"#
    let project = #"<entity name="Project"><attribute name="name" attributeType="String"/></entity>"#
    let before = try text("_Todo.swift")
    var replaced: [String] = []
    let error = #expect(throws: Diagnostic.self) {
      try GeneratedFiles(try sources(renamed + project), in: folder).write { file, path in
        if replaced.count == 2 && file.contains(".new-") { return "the disk is full" }
        replaced.append(String(path.split(separator: "/").last ?? ""))
        return rename(file, path) == 0 ? nil : "it cannot be renamed"
      }
    }
    #expect(error?.message == "The file cannot be written (the disk is full), so none was.")
    #expect(replaced == ["_Todo.swift", "_Project.swift", "_Todo.swift"])
    #expect(try text("_Todo.swift") == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.sorted() == ["Todo.swift", "_Todo.swift"])
  }

  @Test func `A file that cannot be put back stays beside the one that replaced it`() throws {
    try GeneratedFiles(try sources(todo), in: folder).write()
    let before = try text("_Todo.swift")
    let renamed = #"<entity name="Todo"><attribute name="title" attributeType="String"/></entity><entity name="User"/>"#
    let error = #expect(throws: Diagnostic.self) {
      try GeneratedFiles(try sources(renamed), in: folder).write { file, path in
        if !path.hasSuffix("/_Todo.swift") || file.contains(".old-") { return "the disk is full" }
        return rename(file, path) == 0 ? nil : "it cannot be renamed"
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let copy = try #require(names.first { $0.contains(".old-") })
    #expect(try text(copy) == before)
    #expect(
      error?.message
        == "The file cannot be written (the disk is full), and these could not be put back: \(folder)/\(copy).")
    #expect(!names.contains { $0.contains(".new-") })
  }

  #if os(Linux)
    @Test func `A file of a person that is there and cannot be read is not replaced`() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      // It is there, and reading it fails for everybody.
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/Todo.swift", withDestinationPath: "/proc/self/mem")
      let error = #expect(throws: Diagnostic.self) { try GeneratedFiles(try sources(todo), in: folder).write() }
      #expect(
        error?.message == "The file cannot be written (it is there, and cannot be read), so none was.")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["Todo.swift"])
    }
  #endif
}
