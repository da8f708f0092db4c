import MotionModel

/// Runs `body`, and again for as long as it throws because a record was stale.
///
/// - Parameters:
///   - retries: How often it is run again at most.
///   - refresh: What comes before it is run again.
func retrying<Result>(
  _ retries: Int, _ body: () throws -> Result, refresh: () throws -> Void = {}
) throws -> Result {
  if retries < 0 { fatalError("A transaction cannot be tried again \(retries) times: give 0 or more retries.") }
  for _ in 0..<retries {
    do { return try body() } catch StoreError.stale { try refresh() }
  }
  return try body()
}
