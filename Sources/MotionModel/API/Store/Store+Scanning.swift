extension Store {
  /// How many threads may scan a table of 200,000 records or more at the same time, for one finder: 1 unless set
  /// otherwise.
  ///
  /// A finder without an index that helps it reads all records. With a greater width, other processors read some of
  /// them. The results are the same, in the same order, whatever the width.
  ///
  /// ```swift
  /// store.scanWidth = ProcessInfo.processInfo.activeProcessorCount
  /// ```
  ///
  /// It speeds up a program that waits for one result, and slows down servers of many requests. So it is 1 unless set,
  /// and is shared with snapshots and branches of the store.
  ///
  /// One thread is used, whatever the width, where code of the program runs for records, such as a closure, a computed
  /// property or a comparison of a type of yours; for conditions on related records and searches; within a transaction,
  /// and so in hooks that take part in one; where a limit may end the scan early; and for averages, and sums of
  /// floating-point numbers, which are added in the order of records.
  public var scanWidth: Int {
    get { fence.threads.width }
    set { fence.threads.width = newValue }
  }

  /// The fewest records of a table that several threads scan. Tests set it, to compare results in small tables.
  package var leastWideScan: Int {
    get { fence.threads.leastRows }
    set { fence.threads.leastRows = newValue }
  }

  /// How many threads may scan a table outside of transactions: inside a transaction, each thread would have to be
  /// shown the transaction's rows while its own thread continues to change them.
  func threads(for table: TableVersion) -> Int {
    let count = fence.threads.count(forRows: table.count)
    return count > 1 && transaction == nil ? count : 1
  }
}
