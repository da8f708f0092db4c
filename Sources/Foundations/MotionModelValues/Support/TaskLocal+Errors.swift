extension TaskLocal {
  /// Binds a value while `body` runs, and rethrows its error with its type, which `withValue` does not.
  @inlinable
  package func with<Result, Failure: Error>(
    _ value: Value, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = withValue(value) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
