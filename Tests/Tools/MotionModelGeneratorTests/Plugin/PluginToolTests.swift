import Foundation
import MotionModelGenerator
import MotionModelTestSupport
import Testing

@Suite(.temporaryFolder)
struct PluginToolTests {
  private var folder: URL { TemporaryFolder.current }
  private var dataModel: URL { folder.appending(path: "Shop.xcdatamodel") }
  private var configuration: String { folder.appending(path: "MotionModelGenerator.json").path }
  private var output: URL { folder.appending(path: "ShopModels.swift") }

  private func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

  private func writeDataModel(_ attributes: String = #"<attribute name="name" attributeType="String"/>"#) throws {
    try FileManager.default.createDirectory(at: dataModel, withIntermediateDirectories: true)
    let text = "<model><entity name=\"Order\">\(attributes)</entity></model>"
    try write(text, to: dataModel.appending(path: "contents").path)
  }

  /// Runs the tool, and returns its status and what it reported.
  private func run(_ arguments: String...) -> (status: Int32, lines: [String]) {
    var lines: [String] = []
    let status = PluginTool.run(arguments) { lines.append($0) }
    return (status, lines)
  }

  private func runWithConfiguration(_ text: String) throws -> (status: Int32, lines: [String]) {
    try writeDataModel()
    try write(text, to: configuration)
    return run(dataModel.path, "--output", output.path, "--configuration", configuration)
  }

  private var isThere: Bool { FileManager.default.fileExists(atPath: output.path) }

  @Test func `A data model becomes one file`() throws {
    try writeDataModel()
    let result = run(dataModel.path, "--output", output.path)
    #expect(result.status == 0)
    #expect(result.lines.isEmpty)
    #expect(try String(contentsOf: output, encoding: .utf8).contains("\nstruct Order: "))
  }

  @Test func `The configuration says who sees the models`() throws {
    #expect(try runWithConfiguration(#"{"access": "public"}"#).status == 0)
    #expect(try String(contentsOf: output, encoding: .utf8).contains("\npublic struct Order: "))
  }

  @Test(arguments: [
    (#"{"access": "open"}"#, "There is no access level open: there are internal, package, public."),
    (#"{"acces": "public"}"#, "There is no option acces: there is access."),
    (#"{"access": 1}"#, #"The configuration is not JSON such as {"access": "public"}."#),
    ("", #"The configuration is not JSON such as {"access": "public"}."#),
  ])
  func `A configuration with a mistake makes no file`(text: String, message: String) throws {
    let result = try runWithConfiguration(text)
    #expect(result.status == 1)
    #expect(result.lines == ["\(configuration): error: \(message)"])
    #expect(!isThere)
  }

  @Test func `A data model with a mistake leaves the file as it was`() throws {
    try writeDataModel()
    _ = run(dataModel.path, "--output", output.path)
    let before = try Data(contentsOf: output)
    try writeDataModel(#"<attribute name="name" attributeType="Telepathy"/>"#)
    let result = run(dataModel.path, "--output", output.path)
    #expect(result.status == 1)
    #expect(result.lines.first?.hasPrefix("\(dataModel.path)/contents:1:") == true)
    #expect(try Data(contentsOf: output) == before)
  }

  @Test func `Files for people are made where there are none`() throws {
    try writeDataModel()
    let people = folder.appending(path: "Models")
    let path = people.appending(path: "Order.swift").path
    #expect(run(dataModel.path, "--people", people.path).lines == ["Made \(path)."])
    try write("// Mine", to: path)
    #expect(run(dataModel.path, "--people", people.path).lines == [])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "// Mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: people.path) == ["Order.swift"])
  }

  @Test func `A migration that the file for people lacks is a warning`() throws {
    let bundle = folder.appending(path: "Staff.xcdatamodeld")
    for (version, type) in [("Staff", "String"), ("Staff 2", "Double")] {
      let folder = bundle.appending(path: "\(version).xcdatamodel")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let attribute = #"<attribute name="age" attributeType="\#(type)" defaultValueString="3"/>"#
      try write(
        #"<model><entity name="Person">\#(attribute)</entity></model>"#, to: folder.appending(path: "contents").path)
    }
    let plist = ["_XCCurrentVersionName": "Staff 2.xcdatamodel"]
    try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
      .write(to: bundle.appending(path: ".xccurrentversion"))
    let people = folder.appending(path: "Models")
    #expect(run(bundle.path, "--people", people.path).lines.count == 2)
    #expect(run(bundle.path, "--people", people.path).lines == [])
    let path = people.appending(path: "StaffMigrations.swift").path
    try write("// Mine\n", to: path)
    let result = run(bundle.path, "--people", people.path)
    #expect(result.status == 0)
    #expect(
      result.lines == [
        #"\#(path):1:1: warning: It has no migration of Person from version 1 to 2, which "Staff 2" needs: add "#
          + #"Migration("Staff 2", from: 1, to: 2, of: "Person") { … }."#
      ])
    #expect(run(bundle.path, "--output", output.path).lines == [])
  }

  @Test func `A data model that is not there is an error`() {
    let result = run(folder.path + "/None.xcdatamodeld", "--output", output.path)
    #expect(result.status == 1)
    #expect(result.lines.count == 1)
    #expect(!isThere)
  }

  @Test(arguments: [[], ["a", "b", "--output", "c"], ["a"], ["a", "--output", "b", "--people", "c"]])
  func `Other arguments are refused`(arguments: [String]) {
    var lines: [String] = []
    #expect(PluginTool.run(arguments) { lines.append($0) } == 1)
    #expect(lines.count == 1 && lines[0].contains("Expected a data model, and --output FILE or --people FOLDER."))
  }
}
