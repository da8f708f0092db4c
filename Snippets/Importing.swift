// Rows of another program are imported: by names of their own, with parents that are found by a column, into records
// that are recognized by a natural key.

// snippet.hide
import Foundation
import MotionModel

struct Artist: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Artist> { Column(\.name, .unique) }
}

struct Album: Model {
  var id = 0
  var isbn: String?
  var title = ""
  var year = 0
  var artistID = 0

  static let schema = Schema<Album> { Column(\.isbn, .unique) }
  struct Relations: ModelRelations { let artist = BelongsTo<Artist>(\.artistID) }
}

struct Category: Model {
  var id = 0
  var name = ""
  var parentID: Int?

  struct Relations: ModelRelations { let parent = BelongsTo<Category>(\.parentID) }
}

struct Payment: Model {
  var id = 0
  var day: Date?
  var payee = ""
  var amount = Decimal(0)
}

// snippet.show
// snippet.csv
let statement = """
  Konto;DE02 1203 0000
  Zeitraum;2026-11
  day;payee;Betrag
  2026-11-02;Bakery;-4.20
  2026-11-03;Salary
  2026-11-04;"Rent; flat";-850
  """

let payments = try Payment.importRows(csv: .string(statement), skippingLines: 2, mapping: ["Betrag": \.amount])
print(payments)  // => Payment: 2 inserted, 1 refused
print(payments.failures[0])  // => Row 2: expected 3 fields, as the line of the names has, found 2 at line 5
// snippet.hide
precondition(payments.description == "Payment: 2 inserted, 1 refused")
precondition("\(payments.failures[0])" == "Row 2: expected 3 fields, as the line of the names has, found 2 at line 5")
precondition(payments.records.map(\.payee) == ["Bakery", "Rent; flat"] && payments.records[1].amount == -850)

// snippet.show
// snippet.mapping
let rows = Data(
  """
  [{"Title": "Emma", "Year": "15", "Artist": "Ann", "ISBN": "1"},
   {"Title": "Nora", "Year": "ten", "Artist": "Ann", "ISBN": "2"},
   {"Title": "Anna", "Year": "77", "Artist": "Bob", "ISBN": "3"}]
  """.utf8)

let mapping: ImportMapping<Album> = [
  .column("Title", to: \.title),
  .column("Year", to: \.year) { try 1900 + Int(attribute: $0) },
  .column("ISBN", to: \.isbn),
  .parent("Artist", \.artist, by: \.name, missing: .create),
  .key(\.isbn),
]

let report = try Album.importRows(json: rows, mapping: mapping)
print(report)  // => Album: 2 inserted, 1 refused; Artist: 2 created
print(report.rows)  // => [1, 3]
print(report.failures[0])  // => Row 2: Album cannot take the value for its column "year": …
// snippet.hide
precondition(report.description == "Album: 2 inserted, 1 refused; Artist: 2 created" && report.rows == [1, 3])
precondition(report.failures[0].description.hasPrefix("Row 2: Album cannot take the value for its column \"year\": "))

// snippet.show
// snippet.again
let corrected: [[String: AttributeValue]] = [
  ["ISBN": "1", "Title": "Emma (Live)"], ["ISBN": "2", "Title": "Nora", "Year": 10, "Artist": "Bob"],
]
let second = try Album.importRows(corrected, mapping: mapping)
print(second)  // => Album: 1 inserted, 1 updated
let emma = Album.where(\.isbn).eq("1").first  // its year and its artist are as they were
// snippet.hide
precondition(second.description == "Album: 1 inserted, 1 updated")
precondition(emma?.year == 1915 && emma?.artist?.name == "Ann" && emma?.title == "Emma (Live)")

// snippet.show
// snippet.tree
let categories: [[String: AttributeValue]] = [
  ["Name": "Saws", "In": "Tools"], ["Name": "Tools", "In": "Goods"], ["Name": "Goods", "In": nil],
]
try Category.importRows(
  categories, mapping: [.column("Name", to: \.name), .parent("In", \.parent, by: \.name)])
let saws = Category.where(\.name).eq("Saws").first?.parent?.parent?.name  // => "Goods"
// snippet.hide
precondition(saws == "Goods")

// snippet.show
// snippet.progress
func importAlbums(_ rows: [[String: AttributeValue]]) async throws -> ImportReport<Album> {
  try Album.importRows(rows, mapping: mapping, allOrNothing: true) { progress in
    try Task.checkCancellation()  // nothing is imported then
    print("\(progress.done) of \(progress.total ?? 0), \(progress.refused) refused")
  }
}
// snippet.hide
let third = try await importAlbums([["Title": "Nina", "Year": 1, "Artist": "Ann", "ISBN": "4"]])
precondition(third.failures.isEmpty && third.records.count == 1)
