/// The declaration of a column, as text: `Column(\.dueDate, .ordered, was: "due")`.
struct ColumnExpression {
  let property: String
  var name: String?
  var options: [String] = []
  var formerNames: [String] = []

  init(_ property: String) { self.property = property }

  var text: String {
    var arguments = ["\\." + SwiftName.source(property)]
    if let name, name != property { arguments.append("name: \(SwiftLiteral.string(name))") }
    if options.count == 1 { arguments.append(options[0]) }
    if options.count > 1 { arguments.append("[\(options.joined(separator: ", "))]") }
    let formers = formerNames.filter { $0 != name ?? property }.map { SwiftLiteral.string($0) }
    if !formers.isEmpty { arguments.append("was: " + formers.joined(separator: ", ")) }
    return "Column(\(arguments.joined(separator: ", ")))"
  }
}
