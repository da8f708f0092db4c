import Foundation

/// This program in a second process, which plays a part. It is given lines, and answers each with a line.
final class OtherProcess {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var received = Data()

  /// Starts the process, and waits until it is ready.
  init(_ part: String, _ arguments: [String]) throws {
    process.executableURL = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    process.arguments = ["as", part] + arguments
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let line = try answer()
    if line != "ready" { throw Failed(line: line) }
  }

  /// Plays the part that the arguments of the command line name, `as PART ARGUMENT …`; false if they name none.
  static func play(_ arguments: [String]) throws -> Bool {
    guard arguments.first == "as" else { return false }
    let rest = Array(arguments.dropFirst(2))
    switch arguments.dropFirst().first {
    case "sharer": try Sharer.play(rest)
    #if PostgreSQL
      case "front": try Front.play(rest)
    #endif
    default: return false
    }
    return true
  }

  /// Says that this process is ready, and answers lines until the other process has no more of them.
  static func serve(_ answer: (_ words: [String]) throws -> String) throws {
    say("ready")
    while let line = readLine() { say(try answer(line.split(separator: " ").map(String.init))) }
  }

  /// Gives the other process a line.
  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// Gives the process a line, and does not wait.
  func tell(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

  /// Waits for the answer.
  func answer() throws -> String {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received = Data(received[(end + 1)...]) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { throw Failed(line: "it has ended") }
      received += part
    }
  }

  /// Waits for an answer of numbers.
  func numbers() throws -> [Double] {
    let line = try answer()
    let words = line.split(separator: " ")
    let numbers = words.compactMap { Double($0) }
    if numbers.count < words.count { throw Failed(line: line) }
    return numbers
  }

  deinit { end() }

  /// Ends the process.
  func end() {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  struct Failed: Error, CustomStringConvertible {
    let line: String
    var description: String { "The second process did not answer as it should: \(line)." }
  }
}
