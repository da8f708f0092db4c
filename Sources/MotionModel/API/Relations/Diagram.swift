extension Store {
  /// Returns a Mermaid diagram of models and their relations, for a README or a pull request.
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
  /// Relations that share a key are drawn as one line: `||` stands for exactly one, `|o` for one or none, `o{` for
  /// any number. A relation through others is a dotted line.
  ///
  /// - Parameter models: The models to draw; models related to them are drawn too. By default, all models that the
  ///   store has had records of.
  public func diagram(of models: any Model.Type...) -> String {
    let start = models.isEmpty ? read { $0.all.map(\.layout.type) } : models
    return Diagram(of: start).text
  }
}

/// Draws models and their relations.
private struct Diagram {
  /// One key, drawn as a line, with the names of the relations that use it.
  private struct KeyLine {
    let parent: String
    let child: String
    let key: String
    var marks = (parent: "|o", child: "o{")
    var names: (ofParent: [String], ofChild: [String]) = ([], [])

    mutating func add(_ relation: DeclaredRelation) {
      switch relation.kind {
      case .belongsTo:
        names.ofChild.append(relation.name)
        if relation.isRequired { marks.parent = "||" }
      case .hasOne:
        names.ofParent.append(relation.name)
        marks.child = "o|"
      case .hasMany:
        names.ofParent.append(relation.name)
      }
    }

    var text: String {
      let label = [names.ofParent, names.ofChild].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
      return "  \(parent) \(marks.parent)--\(marks.child) \(child) : \"\(label.joined(separator: " / "))\""
    }
  }

  private var entities: [String] = []
  private var lines: [String] = []

  var text: String { (["erDiagram"] + entities + lines).joined(separator: "\n") }

  init(of start: [any Model.Type]) {
    let models = Self.reachable(from: start)
    entities = models.flatMap { Self.entity($0) }
    lines = Self.keyLines(models) + models.flatMap { Self.throughLines($0) }
  }

  /// Returns the models and all models that their relations lead to.
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

  /// Returns a line for each key, labeled with the relations of both sides.
  private static func keyLines(_ models: [any Model.Type]) -> [String] {
    var lines: [KeyLine] = []
    for model in models {
      for relation in model.declaredRelations {
        guard let key = relation.key else { continue }
        for target in relation.targets {
          let ends = relation.kind == .belongsTo ? (target, model) : (model, target)
          let (parent, child) = ("\(ends.0)", "\(ends.1)")
          let index = lines.firstIndex { $0.parent == parent && $0.child == child && $0.key == key } ?? lines.count
          if index == lines.count { lines.append(KeyLine(parent: parent, child: child, key: key)) }
          lines[index].add(relation)
        }
      }
    }
    return lines.map(\.text)
  }

  private static func throughLines(_ model: any Model.Type) -> [String] {
    model.declaredRelations.filter { $0.key == nil }.flatMap { relation in
      relation.targets.map { "  \(model) }o..\(relation.kind == .hasOne ? "o|" : "o{") \($0) : \"\(relation.name)\"" }
    }
  }

  /// Replaces characters that Mermaid does not allow in a word, all but letters, digits and underscores, by hyphens.
  private static func word(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
  }
}

extension String {
  /// The string without a space at its end.
  fileprivate func trimmingSuffix() -> String { hasSuffix(" ") ? String(dropLast()) : self }
}

extension Model {
  /// The model's relations, for code that does not know its type.
  static var declaredRelations: [DeclaredRelation] { schema.relations }
}
