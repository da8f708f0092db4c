/// What is tried, and how it went.
final class Checks {
  private(set) var failures = 0
  private(set) var count = 0

  func section(_ title: String) { print("\n\(title)") }

  /// Runs a check, and prints its sentence.
  func check(_ sentence: String, _ body: () async throws -> Void) async {
    count += 1
    do {
      try await body()
      print("  ✓ \(sentence)")
    } catch {
      failures += 1
      print("  ✗ \(sentence)\n      \(error)")
    }
  }
}

/// A value that is another than the one that was expected.
struct Difference: Error, CustomStringConvertible {
  let description: String
}

func expect<Value: Equatable>(_ found: Value, _ expected: Value, line: Int = #line) throws {
  if found != expected { throw Difference(description: "line \(line): \(found) in place of \(expected)") }
}

/// Returns the error that a call throws.
func refusal<Failure: Error>(
  _ type: Failure.Type, line: Int = #line, _ body: () async throws -> Void
) async throws -> Failure {
  do { try await body() } catch let error as Failure { return error }
  throw Difference(description: "line \(line): nothing was refused")
}
