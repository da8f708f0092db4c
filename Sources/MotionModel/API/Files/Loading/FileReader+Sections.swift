extension [TableLayout] {
  /// Returns the model that has a name now, or else the model that had it before.
  func named(_ name: String) -> TableLayout? {
    first { $0.name == name } ?? first { $0.traits.history.formerNames.contains(name) }
  }
}

extension FileReader {
  /// Reads all sections, whose models have to be among the known ones.
  ///
  /// - Parameters:
  ///   - only: The model of records in a file that does not name it.
  ///   - file: The file's name in errors.
  mutating func sections(
    of known: [TableLayout], only: TableLayout?, unknown: UnknownColumns, file: String
  ) throws -> [LoadedSection] {
    var sections: [LoadedSection] = []
    while let section = try nextSection() {
      let isNamed = section.model != JSONLines.unnamedModel
      if !isNamed && only == nil { throw FileError.unnamedModel(file: file) }
      let model = isNamed ? known.named(section.model) : only
      if model == nil && section.isUnused { continue }
      guard let model,
        // The file has the model under two of its names.
        !sections.contains(where: { $0.modelName == model.name })
      else {
        throw FileError.unknownModel(file: file, model: section.model)
      }
      sections.append(try records(of: section, model, unknown: unknown, file: file))
    }
    return sections.sorted { $0.modelName < $1.modelName }
  }

  /// Reads a file that has to hold records of one model.
  mutating func onlySection(
    of model: TableLayout, unknown: UnknownColumns, file: String
  ) throws -> LoadedSection {
    let names = model.fileNames
    var (section, found): (LoadedSection?, [String]) = (nil, [])
    while let next = try nextSection() {
      found.append(next.model)
      if names.contains(next.model) {
        section = try records(of: next, model, unknown: unknown, file: file)
      } else {
        try skipRows(of: next)
      }
    }
    guard let section, found.count == 1 else {
      throw FileError.otherModel(file: file, expected: model.name, found: found.sorted())
    }
    return section
  }

  private mutating func records(
    of section: FileSection, _ model: TableLayout, unknown: UnknownColumns, file: String
  ) throws -> LoadedSection {
    try model.checkVersion(section.version, file: file)
    let loaded = try LoadedSection(section, model, unknown: unknown, file: file)
    try readRows(of: section, into: loaded)
    return loaded
  }
}

extension TableLayout {
  /// The names that files may have for the model.
  var fileNames: [String] { [name, JSONLines.unnamedModel] + traits.history.formerNames }

  /// Throws if the records of a file are of a later version of the model.
  func checkVersion(_ version: Int, file: String) throws(FileError) {
    let known = traits.history.version
    if version > known { throw .newerModel(file: file, model: name, version: version, known: known) }
  }
}
