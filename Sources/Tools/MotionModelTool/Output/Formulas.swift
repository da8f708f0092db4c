import MotionModel
import MotionModelValues

extension AttributeValue {
  /// Whether a spreadsheet that opens the value in a CSV file runs it: a text with a sign of formulas at its start,
  /// which is not a number.
  var isFormula: Bool {
    guard case .string(let text) = self, let first = text.utf8.first else { return false }
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return Double(text) == nil
    default: return false
    }
  }
}

extension StoreDocument {
  /// How many names and values a spreadsheet would run.
  var formulas: Int {
    models.reduce(0) { count, model in
      let names = model.columns.count { AttributeValue.string($0.name).isFormula }
      return model.rows.indices.reduce(count + names) { count, index in
        let row = model.rows.values(at: index)
        return count + row.places.count { row[$0]?.isFormula ?? false }
      }
    }
  }
}

extension Console {
  /// Says how many cells of a CSV file a spreadsheet would run. They are written as they are: quoted otherwise, they
  /// would not be read back as they were.
  func warn(ofFormulas count: Int) {
    if count == 0 { return }
    writeError(
      "\(counted(count, "cell")) of the CSV begin\(count == 1 ? "s" : "") with =, +, - or @, which spreadsheets run as formulas: "
        + "import such columns as text.\n")
  }
}
