#if !PostgreSQL
  /// The adapter, which needs the trait `PostgreSQL` of this package.
  @available(*, unavailable, message: "enable the trait PostgreSQL where the program depends on MotionModel")
  public typealias PostgreSQLAdapter = Never
#endif
