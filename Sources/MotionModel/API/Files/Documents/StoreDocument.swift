/// The content of a file of records, without the types of its models.
///
/// ```swift
/// var document = try StoreDocument(contentsOf: file)
/// document["Todo"]?.rows[0]["name"] = "Walk the cat"
/// try document.write(to: file)
/// ```
///
/// Whatever the file has is written again, also what this version of the library does not know. The places that records
/// have in an opened store, and what its file says of the journals, are only in the compact format.
///
/// ## Topics
/// ### Content
/// - ``models``
/// - ``subscript(_:)``
/// - ``isWholeStore``
/// ### Changing
/// - ``rename(_:to:)``
/// - ``move(_:to:where:)``
/// - ``sorted()``
/// ### Files
/// - ``init(contentsOf:as:coding:)``
/// - ``init(_:as:name:coding:)``
/// - ``write(to:as:coding:)``
/// - ``data(as:coding:)``
public struct StoreDocument: Hashable, Sendable {
  /// The models, in the order of the file.
  public var models: [StoreDocument.Table]
  /// What the file says about itself.
  var head: FileHead

  /// Creates a content.
  ///
  /// - Parameters:
  ///   - models: The models, whose names differ.
  ///   - isWholeStore: Whether models that are not among them have no records.
  public init(models: [StoreDocument.Table] = [], isWholeStore: Bool = true) {
    (self.models, head) = (models, FileHead(isWholeStore ? .store : .models))
  }

  /// Whether the file holds the records of a whole store: models that it does not name had no records.
  public var isWholeStore: Bool {
    get { head.scope == .store }
    set { head.scope = newValue ? .store : .models }
  }

  /// The content of a model; nil if there is none of this name.
  ///
  /// A model that is set gets the name. A new name is added at the end, and nil removes the model.
  public subscript(model: String) -> StoreDocument.Table? {
    get { models.first { $0.name == model } }
    set { replace(models.firstIndex { $0.name == model }, with: newValue, as: model) }
    _modify {
      let index = models.firstIndex { $0.name == model }
      var content: StoreDocument.Table?
      if let index {
        // Two references to the rows would make a change copy them.
        var taken = StoreDocument.Table(model)
        swap(&models[index], &taken)
        content = consume taken
      }
      defer { replace(index, with: content, as: model) }
      yield &content
    }
  }

  private mutating func replace(_ index: Int?, with content: consuming StoreDocument.Table?, as name: String) {
    guard var content = content.take() else {
      if let index { models.remove(at: index) }
      return
    }
    content.name = name
    if let index { models[index] = content } else { models.append(content) }
  }
}

extension StoreDocument {
  /// What a snapshot says of the opened store and the journals that follow it; nil for any other file.
  package var snapshot: SnapshotInfo? {
    get { SnapshotInfo(head.journal) }
    set { head.journal = newValue?.attribute }
  }
}
