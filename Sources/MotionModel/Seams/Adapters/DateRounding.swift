package import Foundation

/// An adapter that keeps the dates of some columns with fewer digits than a `Date` has.
///
/// The store rounds these dates before it compares a record with the stored one, so a record reads back as it was
/// saved.
package protocol DateRounding: StorageAdapter {
  /// Returns what rounds the dates of columns, by the numbers of the columns. The database is not queried.
  func dateRoundings<Record: Model>(of model: Record.Type) -> [Int: @Sendable (Date) -> Date]
}

extension Store {
  /// Returns how the adapter of a model rounds dates; empty for a model in memory.
  func dateRoundings(of layout: TableLayout) -> [Int: @Sendable (Date) -> Date] {
    func roundings<Record: Model>(of model: Record.Type) -> [Int: @Sendable (Date) -> Date] {
      (adapter(Record.Adapter.self, of: model) as? any DateRounding)?.dateRoundings(of: model) ?? [:]
    }
    return roundsDates && layout.isExternal ? roundings(of: layout.type) : [:]
  }
}
