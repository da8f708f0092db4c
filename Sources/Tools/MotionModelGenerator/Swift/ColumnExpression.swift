/// The declaration of a column, as text: `Column(\.dueDate, .ordered, was: "due")`.
struct ColumnExpression {
  let property: String
  let name: String?
  let options: [String]
  let formerNames: [String]

  /// The property, and the column's name where it is another: `\.dueDate, name: "due_date"`.
  var path: String {
    let path = "\\." + SwiftName.source(property)
    return name.flatMap { $0 == property ? nil : "\(path), name: \(SwiftLiteral.string($0))" } ?? path
  }

  /// The declaration; none where it would say what every stored property says by itself.
  var texts: [String] {
    var arguments = [path]
    if options.count == 1 { arguments.append(options[0]) }
    if options.count > 1 { arguments.append("[\(options.joined(separator: ", "))]") }
    let formers = formerNames.filter { $0 != name ?? property }.map { SwiftLiteral.string($0) }
    if !formers.isEmpty { arguments.append("was: " + formers.joined(separator: ", ")) }
    let isAutomatic = arguments.count == 1 && (name ?? property) == property
    return isAutomatic ? [] : ["Column(\(arguments.joined(separator: ", ")))"]
  }
}
