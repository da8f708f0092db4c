import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import MotionModelValidation
import Testing

@testable import GeneratedSamples

@Suite(.store, .temporaryFolder)
struct GeneratedTypesTests {
  @Test func `Columns, options, indexes and former names are those that were drawn`() {
    #expect(Sample.schema.formerNames == ["Specimen"])
    #expect(Sample.schema["serial"]?.options == [.unique, .indexed])
    #expect(Sample.schema["serial"]?.formerNames == ["number"])
    #expect(Sample.schema["count"]?.options == .ordered)
    #expect(Sample.schema["draft"] == nil)
    #expect(Sample.schema["homePage"]?.type == .url)
    #expect(Sample.schema["amount"]?.defaultValue == .decimal(Decimal(12.5)))
  }

  @Test func `A record that breaks the rules is refused, and one that keeps them is saved`() throws {
    var sample = Sample.new()
    #expect(sample.errors.map(\.field) == ["code", "code", "seenAt"])
    (sample.code, sample.seenAt, sample.title) = ("AB12", Date(timeIntervalSinceReferenceDate: 5), "First")
    sample.note = String(repeating: "n", count: 201)
    #expect(sample.errors.map(\.field) == ["note"])
    sample.note = nil
    try sample.save()
    #expect(Sample.find(sample.id) == sample)
  }

  @Test func `What is unique is refused twice`() throws {
    func sample(_ serial: Int, _ title: String) -> Sample {
      var sample = Sample()
      (sample.code, sample.title, sample.seenAt, sample.serial) = (
        "AB", title, Date(timeIntervalSinceReferenceDate: 5), serial
      )
      return sample
    }
    _ = try Sample.create(sample(1, "a"))
    #expect(throws: (any Error).self) { try Sample.create(sample(1, "b")) }
    #expect(throws: (any Error).self) { try Sample.create(sample(2, "a")) }
    _ = try Sample.create(sample(2, "b"))
    #expect(Sample.count == 2)
  }
}
