import MotionModel

extension Validatable {
  /// Traps unless the first step of a path to a field is a name that this model has. The later steps are fields of
  /// other models.
  static func checkHasField(_ path: String) {
    let name = String(path.prefix { $0 != "." && $0 != "[" })
    if name.isEmpty || name == "base" || schema[name] != nil { return }
    let names = fieldNames
    if names.contains(where: { $0 == name || ColumnName.snakeCase($0) == name }) { return }
    let nearest = names.min { $0.edits(to: name) < $1.edits(to: name) } ?? ""
    fatalError(
      """
      errors.on("\(path)") is always empty, because \(schema.modelName) has no stored property, relation or rule \
      with that name: use \"\(nearest)\" if that is meant, or errors(on:) with a key path, which the compiler checks.
      """)
  }

  /// The names of all fields that may have errors.
  private static var fieldNames: [String] {
    // The property of a wrapper has its name after an underscore.
    let properties = Mirror(reflecting: Self()).children.compactMap(\.label).map {
      $0.hasPrefix("_") ? String($0.dropFirst()) : $0
    }
    let rules = validations.list.checks.flatMap { check in
      check.fields.map(\.name) + (check.associated.map { [$0] } ?? [])
    }
    return schema.columns.map(\.name) + properties + schema.relations.map(\.name) + rules
  }
}

extension String {
  /// How many characters have to be inserted, removed or replaced to get another string.
  fileprivate func edits(to other: String) -> Int {
    let target = Array(other.lowercased())
    var row = Array(0...target.count)
    for (index, character) in lowercased().enumerated() {
      var previous = row[0]
      row[0] = index + 1
      for column in target.indices {
        let replaced = previous + (target[column] == character ? 0 : 1)
        previous = row[column + 1]
        row[column + 1] = Swift.min(replaced, row[column] + 1, previous + 1)
      }
    }
    return row[target.count]
  }
}
