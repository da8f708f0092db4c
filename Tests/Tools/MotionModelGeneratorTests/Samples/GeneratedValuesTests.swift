import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import MotionModelValidation
import Testing

@testable import GeneratedSamples

@Suite(.store, .temporaryFolder)
struct GeneratedValuesTests {
  @Test func `Enums, values and values behind a protocol are saved and loaded`() throws {
    let card = PaymentCard(number: "42", validUntil: Date(timeIntervalSinceReferenceDate: 10))
    let employee = Employee(age: 30, draft: "not stored", name: "Ada", gender: .female)
    let company = try Company.create {
      $0.payment = .card(card)
      $0.assets = [Tagged(ColorAsset(identifier: "red")), Tagged(SoundAsset(identifier: "bell", seconds: 3))]
      $0.employees = [employee]
      $0.byName = ["Ada": employee]
    }
    #expect(company.motto == "Onward")
    #expect(company.state == .open)
    let file = TemporaryFolder.current.appending(path: "companies.json")
    try Store.current.save(to: file)
    let loaded = Store()
    try loaded.load(from: file, models: [Company.self])
    var expected = company
    // A transient value is not in the file.
    expected.employees[0].draft = nil
    expected.byName?["Ada"]?.draft = nil
    #expect(loaded.table(Company.self).all == [expected])
    #expect(company.assets.map(\.value.label) == ["color", "sound"])
    #expect(company.assets.map { $0.value.scaled(by: 2) } == [1, 6])
  }

  @Test func `Raw values are those that were drawn, 0 among them`() {
    #expect(Gender.allCases.map(\.rawValue) == ["f", "m", "default"])
    #expect(IssueState.allCases.map(\.rawValue) == [0, 1])
    #expect(Weather.allCases.map(\.rawValue) == ["rain", "sun"])
  }

  @Test func `A value that has to be there is a rule`() {
    #expect(Company.new().errors.map(\.field) == ["payment"])
  }

  @Test func `A file of State is imported into generated models`() throws {
    let file = #"""
      {"name": "Shop", "companies": [{
        "founded": 0, "motto": "Up", "scores": {"a": 1}, "state": {"value": 1},
        "assets": [{"Asset": "ColorAsset", "identifier": "red", "red": 0.25}],
        "employees": [{"age": 3, "name": "Ada", "title": "Ms.", "gender": {"value": "f"}}],
        "byName": {"Bob": {"age": 4, "name": "Bob", "title": "Mr.", "gender": {"value": "m"}}},
        "payment": {"Payment": "invoice", "value": "12"}
      }]}
      """#
    let format = LegacyFormat(.rawValues, .polymorphic("Asset"), .taggedEnum("Payment"))
    let report = try Company.importRows(format.rows(in: Data(file.utf8), at: "companies"), mapping: [:])
    #expect(report.failures.isEmpty)
    var expected = Company()
    (expected.id, expected.motto, expected.scores, expected.payment) = (1, "Up", ["a": 1], .invoice("12"))
    expected.assets = [Tagged(ColorAsset(identifier: "red", red: 0.25))]
    expected.employees = [Employee(age: 3, name: "Ada", title: "Ms.", gender: .female)]
    expected.byName = ["Bob": Employee(age: 4, name: "Bob", title: "Mr.", gender: .male)]
    #expect(Company.all == [expected])
  }

  @Test func `An element that lacks a property with a default is refused, and a record gets the default`() throws {
    func company(_ employee: AttributeValue) throws -> Company {
      try Company(attributes: ["payment": ["type": "cash"], "employees": [employee]])
    }
    let employee: AttributeValue = ["age": 3, "name": "Ada", "title": "Dr.", "gender": "f"]
    #expect(try company(employee).motto == "Onward")
    #expect(throws: AttributeError.self) { try company(["age": 3, "name": "Ada", "gender": "f"]) }
  }

  @Test func `What State and Spot wrote is read`() throws {
    let asset = try Tagged<AssetTypes>(
      attribute: ["Asset": "SoundAsset", "identifier": "bell", "seconds": 3])
    #expect(asset == Tagged(SoundAsset(identifier: "bell", seconds: 3)))
    #expect(try Payment(attribute: ["Payment": "invoice", "value": "12"]) == .invoice("12"))
    #expect(try Payment(attribute: ["type": "Invoice", "value": "12"]) == .invoice("12"))
  }
}
