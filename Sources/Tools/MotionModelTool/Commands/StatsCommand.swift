import MotionModel
import MotionModelInspector
import MotionModelValues

extension Command {
  static let stats = Command(
    name: "stats",
    summary: "Prints figures of each column: values, nils, distinct values, least, greatest, mean, lengths.",
    discussion: [
      "Lengths are those of strings in characters and of arrays in elements. With a condition, the figures are "
        + "those of the records that meet it.",
      Records.rule,
    ],
    parameters: [.file, .model, .condition],
    options: [.columns, .types, .json, .at] + Option.text,
    examples: [
      .init(line: "stats shop.json Track", meaning: "Figures of all columns of a model."),
      .init(line: "stats shop.json Track 'UnitPrice > 1' -c Milliseconds,Bytes", meaning: "Figures of two columns."),
    ]
  ) { call in
    let (records, condition) = try call.condition(in: try call.document())
    let places = try records.places(of: call.arguments.names(.columns))
    let numbers = try call.find(in: records, condition)
    let found = records.figures(of: places, Array(numbers))
    let figures = places.map { (name: records.names[$0], figures: found[$0] ?? ColumnFigures(nilCount: numbers.count)) }
    if call.arguments.has(.json) {
      try call.console.write(
        json: JSONFormat.written(.dictionary(["columns": .array(figures.map { $0.1.json($0.0) })])) + "\n")
    } else {
      try call.print(figures)
    }
    return .success
  }
}

extension Invocation {
  fileprivate func print(_ figures: [(name: String, figures: ColumnFigures)]) throws {
    var table = PrintedTable(
      [.init(title: "column")]
        + ["values", "nil", "distinct", "least", "greatest", "mean", "shortest", "longest"].map {
          .init(title: $0, isRight: true)
        }, style)
    for (name, figures) in figures {
      let cells = [
        "\(figures.count)", "\(figures.nilCount)", "\(figures.distinct.count)", figures.least.figure,
        figures.greatest.figure, figures.mean.map { "\($0)" } ?? "", figures.shortest.map { "\($0)" } ?? "",
        figures.longest.map { "\($0)" } ?? "",
      ]
      try table.add([AttributeValue.string(name).cellText] + cells, to: console)
    }
    try table.end(console)
  }
}

extension Records {
  /// Returns the figures of columns in some rows, by the places of the columns; none for a column without values.
  fileprivate func figures(of places: [Int], _ numbers: [Int]) -> [Int: ColumnFigures] {
    let kinds = kinds(of: places)
    var figures: [Int: ColumnFigures] = [:]
    for number in numbers {
      let row = row(number)
      for place in row.places {
        guard let value = row[place], let kind = kinds[place] else { continue }
        figures[place, default: ColumnFigures(nilCount: numbers.count)].add(value, as: kind)
      }
    }
    return figures
  }
}

/// The figures of one column.
struct ColumnFigures {
  private(set) var count = 0
  /// How many records have no value.
  private(set) var nilCount: Int
  private(set) var distinct: Set<AttributeValue> = []
  /// The least and the greatest value as the file has them.
  private(set) var (least, greatest): (AttributeValue?, AttributeValue?)
  /// The same as values of the column's kind.
  private var (first, last): (AttributeValue?, AttributeValue?)
  private(set) var shortest: Int?
  private(set) var longest: Int?
  private var sum = 0.0
  private var numberCount = 0

  /// - Parameter nilCount: How many records there are, of which none has a value yet.
  init(nilCount: Int) { self.nilCount = nilCount }

  /// The mean of the numbers; nil if there are none.
  var mean: Double? { numberCount == 0 ? nil : sum / Double(numberCount) }

  /// Adds the value of one of the records. One that is not of the column's kind is counted, and neither least nor
  /// greatest.
  mutating func add(_ original: AttributeValue, as kind: ColumnKind) {
    if original.isNull { return }
    (count, nilCount) = (count + 1, nilCount - 1)
    let cast = kind.cast(original)
    let value = cast ?? original
    distinct.insert(value.comparable)
    if let cast {
      if first.map({ cast.sortOrder(against: $0) < 0 }) ?? true { (first, least) = (cast, original) }
      if last.map({ cast.sortOrder(against: $0) > 0 }) ?? true { (last, greatest) = (cast, original) }
    }
    if value.isNumber, let number = try? Double(attribute: value) {
      (sum, numberCount) = (sum + number, numberCount + 1)
    }
    if let length = value.length {
      shortest = min(shortest ?? length, length)
      longest = max(longest ?? length, length)
    }
  }

  func json(_ name: String) -> AttributeValue {
    let counts = ["values": count, "nil": nilCount, "distinct": distinct.count].mapValues {
      AttributeValue.int(Int64($0))
    }
    var members: [String: AttributeValue] = ["column": .string(name)]
    members.merge(counts) { first, _ in first }
    members["least"] = least
    members["greatest"] = greatest
    members["mean"] = mean.map { .double($0) }
    members["shortest"] = shortest.map { .int(Int64($0)) }
    members["longest"] = longest.map { .int(Int64($0)) }
    return .dictionary(members)
  }
}

extension AttributeValue {
  /// The number of characters of a string, or of elements of an array.
  fileprivate var length: Int? {
    switch self {
    case .string(let text): text.count
    case .array(let elements): elements.count
    default: nil
    }
  }
}

extension Optional<AttributeValue> {
  /// The value in a table of figures, cut where it is long.
  fileprivate var figure: String { map { $0.cellText.cut(to: 24) } ?? "" }
}
