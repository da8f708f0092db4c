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
}
