/// An error type with a case for errors of the disk.
package protocol DiskFailure: Error {
  static func disk(_ error: DiskError) -> Self
}

extension DiskFailure {
  /// Runs `body`, and makes an error of the disk one of this type.
  @inline(__always)
  package static func onDisk<Value: ~Copyable>(_ body: () throws(DiskError) -> Value) throws(Self) -> Value {
    do { return try body() } catch { throw .disk(error) }
  }
}
