/// What a form's buttons do besides saving: add, remove or move a child, search options, or take the value that others
/// have stored.
///
/// A renderer without scripts draws each as a button that sends the whole form. ``FormSubmission/action`` says which
/// button it was; nil is the one that saves.
///
/// ```swift
/// state.receive(submission)
/// if let action = submission.action {
///   try state.perform(action)               // draw the form again
/// } else {
///   let outcome = try state.submit()
/// }
/// ```
public struct FormAction: Sendable, Hashable, Codable {
  /// What the button does.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A child is added to the group.
    case add
    /// The item is removed.
    case remove
    /// The item is not to be removed after all.
    case restore
    /// The item changes places with the one before it.
    case moveUp = "up"
    /// The item changes places with the one behind it.
    case moveDown = "down"
    /// Options of the field are searched by the text in ``FormSubmission/searches``.
    case search
    /// The field gets the value that others have stored.
    case takeTheirs = "theirs"
  }

  /// What the button does.
  public var kind: Kind
  /// The field, the group or the item.
  public var path: FormPath

  /// Creates an action.
  public init(_ kind: Kind, _ path: FormPath) { (self.kind, self.path) = (kind, path) }
}

extension FormAction: CustomStringConvertible {
  /// The action as the value of a button, `remove steps[0]`.
  public var description: String { "\(kind.rawValue) \(FormFieldNames.plain.name(of: path))" }

  /// Reads an action as ``description`` writes it; nil if the text is not one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init?(parsing text: some StringProtocol) {
    guard let space = text.firstIndex(of: " "), let kind = Kind(rawValue: String(text[..<space])),
      let path = FormFieldNames.plain.path(of: text[text.index(after: space)...])
    else { return nil }
    self.init(kind, path)
  }
}
