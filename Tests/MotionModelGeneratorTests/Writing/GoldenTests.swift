import Foundation
import MotionModelGenerator
import Testing

/// The Swift that is generated for each data model in `GeneratedSamples/Inputs`, which is compiled with the tests.
///
/// With `MOTIONMODEL_RECORD` set, the files are written instead of compared.
struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "GeneratedSamples")

  @Test(arguments: ["Types", "Relations", "StateKeys", "Inheritance"])
  func `The generated Swift is the recorded one`(name: String) throws {
    let generator = Generator()
    let dataModel = try DataModelBundle(at: Self.folder.appending(path: "Inputs/\(name).xcdatamodel").path).dataModel()
    let source = try #require(
      generator.oneFile(dataModel, named: "\(name).swift").first, "\(generator.diagnostics.all)")
    let file = Self.folder.appending(path: source.name)
    if ProcessInfo.processInfo.environment["MOTIONMODEL_RECORD"] != nil {
      try Data(source.text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == source.text)
    let messages = generator.diagnostics.all.map { "\($0.place.line): \($0.severity.rawValue): \($0.message)" }
    let expected = Self.folder.appending(path: "Inputs/\(name).diagnostics")
    if ProcessInfo.processInfo.environment["MOTIONMODEL_RECORD"] != nil {
      try Data((messages.map { $0 + "\n" }.joined()).utf8).write(to: expected)
    }
    #expect(try String(contentsOf: expected, encoding: .utf8) == messages.map { $0 + "\n" }.joined())
  }
}
