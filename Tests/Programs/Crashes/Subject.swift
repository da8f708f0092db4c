/// What the killed processes write.
protocol Subject {
  /// Writes in a folder, goes on where the last process ended, and says what is durable, until the process is killed.
  static func write(in folder: String) throws
  /// Checks what a killed process left.
  ///
  /// - Parameter durable: What the processes have said, which it may raise to what it found.
  static func check(in folder: String, _ durable: inout Durable) throws -> Finding
}

/// What the writers have said to be durable: how many entries or commits, and the number of the file.
struct Durable {
  var entries = 0
  var file = 0
}

/// What a killed process left.
struct Finding {
  /// How many entries or commits there are.
  var count = 0
  /// Whether the last one was half written.
  var isTorn = false
}

/// What a killed process must not leave.
struct Violation: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
