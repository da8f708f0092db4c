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

  @Test func `What State and Spot wrote is read`() throws {
    let asset = try Tagged<AssetTypes>(
      attribute: ["Asset": "SoundAsset", "identifier": "bell", "seconds": 3])
    #expect(asset == Tagged(SoundAsset(identifier: "bell", seconds: 3)))
    #expect(try Payment(attribute: ["Payment": "invoice", "value": "12"]) == .invoice("12"))
    #expect(try Payment(attribute: ["type": "Invoice", "value": "12"]) == .invoice("12"))
  }
}
