extension Store {
  /// A diagram of models and their relations, in the language of Mermaid, for a README or a pull request.
  ///
  /// ```swift
  /// print(store.diagram(of: Project.self, Todo.self))
  /// // erDiagram
  /// //   Project {
  /// //     Int id PK
  /// //     String name UK
  /// //   }
  /// //   …
  /// //   Project |o--o{ Todo : "todos / project"
  /// ```
  ///
  /// Each pair of relations that share a key is one line: `||` stands for exactly one, `|o` for one or none, `o{` for any number.
  /// A relation through others is a dotted line.
  ///
  /// - Parameter models: The models to draw, with those that they are related to; those that the store has had records of, unless
  ///   some are given.
  public func diagram(of models: any Model.Type...) -> String {
    let start = models.isEmpty ? read { $0.all.map(\.layout.type) } : models
    return Diagram(of: start).text
  }
}

/// Draws models and their relations.
private struct Diagram {
  private struct Line: Hashable {
    let parent: String
    let child: String
    let key: String
  }

  private var entities: [String] = []
  private var lines: [String] = []

  var text: String { (["erDiagram"] + entities + lines).joined(separator: "\n") }

  init(of start: [any Model.Type]) {
    let models = Self.reachable(from: start)
    entities = models.flatMap { Self.entity($0) }
    lines = Self.keyLines(models) + models.flatMap { Self.throughLines($0) }
  }

  /// The models and all that can be come by from them.
  private static func reachable(from start: [any Model.Type]) -> [any Model.Type] {
    var models: [any Model.Type] = []
    var waiting = start
    while !waiting.isEmpty {
      let model = waiting.removeFirst()
      if models.contains(where: { $0 == model }) { continue }
      models.append(model)
      waiting += model.declaredRelations.flatMap(\.targets)
    }
    return models
  }

  private static func entity<Record: Model>(_ model: Record.Type) -> [String] {
    let schema = Record.schema
    let keys = Set(schema.relations.filter { $0.kind == .belongsTo }.compactMap(\.key))
    let columns = schema.columns.enumerated().map { index, column in
      var marks: [String] = []
      if index == schema.layout.idColumn { marks.append("PK") }
      if keys.contains(column.name) { marks.append("FK") }
      if column.options.contains(.unique) { marks.append("UK") }
      return "    \(word(column.type.description)) \(word(column.name)) \(marks.joined(separator: ", "))"
        .trimmingSuffix()
    }
    return ["  \(schema.modelName) {"] + columns + ["  }"]
  }

  /// A line for each key, named by the relations of both sides.
  private static func keyLines(_ models: [any Model.Type]) -> [String] {
    var order: [Line] = []
    var names: [Line: (parents: [String], children: [String])] = [:]
    var marks: [Line: (parent: String, child: String)] = [:]
    for model in models {
      for relation in model.declaredRelations {
        guard let key = relation.key else { continue }
        for target in relation.targets {
          let isParent = relation.kind == .belongsTo
          let line = Line(
            parent: isParent ? "\(target)" : "\(model)", child: isParent ? "\(model)" : "\(target)", key: key)
          if names[line] == nil { order.append(line) }
          if isParent {
            names[line, default: ([], [])].children.append(relation.name)
            marks[line, default: ("|o", "o{")].parent = relation.isRequired ? "||" : "|o"
          } else {
            names[line, default: ([], [])].parents.append(relation.name)
            marks[line, default: ("|o", "o{")].child = relation.kind == .hasOne ? "o|" : "o{"
          }
        }
      }
    }
    return order.map { line in
      let (parent, child) = marks[line] ?? ("|o", "o{")
      let label = [names[line]?.parents ?? [], names[line]?.children ?? []].filter { !$0.isEmpty }
        .map { $0.joined(separator: ", ") }.joined(separator: " / ")
      return "  \(line.parent) \(parent)--\(child) \(line.child) : \"\(label)\""
    }
  }

  private static func throughLines(_ model: any Model.Type) -> [String] {
    model.declaredRelations.filter { $0.key == nil }.flatMap { relation in
      relation.targets.map { "  \(model) }o..\(relation.kind == .hasOne ? "o|" : "o{") \($0) : \"\(relation.name)\"" }
    }
  }

  /// A text as a word of the language, which has letters, digits, underscores and hyphens.
  private static func word(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
  }
}

extension String {
  /// The text without a space at the end.
  fileprivate func trimmingSuffix() -> String { hasSuffix(" ") ? String(dropLast()) : self }
}

extension Model {
  /// The relations, for code that does not know the model.
  static var declaredRelations: [DeclaredRelation] { schema.relations }
}
