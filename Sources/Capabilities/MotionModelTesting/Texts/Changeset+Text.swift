public import MotionModel

extension Changeset {
  /// Returns the changes as text, with a line for each record:
  ///
  /// ```
  /// + Todo 2: name "Feed the cat", priority 1
  /// ~ Todo 1: priority 0 → 3
  /// - Todo 3: name "Sleep"
  /// ```
  ///
  /// The text is the same for the same changes in every run, and later versions of the library keep its format. Models
  /// are in the order of their names, and the records of one model in the order in which they were first touched. An
  /// inserted or deleted record is shown with the columns in which it differs from an empty one, `Todo()`. A value of
  /// more than 200 characters is cut off, and has its length and a hash instead of the rest.
  ///
  /// - Parameter columns: Columns that are left out, such as `updatedAt`, or `Todo.updatedAt` for one model only. An
  ///   update that changes nothing else has no line.
  /// - Complexity: O(*n* log *n*) in the number of changes.
  public func text(ignoring columns: Set<String> = []) -> String { text(ignoring: columns, showsMoves: true) }

  /// - Parameter showsMoves: Whether an update that only moves a record has a line.
  func text(ignoring columns: Set<String>, showsMoves: Bool) -> String {
    let text = RecordText(ignored: columns)
    func lines<Record: Model>(of model: Record.Type) -> [String] {
      changes(of: model).compactMap { text.line($0, showsMoves: showsMoves) }
    }
    return models.sorted { $0.modelName < $1.modelName }.flatMap { lines(of: $0) }.joined(separator: "\n")
  }
}

extension Model {
  /// The model's name, for code that does not know the model.
  static var modelName: String { schema.modelName }
}
