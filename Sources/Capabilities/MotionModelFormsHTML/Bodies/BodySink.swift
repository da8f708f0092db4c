public import Foundation

/// Where the bytes of an uploaded file go while they arrive.
///
/// ```swift
/// let reader = try BodyReader(contentType: type) { part in
///   try FileSink(in: uploads)
/// }
/// ```
///
/// A ``BodyReader`` calls ``write(_:)`` any number of times, then ``finish()`` once; or ``discard()`` if the body turns
/// out not to be readable or is never finished, also after ``finish()``.
public protocol BodySink: AnyObject {
  /// Keeps the next bytes of the file.
  func write(_ bytes: UnsafeRawBufferPointer) throws
  /// Ends the file, and returns where its bytes are.
  func finish() throws -> FormInput.File.Content
  /// Removes whatever was kept.
  func discard()
}

/// Keeps the bytes of a file in memory.
final class MemorySink: BodySink {
  private var data = Data()

  func write(_ bytes: UnsafeRawBufferPointer) { data.append(contentsOf: bytes) }

  func finish() -> FormInput.File.Content { .data(data) }

  func discard() { data = Data() }
}

/// Writes the bytes of a file to a new file in a folder.
///
/// The file's name is a random one: a name from outside must never be a path.
public final class FileSink: BodySink {
  /// The file.
  public let url: URL
  private var handle: FileHandle?

  /// Creates an empty file that its user alone can read.
  ///
  /// - Parameter folder: The folder, which must exist.
  /// - Throws: An error of the file system.
  public init(in folder: URL) throws {
    url = folder.appending(path: "upload-\(UUID().uuidString)")
    guard
      FileManager.default.createFile(
        atPath: url.path(percentEncoded: false), contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown, userInfo: [NSURLErrorKey: url]) }
    handle = try FileHandle(forWritingTo: url)
  }

  deinit { try? handle?.close() }

  /// Writes the next bytes of the file.
  public func write(_ bytes: UnsafeRawBufferPointer) throws { try handle?.write(contentsOf: Data(bytes)) }

  /// Closes the file.
  public func finish() throws -> FormInput.File.Content {
    try handle?.close()
    handle = nil
    return .file(url)
  }

  /// Removes the file.
  public func discard() {
    try? handle?.close()
    handle = nil
    try? FileManager.default.removeItem(at: url)
  }
}

extension BodyReader {
  /// What is known of an uploaded file before its first byte.
  public struct Part: Sendable, Hashable {
    /// The name of its field, as it was sent.
    public var field: String
    /// The name of the file, without folders. It is a text from outside, and not a path to write to.
    public var name: String
    /// The type that the sender claims; nil if it claims none.
    public var type: String?
    /// Its number among the parts of the body, counted from 1.
    public var number: Int

    /// Creates a part.
    package init(field: String, name: String, type: String? = nil, number: Int = 1) {
      (self.field, self.name, self.type, self.number) = (field, name, type, number)
    }
  }
}
