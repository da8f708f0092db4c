public import Foundation

/// Reads the body of a request piece by piece.
///
/// ```swift
/// let reader = try BodyReader(contentType: request.headers["content-type"], length: length) { part in
///   try FileSink(in: uploads)                          // by default, files are kept in memory
/// }
/// while let piece = try connection.read() { try reader.receive(piece) }
/// let submission = FormSubmission(try reader.finish())
/// ```
///
/// It reads `application/x-www-form-urlencoded` and `multipart/form-data`. However a body is cut into pieces, the
/// result is the same. Files are passed on as they arrive; names and texts are kept. What a body may have is limited by
/// ``BodyLimits``.
///
/// After an error, whatever comes has the same error. A reader that is released before ``finish()`` has returned
/// discards its files, so a lost connection leaves nothing behind.
///
/// It is a class because it has something to clean up. It belongs to one thread or task at a time.
///
/// - Complexity: O(*n*) in the length of the body, whatever it has.
public final class BodyReader {
  private var parser: any BodyParser
  private var collector: BodyCollector
  private var offset = 0
  private let length: Int?
  private var failure: (any Error)?
  private var isFinished = false

  /// Creates a reader for a body of a type.
  ///
  /// - Parameters:
  ///   - contentType: The header `Content-Type` of the request; nil if it has none.
  ///   - length: The header `Content-Length`, if the request has one. With it, a body beyond the limit is refused
  ///     before it arrives, and a truncated body is detected.
  ///   - limits: How much the body may have.
  ///   - files: Returns where the bytes of a file go; nil for memory.
  /// - Throws: ``BodyError`` if the type is not known, or the length is too much.
  public init(
    contentType: String?, length: Int? = nil, limits: BodyLimits = BodyLimits(),
    files: @escaping (Part) throws -> (any BodySink)? = { _ in nil }
  ) throws(BodyError) {
    let limits = limits.clamped
    (collector, self.length) = (BodyCollector(limits), length)
    if let length, length > limits[.bytes] { throw collector.tooMuch(.bytes, at: 0) }
    guard let type = HeaderValue(Array((contentType ?? "").utf8)) else { throw BodyError(.unknownType, offset: 0) }
    if !type.isUTF8 { throw BodyError(.charset, offset: 0) }
    switch type.value {
    case "application/x-www-form-urlencoded": parser = URLEncodedParser()
    case "multipart/form-data": parser = MultipartParser(try type.boundary(), files)
    default: throw BodyError(.unknownType, offset: 0)
    }
  }

  deinit { if !isFinished { parser.discard() } }

  /// Reads the next bytes.
  ///
  /// - Throws: ``BodyError``; the errors of sinks. The files that were read are discarded.
  public func receive(_ bytes: some Sequence<UInt8>) throws {
    let result = bytes.withContiguousStorageIfAvailable { piece in Result { try read(piece) } }
    guard let result else { return try Array(bytes).withUnsafeBufferPointer { try read($0) } }
    try result.get()
  }

  /// Ends the body, and returns what it has.
  ///
  /// - Throws: ``BodyError``; the errors of sinks. The files that were read are discarded.
  public func finish() throws -> BodyParameters {
    try failing {
      if let length, offset < length { throw BodyError(.unfinished, offset: offset) }
      try parser.end(at: offset, into: &collector)
    }
    isFinished = true
    return collector.parameters
  }

  private func read(_ piece: UnsafeBufferPointer<UInt8>) throws {
    try failing {
      let room = collector.limits[.bytes] - offset
      try parser.read(UnsafeBufferPointer(rebasing: piece.prefix(room)), at: offset, into: &collector)
      if piece.count > room { throw collector.tooMuch(.bytes, at: collector.limits[.bytes]) }
      offset += piece.count
    }
  }

  private func failing(_ body: () throws -> Void) throws {
    if let failure { throw failure }
    do { try body() } catch {
      failure = error
      parser.discard()
      throw error
    }
  }
}

extension BodyParameters {
  /// Reads a body that has arrived as a whole. Files are kept in memory.
  ///
  /// - Parameters:
  ///   - data: The body.
  ///   - contentType: The header `Content-Type` of the request; nil if it has none.
  ///   - limits: How much the body may have.
  /// - Throws: ``BodyError``.
  public init(_ data: Data, contentType: String?, limits: BodyLimits = BodyLimits()) throws {
    let reader = try BodyReader(contentType: contentType, limits: limits)
    try reader.receive(data)
    self = try reader.finish()
  }

  /// Reads the query of an address, which has the form of `application/x-www-form-urlencoded`.
  ///
  /// - Parameters:
  ///   - query: What stands behind the question mark; nil for nothing.
  ///   - limits: How much it may have.
  /// - Throws: ``BodyError``.
  public init(query: String?, limits: BodyLimits = BodyLimits()) throws {
    let reader = try BodyReader(contentType: "application/x-www-form-urlencoded", limits: limits)
    try reader.receive(Array((query ?? "").utf8))
    self = try reader.finish()
  }
}
