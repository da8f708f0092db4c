public import MotionModel

/// Why the body of a request, or a parameter of it, cannot be read.
///
/// A body that breaks the rules of its format, or a limit, is refused as a whole: it was not made by a form. A
/// parameter whose name or text cannot be read has its error beside it, ``BodyParameters/Parameter/error``, so that the
/// form can show the rest.
///
/// Messages name places, and never values.
public struct BodyError: DescribedError, Hashable {
  /// What is wrong.
  public var problem: Problem
  /// How many bytes of the body come before the place.
  public var offset: Int
  /// The part of a multipart body, counted from 1; nil if the place is in none.
  public var part: Int?
  /// The beginning of the name of the field; nil if it is not known.
  public var field: String?

  /// What is wrong with a body.
  @nonexhaustive
  public enum Problem: Hashable, Sendable {
    /// The body is not of a form.
    case unknownType
    /// The text is in another encoding than UTF-8.
    case charset
    /// The type of a multipart body has no boundary, two, or one that is not allowed.
    case boundary
    /// There is more than the limit allows.
    case tooMuch(BodyLimits.Measure, limit: Int)
    /// The body ends before it is complete.
    case unfinished
    /// A percent sign is not followed by two hexadecimal digits.
    case escape
    /// A boundary is followed by neither the end of its line nor two hyphens.
    case delimiter
    /// A line in the headers of a part is not a header.
    case header
    /// A part does not say once which field it is of.
    case disposition
    /// The content of a part is encoded.
    case transferEncoding
    /// The text is not UTF-8.
    case notUTF8
    /// The text has a character with the number 0, which nobody can type.
    case nullCharacter
  }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - problem: What is wrong.
  ///   - offset: How many bytes of the body come before the place.
  ///   - part: The part of a multipart body, counted from 1.
  ///   - field: The name of the field, of which 60 characters are kept.
  package init(_ problem: Problem, offset: Int, part: Int? = nil, field: String? = nil) {
    (self.problem, self.offset, self.part, self.field) = (problem, offset, part, field.map { String($0.prefix(60)) })
  }

  /// The status of HTTP that says it: 413 for too much, 415 for types and encodings that are not known, and else 400.
  public var status: Int {
    switch problem {
    case .tooMuch: 413
    case .unknownType, .charset, .transferEncoding: 415
    default: 400
    }
  }
}

extension BodyError {
  /// One sentence: the problem, its place, and the expected form.
  public var description: String {
    var place = "at byte \(offset)"
    if let part { place += " in part \(part)" }
    // A name is from outside: it is printed without line ends and other signs that a log would obey.
    if let field { place += " of the field \(field.debugDescription)" }
    return "The body cannot be read \(place): \(sentence)."
  }

  private var sentence: String {
    switch problem {
    case .unknownType: "its type is unknown; send application/x-www-form-urlencoded or multipart/form-data"
    case .charset: "its encoding is unknown; send UTF-8"
    case .boundary: "its type must have one boundary of 1 to 70 letters, digits and '()+_,-./:=? signs"
    case .tooMuch(let measure, let limit): "it has more than \(limit) \(measure.stated.words)"
    case .unfinished: "it ends before it is complete"
    case .escape: "a percent sign must be followed by two hexadecimal digits"
    case .delimiter: "a boundary must be followed by the end of its line, or by two hyphens"
    case .header: "a header of a part must be a name, a colon and a value on one line, each header once"
    case .disposition: "a part must say Content-Disposition: form-data with one name"
    case .transferEncoding: "the content of a part must not be encoded"
    case .notUTF8: "the text must be UTF-8"
    case .nullCharacter: "the text must not have the character 0"
    }
  }
}
