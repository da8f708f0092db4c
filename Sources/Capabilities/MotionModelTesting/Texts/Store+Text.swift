public import MotionModel

extension Store {
  /// Returns the records of all models as text, with a line for each record:
  ///
  /// ```
  /// Project 1: name "House"
  /// Todo 1: name "Walk the dog", projectID 1
  /// Todo 2: name "Feed the cat", priority 1
  /// ```
  ///
  /// The text is the same for the same records in every run, and later versions of the library keep its format. Models
  /// are in the order of their names, records in the order in which they are stored. A record is shown with the columns
  /// in which it differs from an empty one, `Todo()`. A value of more than 200 characters is cut off, and has its
  /// length and a hash instead of the rest.
  ///
  /// Inside a transaction, the text has what the transaction has written. Records that an adapter keeps are not in it,
  /// because reading them may fail: read their table, as in `try store.table(Page.self).all`.
  ///
  /// - Parameter columns: Columns that are left out, such as `updatedAt`, or `Todo.updatedAt` for one model only.
  /// - Complexity: O(*n*) in the number of records.
  public func text(ignoring columns: Set<String> = []) -> String {
    let text = RecordText(ignored: columns)
    let contents = Changeset.difference(from: Store(notificationCenter: nil), to: self)
    func lines<Record: Model>(of model: Record.Type) -> [String] {
      contents.changes(of: model).compactMap { $0.new.map(text.line) }
    }
    return contents.models.sorted { $0.modelName < $1.modelName }.flatMap { lines(of: $0) }.joined(separator: "\n")
  }
}
