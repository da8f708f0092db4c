package import MotionModel

extension FileFormat {
  /// The formats that hold any number of models.
  package static var ofStores: [FileFormat] { allCases.filter(\.holdsSeveralModels) }

  /// The format, if a file does not show by its first bytes that it has it.
  package var ifNotShown: FileFormat? { holdsSeveralModels ? nil : self }
}
