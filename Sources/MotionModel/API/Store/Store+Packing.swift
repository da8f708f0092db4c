extension Store {
  /// The most bytes that copies of columns may take, in this store, its snapshots and its branches together: 64 MiB
  /// unless set otherwise. With 0, no copies are made.
  ///
  /// A scan that tests one number of each record reads whole records from memory. So a store keeps the values of
  /// columns of large tables side by side, when they are scanned again and again, and reads these copies instead. They
  /// change no result. A copy belongs to 128 neighbouring records, is shared by all snapshots in which these are the
  /// same, and is made again in a later scan when one of them has changed. ``FinderPlan/packedColumns`` says which
  /// columns a finder reads so.
  ///
  /// Copies are made of stored columns of strings, numbers, dates, `Bool`, `UUID`, `Decimal`, enums and similar types,
  /// and their optionals, in groups of 32 records or more. When they would take more bytes than this, those of the
  /// column that was not used for the longest time are dropped. Setting a lower limit drops all of them.
  ///
  /// ```swift
  /// store.packedColumnLimit = 0   // no copies: the least memory
  /// ```
  ///
  /// - SeeAlso: ``ColumnOptions/packed``
  public var packedColumnLimit: Int {
    get { fence.pages.limit }
    set { fence.pages.limit = newValue }
  }

  /// How many bytes the copies of columns take now; see ``packedColumnLimit``.
  public var packedColumnBytes: Int { fence.pages.bytes }

  /// When copies of columns are made. Tests set it, to compare results with and without them.
  package var pageRule: PageRule {
    get { fence.pages.rule }
    set { fence.pages.rule = newValue }
  }
}
