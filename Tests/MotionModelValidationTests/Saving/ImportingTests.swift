import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// Imports by a mapping of models with rules.
@Suite(.ownStore) struct ImportingTests {
  private struct Maker: Model, Validatable, Equatable {
    var id = 0
    var name = ""
    static let schema = Schema<Maker> { Column(\.name) }
    static let validations = Validations<Maker> { Length(\.name, 3...20) }
  }

  private struct Tool: Model, Validatable, Equatable {
    var id = 0
    var code = ""
    var makerID: Int?
    static let schema = Schema<Tool> {
      Column(\.code)
      Column(\.makerID)
    }
    struct Relations: Sendable { let maker = BelongsTo<Maker>(\.makerID) }
    static let relations = Relations()
    static let validations = Validations<Tool> {
      Presence(\.makerID)
      Uniqueness(\.code)
    }
  }

  @Test func `rules apply to the records and to the parents that are created`() throws {
    let rows: [[String: AttributeValue]] = [
      ["Code": "a", "Maker": "Acme"], ["Code": "b", "Maker": "X"], ["Code": "a", "Maker": "Bolt"],
      ["Code": "c", "Maker": nil], ["Code": "d", "Maker": "Acme"],
    ]
    let mapping: ImportMapping<Tool> = [
      .column("Code", to: \.code), .parent("Maker", \.maker, by: \.name, missing: .create),
    ]
    let report = try Tool.importRows(rows, mapping: mapping)
    #expect(report.rows == [1, 5])
    #expect(Maker.pluck(\.name) == ["Acme"] && report.createdParents == ["Maker": 1])
    #expect(report.failures.map(\.row) == [2, 3, 4])
    #expect(
      report.failures.map { ($0.error as? RecordInvalid).map { "\($0.errors)" } } == [
        "[name: tooShort(count: 3)]", "[code: taken]", "[makerID: blank]",
      ])
  }
}
