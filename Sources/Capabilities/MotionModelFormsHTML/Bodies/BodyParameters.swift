/// The parameters of a body, in the order in which they came.
///
/// ```swift
/// let parameters = try reader.finish()
/// parameters["authenticity_token"]          // => "9f8a…"
/// parameters.map(\.name)                    // => ["authenticity_token", "todo[name]"]
/// ```
///
/// What they mean to a form is read by `FormSubmission.init(_:names:)`.
public struct BodyParameters: Sendable, Hashable {
  /// The parameters.
  public var all: [Parameter]

  /// Creates a list of parameters.
  public init(_ all: [Parameter] = []) { self.all = all }

  /// Returns the text of the parameter with a name; nil if there is none, there are two, or it has no text that can be
  /// read.
  ///
  /// - Complexity: O(*n*) in the number of parameters.
  public subscript(name: String) -> String? {
    var found: String?
    for parameter in all where parameter.name == name {
      guard found == nil, parameter.error == nil, case .text(let text) = parameter.input else { return nil }
      found = text
    }
    return found
  }
}

extension BodyParameters: RandomAccessCollection {
  /// The place of the first parameter.
  public var startIndex: Int { all.startIndex }
  /// The place behind the last parameter.
  public var endIndex: Int { all.endIndex }
  /// Returns the parameter at a place.
  public subscript(position: Int) -> Parameter { all[position] }

  /// A name and what was sent for it.
  public struct Parameter: Sendable, Hashable {
    /// The name, as it was sent: `steps[0][name]`.
    public var name: String
    /// What was sent: a text or a file. A text that is not UTF-8 has `U+FFFD` in places.
    public var input: FormInput
    /// Why the name or the text cannot be read; nil if it can.
    public var error: BodyError?

    /// Creates a parameter.
    public init(_ name: String, _ input: FormInput, error: BodyError? = nil) {
      (self.name, self.input, self.error) = (name, input, error)
    }

    /// Whether the name cannot be read, and not the text alone.
    var hasBadName: Bool = false
  }
}
