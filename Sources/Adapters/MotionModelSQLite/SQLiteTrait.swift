#if !SQLite
  /// The adapter, which needs the trait `SQLite` of this package.
  @available(*, unavailable, message: "enable the trait SQLite where the program depends on MotionModel")
  public typealias SQLiteAdapter = Never
#endif
