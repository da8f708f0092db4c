/// Reads the content of a file that is in memory.
struct DocumentReader: FileReader {
  private let document: StoreDocument
  private var model = -1
  private var row = 0
  private var order: [Int] = []

  init(_ document: StoreDocument) { self.document = document }

  var head: FileHead { document.head }

  mutating func nextSection() -> FileSection? {
    (model, row) = (model + 1, 0)
    guard model < document.models.count else { return nil }
    order = document.models[model].targets
    return document.models[model].section
  }

  mutating func readRow(into row: inout FileRow) -> Bool {
    let rows = document.models[model].rows
    guard self.row < rows.count else { return false }
    let values = rows[self.row].values
    for place in values.places { if let value = values[place] { _ = row.set(value, at: order[place]) } }
    row.recordPlace = rows[self.row].place
    self.row += 1
    return true
  }
}
