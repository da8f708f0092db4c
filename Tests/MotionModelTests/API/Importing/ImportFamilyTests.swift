import MotionModel
import MotionModelTestSupport
import Testing

/// Imports of rows whose parents are other rows.
@Suite(.ownStore)
struct ImportFamilyTests {
  typealias Category = BookShelf.Category

  private func mapping(_ missing: MissingParent = .refuse) -> ImportMapping<Category> {
    [.column("Name", to: \.name), .parent("Parent", \.parent, by: \.name, missing: missing, optional: true)]
  }

  private func row(_ name: String, _ parent: String? = nil) -> [String: AttributeValue] {
    ["Name": .string(name), "Parent": parent.map { .string($0) } ?? .null]
  }

  /// The names of the parents by the names of the categories.
  private var parents: [String: String?] {
    Dictionary(uniqueKeysWithValues: Category.all.map { ($0.name, $0.parent?.name) })
  }

  @Test func `parents may follow their children`() throws {
    let report = try Category.importRows(
      [row("saw", "tools"), row("tools", "goods"), row("food", "goods"), row("goods"), row("hammer", "tools")],
      mapping: mapping())
    #expect(report.failures.map(\.description) == [])
    #expect(parents == ["saw": "tools", "tools": "goods", "food": "goods", "goods": nil, "hammer": "tools"])
    #expect(report.records.map(\.name) == ["saw", "tools", "food", "goods", "hammer"])
    #expect(report.rows == [1, 2, 3, 4, 5])
    #expect(Category.order(by: \.name).pluck(\.childCount) == [0, 2, 0, 0, 2])
    #expect(Store.current.commitCount == 1)
  }

  @Test func `rows whose parents come first are stored in their order`() throws {
    let rows = [row("a"), row("b", "a"), row("c", "b"), row("d"), row("e", "a")]
    #expect(try Category.importRows(rows, mapping: mapping()).failures.isEmpty)
    #expect(Category.pluck(\.name) == ["a", "b", "c", "d", "e"])
  }

  @Test func `stored records are parents too`() throws {
    try Category.create { $0.name = "goods" }
    #expect(try Category.importRows([row("saw", "tools"), row("tools", "goods")], mapping: mapping()).failures.isEmpty)
    #expect(parents == ["goods": nil, "tools": "goods", "saw": "tools"])
  }

  @Test func `rows whose parents lead back to them are refused, and so are their children`() throws {
    let report = try Category.importRows(
      [row("a", "b"), row("b", "c"), row("c", "a"), row("d", "d"), row("e", "a"), row("f")], mapping: mapping(.create))
    #expect(report.records.map(\.name) == ["f"])
    #expect(report.failures.map(\.row) == [1, 2, 3, 4, 5])
    #expect(
      report.failures.allSatisfy {
        $0.error as? ImportError == .parentInCircle(model: "Category", relation: "parent")
      })
  }

  @Test func `a missing parent is created, refuses the row or is left out`() throws {
    let rows = [row("saw", "tools"), row("hammer", "tools"), row("blade", "saw")]
    let refused = try Category.importRows(rows, mapping: mapping(.refuse))
    #expect(refused.records == [] && refused.failures.map(\.row) == [1, 2, 3])
    let created = try Category.importRows(rows, mapping: mapping(.create))
    #expect(created.createdParents == ["Category": 1])
    #expect(parents == ["tools": nil, "saw": "tools", "hammer": "tools", "blade": "saw"])
    try Category.deleteAll()
    #expect(try Category.importRows(rows, mapping: mapping(.leaveNil)).failures.isEmpty)
    #expect(parents == ["saw": nil, "hammer": nil, "blade": "saw"])
  }

  @Test func `a parent that two rows describe is ambiguous, wherever they are`() throws {
    let report = try Category.importRows(
      [row("tools"), row("saw", "tools"), row("tools")], mapping: mapping(.create))
    #expect(report.rows == [1, 3])
    #expect(
      report.failures.map { $0.error as? ImportError } == [
        .parentAmbiguous(model: "Category", relation: "parent", parent: "Category", column: "name")
      ])
  }

  @Test func `a child of a refused row is refused`() throws {
    var broken = row("tools")
    broken["child_count"] = "many"
    let report = try Category.importRows([row("saw", "tools"), broken, row("blade", "saw")], mapping: mapping())
    #expect(report.records == [] && report.failures.map(\.row) == [1, 2, 3])
  }

  @Test func `a deep chain in the wrong order does not overflow the stack`() throws {
    let count = 20_000
    let rows = (0..<count).reversed().map { row("\($0)", $0 == 0 ? nil : "\($0 - 1)") }
    let report = try Category.importRows(rows, mapping: mapping())
    #expect(report.records.count == count && report.failures.isEmpty)
    #expect(report.records.allSatisfy { $0.name == "0" || $0.parent?.name == "\((Int($0.name) ?? 0) - 1)" })
  }

  @Test func `a required parent of the same model is required`() throws {
    let mapping: ImportMapping<Link> = [
      .column("Name", to: \.name), .parent("Next", \.next, by: \.name, missing: .leaveNil),
    ]
    var root = Link()
    root.id = 1
    (root.name, root.nextID) = ("root", 1)
    try root.insert()
    let report = try Link.importRows(
      [
        ["Name": "c", "Next": "b"], ["Name": "b", "Next": "root"], ["Name": "d", "Next": "x"],
        ["Name": "e", "Next": "d"],
      ],
      mapping: mapping)
    #expect(report.rows == [1, 2])
    #expect(report.records.map(\.nextID) == [2, 1])
    #expect(report.failures.map(\.row) == [3, 4])
    #expect(Link.pluck(\.name) == ["root", "b", "c"])
  }

  private struct Link: Model, Equatable {
    var id = 0
    var name = ""
    var nextID = 0
    static let schema = Schema<Link> {
      Column(\.name)
      Column(\.nextID)
    }
    struct Relations: Sendable { let next = BelongsTo<Link>(\.nextID) }
    static let relations = Relations()
  }

  @Test func `rows that update stored records keep their families`() throws {
    let rows = [row("saw", "tools"), row("tools")]
    let keyed = ImportMapping<Category>(mapping().rules + [.key(\.name)])
    let first = try Category.importRows(rows, mapping: keyed)
    let again = try Category.importRows(rows + [row("goods"), row("tools", "goods")].prefix(1), mapping: keyed)
    #expect(again.updatedRows == [1, 2] && again.rows == [1, 2, 3])
    #expect(again.records.prefix(2).map(\.id) == first.records.map(\.id))
    #expect(parents == ["saw": "tools", "tools": nil, "goods": nil])
  }
}
