extension AllTypesRecord {
  /// Returns an unsaved record with a nasty value in every column.
  ///
  /// - Parameter number: A number that no other record of the test has; the unique columns are computed from it.
  public static func random(_ number: Int, using random: inout SplitMix64) -> Self {
    var record = Self()
    record.serial = random.chance(20) ? nil : number
    record.code = "code \(number)"
    record.randomize(using: &random)
    record.randomizeOptionals(using: &random)
    return record
  }

  /// Puts nasty values into the columns that are neither optional nor unique.
  public mutating func randomize(using random: inout SplitMix64) {
    string = .nasty(using: &random)
    bool = .nasty(using: &random)
    int = .nasty(using: &random)
    int8 = .nasty(using: &random)
    int16 = .nasty(using: &random)
    int32 = .nasty(using: &random)
    int64 = .nasty(using: &random)
    uint = .nasty(using: &random)
    uint8 = .nasty(using: &random)
    uint16 = .nasty(using: &random)
    uint32 = .nasty(using: &random)
    uint64 = .nasty(using: &random)
    double = .nasty(using: &random)
    float = .nasty(using: &random)
    decimal = .nasty(using: &random)
    date = .nasty(using: &random)
    uuid = .nasty(using: &random)
    url = .nasty(using: &random)
    data = .nasty(using: &random)
    strings = .nasty(using: &random)
    ints = .nasty(using: &random)
    counts = .nasty(using: &random)
    word = .nasty(using: &random)
    level = .nasty(using: &random)
    document = .nasty(using: &random)
  }

  /// Puts nasty values into the optional columns.
  public mutating func randomizeOptionals(using random: inout SplitMix64) {
    maybeString = .nasty(using: &random)
    maybeBool = .nasty(using: &random)
    maybeInt = .nasty(using: &random)
    maybeInt8 = .nasty(using: &random)
    maybeInt16 = .nasty(using: &random)
    maybeInt32 = .nasty(using: &random)
    maybeInt64 = .nasty(using: &random)
    maybeUInt = .nasty(using: &random)
    maybeUInt8 = .nasty(using: &random)
    maybeUInt16 = .nasty(using: &random)
    maybeUInt32 = .nasty(using: &random)
    maybeUInt64 = .nasty(using: &random)
    maybeDouble = .nasty(using: &random)
    maybeFloat = .nasty(using: &random)
    maybeDecimal = .nasty(using: &random)
    maybeDate = .nasty(using: &random)
    maybeUUID = .nasty(using: &random)
    maybeURL = .nasty(using: &random)
    maybeData = .nasty(using: &random)
    maybeStrings = .nasty(using: &random)
    maybeInts = .nasty(using: &random)
    maybeCounts = .nasty(using: &random)
    maybeWord = .nasty(using: &random)
    maybeLevel = .nasty(using: &random)
    maybeDocument = .nasty(using: &random)
  }
}
