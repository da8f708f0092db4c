import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// NaN is not equal to itself. Yet saving an unchanged record that holds NaN is not a change.
@Suite(.store, .temporaryFolder) struct NaNTests {
  struct Sample: Model {
    var id = 0
    var name = ""
    var value = 0.0
    var first: Float?
    var price: Decimal?
    var series: [Double] = []
    var date: Date?
    var point = Point()
    struct Point: Codable, Sendable { var x = 0.0 }
    static let schema = Schema<Sample> {
      Column(\.name)
      Column(\.value, [.readOnly, .indexed])
      Column(\.first)
      Column(\.price)
      Column(\.series)
      Column(\.date)
      Column(\.point)
    }
  }

  @discardableResult
  private func makeSample() throws -> Sample {
    try Sample.create {
      $0.value = .nan
      $0.first = .nan
      $0.price = .nan
      $0.series = [1, .nan]
      $0.date = Date(timeIntervalSinceReferenceDate: .nan)
      $0.point.x = .nan
    }
  }

  @Test func `saving an unchanged record with a NaN changes nothing`() throws {
    let store = Store.current
    var sample = try makeSample()
    #expect(sample.changes.isEmpty && !sample.hasChanges)
    try sample.save()
    #expect(try Sample.updateAll { _ in } == 0)
    #expect(store.commitCount == 1)
  }

  @Test func `a NaN in a read-only column does not prevent saving other columns`() throws {
    var sample = try makeSample()
    try sample.update { $0.name = "renamed" }
    #expect(Sample.pluck(\.name) == ["renamed"])
    sample.value = 1
    #expect(throws: StoreError.readOnlyColumn(model: "Sample", column: "value", id: "1")) { try sample.save() }
  }

  @Test func `replacing NaN by a number is a change, and so is another array that contains NaN`() throws {
    var sample = try makeSample()
    sample.first = 1
    sample.series = [2, .nan]
    sample.point.x = 0
    #expect(sample.changes.map(\.column) == ["first", "series", "point"])
    try sample.save()
    #expect(Sample.first?.first == 1 && Sample.first?.series.first == 2)
  }

  @Test(arguments: FileFormat.allCases) func `loading a file with a NaN twice changes nothing`(format: FileFormat)
    throws
  {
    let file = TemporaryFolder.current.appending(path: "samples")
    try makeSample()
    try Sample.save(to: file, as: format)
    let changes = try Sample.load(from: file, as: format).changes.changes(of: Sample.self)
    #expect(changes.flatMap(\.columns).map(\.column) == [])
  }

  @Test func `minimum and maximum of a group are NaN only if the group has no number`() throws {
    for value in [1.0, .nan, 3, .nan] {
      try Sample.create {
        $0.name = value.isNaN ? "none" : "some"
        $0.value = value
        $0.price = value.isNaN ? .nan : Decimal(value)
      }
    }
    try Sample.create { $0.name = "none" }
    let all = Sample.records.group { _ in 0 }
    #expect(all.minimum(\.value) == [0: 0] && all.maximum(\.value) == [0: 3])
    #expect(all.minimum(\.price) == [0: 1] && all.maximum(\.price) == [0: 3])
    #expect(Sample.group(by: \.name).maximum(\.value) == ["some": 3, "none": 0])
    #expect(Sample.where(\.id == 2).group(by: \.name).maximum(\.value)["none"]?.isNaN == true)
  }
}
