/// The parameters that were read so far, and what of the limits is used up.
struct BodyCollector {
  let limits: BodyLimits
  private(set) var parameters = BodyParameters()
  private var count = 0
  private var textBytes = 0

  init(_ limits: BodyLimits) { self.limits = limits }

  /// Returns the error of more than a limit allows.
  func tooMuch(_ measure: BodyLimits.Measure, at offset: Int, part: Int? = nil, field: String? = nil) -> BodyError {
    BodyError(.tooMuch(measure, limit: limits[measure]), offset: offset, part: part, field: field)
  }

  /// Counts a parameter that begins.
  mutating func begin(at offset: Int, part: Int? = nil) throws(BodyError) {
    count += 1
    if count > limits[.parameters] { throw tooMuch(.parameters, at: offset, part: part) }
  }

  /// Counts bytes that are kept in memory.
  ///
  /// - Parameters:
  ///   - offset: Where they begin.
  ///   - used: How many bytes the text of the field has so far; nil for bytes of a name.
  mutating func keep(
    _ bytes: Int, at offset: Int, used: Int? = nil, part: Int? = nil, field: @autoclosure () -> String? = nil
  ) throws(BodyError) {
    let (room, fieldRoom) = (limits[.textBytes] - textBytes, used.map { limits[.fieldBytes] - $0 } ?? .max)
    textBytes += bytes
    if bytes <= min(room, fieldRoom) { return }
    // Whatever pieces the body comes in, the error is at the first byte that is too much.
    let measure: BodyLimits.Measure = room <= fieldRoom ? .textBytes : .fieldBytes
    throw tooMuch(measure, at: offset + max(0, min(room, fieldRoom)), part: part, field: field())
  }

  /// Adds a parameter of bytes.
  mutating func add(_ name: BodyName, _ value: [UInt8], hasOtherCharset: Bool = false, at offset: Int, part: Int? = nil)
    throws(BodyError)
  {
    let text = String(validating: value, as: UTF8.self)
    if name.text == "_charset_" {
      guard text?.lowercased() == "utf-8" else { throw BodyError(.charset, offset: offset, part: part) }
      return
    }
    let problem: BodyError.Problem? =
      hasOtherCharset ? .charset : text == nil ? .notUTF8 : value.contains(0) ? .nullCharacter : nil
    let error = problem.map { BodyError($0, offset: offset, part: part, field: name.text) }
    add(name, .text(text ?? String(decoding: value, as: UTF8.self)), error)
  }

  /// Adds a parameter.
  mutating func add(_ name: BodyName, _ input: FormInput, _ error: BodyError? = nil) {
    var parameter = BodyParameters.Parameter(name.text, input, error: name.error ?? error)
    parameter.hasBadName = name.error != nil
    parameters.all.append(parameter)
  }
}

/// The name of a parameter, and what is wrong with it.
struct BodyName {
  let text: String
  let error: BodyError?

  /// Reads a name.
  ///
  /// - Parameter bytes: The name; if it is longer than the limit, its beginning and at least one more byte.
  init(_ bytes: [UInt8], limits: BodyLimits, at offset: Int, part: Int? = nil) {
    let problem = Self.problem(bytes, limits)
    // A refused name is only used in the error, for which its beginning is enough.
    text = String(decoding: problem == nil ? bytes[...] : bytes.prefix(240), as: UTF8.self)
    error = problem.map { [text] in BodyError($0, offset: offset, part: part, field: text) }
  }

  private static func problem(_ bytes: [UInt8], _ limits: BodyLimits) -> BodyError.Problem? {
    if bytes.count > limits[.nameBytes] { return .tooMuch(.nameBytes, limit: limits[.nameBytes]) }
    if bytes.count(where: { $0 == UInt8(ascii: "[") }) >= limits[.depth] {
      return .tooMuch(.depth, limit: limits[.depth])
    }
    if bytes.contains(0) { return .nullCharacter }
    return String(validating: bytes, as: UTF8.self) == nil ? .notUTF8 : nil
  }
}

/// Reads the bytes of one format, in pieces of any size.
protocol BodyParser {
  /// Reads the next bytes.
  ///
  /// - Parameter offset: How many bytes of the body come before.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into collector: inout BodyCollector) throws
  /// Ends the body.
  mutating func end(at offset: Int, into collector: inout BodyCollector) throws
  /// Removes what was kept of files, because the body is not readable.
  func discard()
}

extension BodyParser {
  func discard() {}
}
