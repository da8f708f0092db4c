/// Encodes a value of a document column as an untyped value.
///
/// Dates, data, decimal numbers, UUIDs, URLs and attribute values inside it are kept unchanged. All other values
/// are encoded by their `Codable` conformance.
///
/// - Throws: ``CastError`` when the value's own encoding fails or encodes nothing, or when it is nested too deep.
package func documentAttribute<Value: Encodable>(_ value: Value) throws(CastError) -> AttributeValue {
  let encoder = DocumentEncoder(codingPath: [], nesting: DocumentNesting())
  func failure(_ found: String) -> CastError {
    CastError(expected: "a value of type \(Value.self) that can be encoded", found: found)
  }
  do {
    try encoder.encode(value)
  } catch let error where encoder.nesting.failure == nil {
    throw failure(encodingFailure(error))
  } catch {}
  if let (words, path) = encoder.nesting.failure { throw failure("one \(words) at `\(path.dotted)`") }
  guard let attribute = encoder.node.attribute else { throw failure("one that encodes nothing") }
  return attribute
}

/// Decodes a value of a document column from an untyped value, or from a string that holds it as JSON.
///
/// A string is first decoded as the value itself, for types that are encoded as a string, then as JSON. A blank
/// string is nil if the type is optional.
///
/// - Throws: ``CastError`` with the coding path at which decoding failed.
package func document<Value: Decodable>(_ type: Value.Type, from attribute: AttributeValue) throws(CastError) -> Value {
  switch decodeDocument(type, from: attribute) {
  case .success(let value): return value
  case .failure(let failure):
    guard case .string(let text) = attribute else { throw failure }
    return try document(type, inText: text, orElse: failure)
  }
}

/// Decodes a value of a document column from a file, which may have been written when the type had fewer keys.
///
/// A key that the document lacks is taken from the same path of another value, if both have some key in common there.
/// It is done only if the document cannot be decoded as it is. So a key that the type may leave out, as an optional
/// property does, stays left out.
///
/// - Throws: ``CastError`` with the coding path at which decoding the document as it is failed.
package func document<Value: Codable>(
  _ type: Value.Type, from attribute: AttributeValue, completedFrom other: @autoclosure () -> Value
) throws(CastError) -> Value {
  do {
    return try document(type, from: attribute)
  } catch {
    guard case .dictionary = attribute, let defaults = try? documentAttribute(other()),
      case .success(let value) = decodeDocument(type, from: attribute, DocumentNesting(defaults: defaults))
    else { throw error }
    return value
  }
}

private func document<Value: Decodable>(
  _ type: Value.Type, inText text: String, orElse failure: CastError
) throws(CastError) -> Value {
  if text.isBlank {
    guard case .success(let value) = decodeDocument(type, from: .null) else {
      throw CastError(expected: failure.expected, found: "a blank string")
    }
    return value
  }
  return try decodeDocument(type, from: try JSONFormat.value(from: text, expected: failure.expected)).get()
}

private func decodeDocument<Value: Decodable>(
  _ type: Value.Type, from attribute: AttributeValue, _ nesting: DocumentNesting = DocumentNesting()
) -> Result<Value, CastError> {
  func failure(_ found: String) -> Result<Value, CastError> {
    .failure(CastError(expected: "a value of type \(Value.self)", found: found))
  }
  let result = Result { try DocumentDecoder(value: attribute, codingPath: [], nesting: nesting).decode(type) }
  if let (words, path) = nesting.failure { return failure("\(attribute.kind) \(words) at `\(path.dotted)`") }
  if case .failure(DecodingError.dataCorrupted(let context)) = result, let fault = context.underlyingError as? TagFault
  {
    return .failure(fault.castError(at: context.codingPath.dotted))
  }
  return result.flatMapError { failure(decodingFailure($0, attribute)) }
}

/// Describes a decoding failure by its kind and coding path only: its own description may quote values.
private func decodingFailure(_ error: any Error, _ attribute: AttributeValue) -> String {
  switch error as? DecodingError {
  case .keyNotFound(let key, let context): "\(attribute.kind) without `\((context.codingPath + [key]).dotted)`"
  case .valueNotFound(_, let context): place("nil", context, attribute)
  case .typeMismatch(_, let context): place("a value of another type", context, attribute)
  case .dataCorrupted(let context): place("a value that does not fit", context, attribute)
  default: "\(attribute.kind) that its type refuses to decode"
  }
}

private func place(_ what: String, _ context: DecodingError.Context, _ attribute: AttributeValue) -> String {
  context.codingPath.isEmpty ? attribute.kind : "\(attribute.kind) with \(what) at `\(context.codingPath.dotted)`"
}

private func encodingFailure(_ error: any Error) -> String {
  guard case .invalidValue(_, let context) = error as? EncodingError, !context.codingPath.isEmpty else {
    return "one that its type refuses to encode"
  }
  return "one with a value that cannot be encoded at `\(context.codingPath.dotted)`"
}

extension [any CodingKey] {
  /// This path as it is written in code: `items[3].name`. The middle of a very long one is left out, and so is what
  /// Swift calls a payload without a label.
  fileprivate var dotted: String {
    let shown = count > 24 ? Array(prefix(12)) + [DocumentKey(stringValue: "…")] + suffix(8) : self
    return shown.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else if key.stringValue != DocumentKey.unlabelled.stringValue {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
