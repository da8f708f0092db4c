import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// Converting untyped data to records.
  func load(_ file: String, _ time: Duration) throws {
    let counts = Store.with(store) { Questions.rowCounts() }
    let total = counts.reduce(0) { $0 + $1.value }
    printer.chapter(
      "2 Load",
      """
      JSON is untyped. Each row becomes a dictionary of attribute values, then a record, cast column by column as the \
      schema says; each table is inserted as one changeset. \(file) has \(total) rows, which were read, cast and \
      inserted in \(time.text).
      """)
    printer.table(["model", "rows"], counts.map { [$0.name, "\($0.value)"] })
    try Store.with(Store()) { try importRows() }
  }

  private func importRows() throws {
    let json = Data(#"[{"Name": "Sea Shanty"}, {"Name": "Sea Shanty"}, {"name": "Polka", "Beats": 2}]"#.utf8)
    let report = try Genre.importRows(json: json)
    printer.note(
      "Rows that may be wrong are imported with a report. json has three: a genre, the same again, and a stranger.")
    printer.examples(
      (
        #"""
        let report = try Genre.importRows(json: json)
        report.records.map(\.name)
        """#,
        report.records.map(\.name)
      ),
      ("report.failures[0]", report.failures.first),
      ("report.failures[1]", report.failures.last))
  }
}
