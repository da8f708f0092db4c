import MotionModel

/// Runs `body`, and runs it again each time it throws `StoreError.stale`.
///
/// - Parameters:
///   - retries: The greatest number of times that `body` is run again.
///   - refresh: Called before `body` is run again.
func retrying<Result>(
  _ retries: Int, _ body: () throws -> Result, refresh: () throws -> Void = {}
) throws -> Result {
  if retries < 0 { fatalError("A transaction cannot be tried again \(retries) times: give 0 or more retries.") }
  for _ in 0..<retries {
    do { return try body() } catch StoreError.stale { try refresh() }
  }
  return try body()
}
