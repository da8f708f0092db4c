import MotionModel
import MotionModelInspector

extension Command {
  private static let count = Option(name: "count", help: "Prints the number of records alone.")

  static let query = Command(
    name: "query",
    summary: "Prints the records that meet a condition.",
    discussion: [
      "A condition is written as predicates print themselves: columns are compared by ==, !=, <, <=, > and >=, tested by in, "
        + "contains, startsWith, endsWith, like and matches, and joined by &&, || and !. Strings are quoted; dates, UUIDs, "
        + "numbers, true, false and nil are not. A test of a string that ends with (case-insensitive) ignores case, "
        + "one with (accent-insensitive) accents, and one with (case-insensitive, accent-insensitive) both. "
        + "Numbers can be computed with + - * and count of. A column whose name is not a word stands in backquotes.",
      "The rules are those of finders: nil differs from every value, and is neither less nor greater than any; nils are "
        + "last in an order unless it says nil first. The status is 1 if no record meets the condition.",
      Records.rule,
    ],
    parameters: [.file, .model, .condition],
    options: [.order, .limit, .offset, .columns, .types, count, .json, .jsonLines, .csv, .at] + Option.text,
    examples: [
      .init(
        line: "query shop.json Track 'Milliseconds > 300000 && Name contains \"love\" (case-insensitive)'",
        meaning: "Long tracks about love."),
      .init(
        line: "query shop.json Invoice --order 'Total descending, InvoiceId' --limit 5",
        meaning: "The largest invoices."),
      .init(line: "query shop.json Customer 'Company == nil' --count", meaning: "How many customers have no company."),
    ]
  ) { call in
    let (records, condition) = try call.condition(in: try call.document())
    let found = try call.find(in: records, condition)
    if call.arguments.has(count) {
      try call.console.writeLine("\(found.count)")
    } else {
      try call.print(records, found)
    }
    return found.isEmpty ? .finding : .success
  }
}

extension Invocation {
  /// The model and the condition of the arguments, of which each may be missing.
  func condition(in document: StoreDocument) throws -> (Records, condition: String?) {
    let (records, words) = try self.records(and: [.condition], in: document)
    if words.count > 1 { throw UsageError(unknown: "model", words[0], known: document.models.map(\.name)) }
    return (records, words.first)
  }

  /// Returns the numbers of the rows that a condition, the order, the offset and the limit leave.
  func find(in records: Records, _ condition: String?) throws -> ArraySlice<Int> {
    let condition = try condition.map { text throws(ConditionError) in
      try ConditionParser.condition(text, on: records.columns)
    }
    let order = try arguments[.order].map { text throws(ConditionError) in
      try RowOrder(text, on: records.columns)
    }
    let (offset, limit) = (try arguments.count(.offset) ?? 0, try arguments.count(.limit) ?? .max)
    let (needed, isTooLarge) = offset.addingReportingOverflow(limit)
    // Without an order, nothing behind the limit has to be tested.
    let enough = order == nil && !isTooLarge ? needed : .max
    var numbers: [Int] = []
    for number in 0..<records.count where numbers.count < enough {
      if condition?.matches(records.row(number)) ?? true { numbers.append(number) }
    }
    if let order { numbers = order.sorted(numbers) { records.row($0) } }
    return numbers.dropFirst(offset).prefix(limit)
  }
}
