import MotionModel
import MotionModelREST

/// The output: each piece of code, what the server saw of it, and its result.
struct Screen {
  let office: TrainOffice

  /// Begins a step.
  func title(_ text: String, _ sentence: String) { print("\n\(text.uppercased())\n\(sentence)\n") }

  /// Prints code, the requests that it makes, and its result.
  @discardableResult
  func show<Value>(_ code: String, _ run: () async throws -> Value) async throws -> Value {
    print("  \(code)")
    let result: Result<Value, any Error>
    do { result = .success(try await run()) } catch { result = .failure(error) }
    for line in await office.takeLog() { print("      \(line)") }
    let value = try result.get()
    if let value = value as? any Lined { print("      => \(value.line)") }
    return value
  }

  /// Prints code, the requests that it makes, and why it is refused.
  @discardableResult
  func refused(_ code: String, _ run: () async throws -> Void) async throws -> RESTError? {
    do {
      try await show(code, run)
      return nil
    } catch let error as RESTError {
      print("      ✗ \(error)")
      return error
    }
  }

  /// Prints something that is known without a request.
  func note(_ text: String) { print("      \(text)") }
}

/// What the output has in a line.
protocol Lined {
  var line: String { get }
}

extension Array: Lined where Element: Lined {
  var line: String { "[\(map(\.line).joined(separator: "; "))]" }
}

extension Optional: Lined where Wrapped: Lined {
  var line: String { map(\.line) ?? "nil" }
}

extension Train: Lined {
  var line: String {
    "train \(id): \(company), \(maxSpeed.map { "\($0) km/h" } ?? "no speed"), conductor \(conductorID ?? 0)"
  }
}

extension Car: Lined {
  var line: String { "car \(id): \(length) m, of train \(trainID ?? 0)" }
}

extension Conductor: Lined {
  var line: String { "conductor \(id): \(name)" }
}

extension RESTOutbox.Report: Lined {
  var line: String {
    let moved = moved.sorted { $0.key < $1.key }.map { ", \($0.key) became \($0.value)" }.joined()
    return "\(sent) sent, \(failed) failed, \(onHold) on hold\(moved)"
  }
}

extension RemoteEdit: Lined {
  var line: String {
    [id, "\(kind)", onHold.map { "on hold: \($0)" }, attempts > 0 ? "attempts: \(attempts)" : nil, problem]
      .compactMap { $0 }.joined(separator: ", ")
  }
}
