import MotionModelGenerator
import MotionModelTestSupport
import Testing

/// The Swift that is generated for each data model in `GeneratedSamples/Inputs`, and what is said of it.
struct GoldenTests {
  @Test(arguments: ["Types", "Relations", "StateKeys", "Inheritance"])
  func `The generated Swift is the recorded one`(name: String) throws {
    let generator = Generator()
    let dataModel = try DataModelBundle(at: RecordedSamples.input("\(name).xcdatamodel")).dataModel()
    let source = try #require(
      generator.oneFile(dataModel, named: "\(name).swift").first, "\(generator.diagnostics.all)")
    try RecordedSamples.expect(source.text, isIn: source.name)
    let messages = generator.diagnostics.all.map { "\($0.place.line): \($0.severity.rawValue): \($0.message)\n" }
    try RecordedSamples.expect(messages.joined(), isIn: "Inputs/\(name).diagnostics")
  }

  @Test func `The models and migrations of a data model with versions are the recorded ones`() throws {
    let generator = Generator()
    let bundle = try DataModelBundle(at: RecordedSamples.input("Attic.xcdatamodeld"))
    let versions = try bundle.history(generator.diagnostics)
    let sources =
      generator.oneFile(try bundle.dataModel(), named: "Attic.swift", versions: versions)
      + generator.folder(try bundle.dataModel(), versions: versions).filter { $0.name == "AtticMigrations.swift" }
    #expect(sources.count == 2)
    for source in sources { try RecordedSamples.expect(source.text, isIn: source.name) }
  }
}
