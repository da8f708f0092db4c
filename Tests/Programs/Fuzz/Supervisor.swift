import Foundation

/// Starts a worker, and when it crashes or hangs with an input, starts another one with the next input.
struct Supervisor {
  private let run: FuzzRun
  private let file: URL
  private let progress: Progress
  /// How many seconds one input may take.
  private let patience = 120.0

  init(_ run: FuzzRun) {
    self.run = run
    file = FileManager.default.temporaryDirectory.appending(
      path: "fuzz-\(ProcessInfo.processInfo.processIdentifier)")
    progress = Progress(file)
  }

  /// - Returns: Whether all inputs were read or refused correctly.
  func work() throws -> Bool {
    say("\(run.count) inputs, seed \(run.seed)")
    defer { try? FileManager.default.removeItem(at: file) }
    var (first, failures) = (0, 0)
    while first < run.count && failures < 20 {
      let (last, outcome) = try work(from: first)
      if outcome == .done { return failures == 0 }
      // The worker has printed its failures, and continued after them.
      if outcome == .failed { return false }
      failures += 1
      try report(last, "\(outcome)")
      first = last + 1
    }
    return failures == 0
  }

  private enum Outcome: String { case done, failed, crashed, hangs }

  /// - Returns: The number of the last input that was tried, and its outcome.
  private func work(from first: Int) throws -> (last: Int, Outcome) {
    let worker = Process()
    worker.executableURL = URL(filePath: CommandLine.arguments[0])
    worker.arguments =
      ["--worker", "\(first)", "--progress", file.path(percentEncoded: false)] + run.arguments
    progress.number = first
    // Some inputs depend on the order of dictionaries.
    worker.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    try worker.run()
    var (last, since) = (first, Date())
    while worker.isRunning {
      Thread.sleep(forTimeInterval: 0.05)
      let now = progress.number
      if now != last { (last, since) = (now, Date()) }
      if Date().timeIntervalSince(since) > patience {
        kill(worker.processIdentifier, SIGKILL)
        worker.waitUntilExit()
        return (last, .hangs)
      }
    }
    last = progress.number
    if worker.terminationReason == .uncaughtSignal { return (last, .crashed) }
    return (
      last, worker.terminationStatus == 0 ? .done : worker.terminationStatus == Worker.failure ? .failed : .crashed
    )
  }

  private func report(_ number: Int, _ outcome: String) throws {
    let (target, input) = try Inputs(run).input(number)
    Worker.report(number, target, input, outcome)
  }
}

/// The number of the input that a worker is trying, in a file that outlives the worker.
final class Progress {
  private let file: UnsafeMutablePointer<FILE>?

  init(_ url: URL) {
    let path = url.path(percentEncoded: false)
    if !FileManager.default.fileExists(atPath: path) { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    file = fopen(path, "r+")
    // Another process reads or writes the file, too.
    if let file { setvbuf(file, nil, _IONBF, 0) }
  }

  deinit { if let file { fclose(file) } }

  var number: Int {
    get {
      var text = [CChar](repeating: 0, count: 32)
      guard let file else { return 0 }
      rewind(file)
      _ = fread(&text, 1, 20, file)
      return text.withUnsafeBufferPointer { $0.baseAddress.flatMap { Int(String(cString: $0)) } } ?? 0
    }
    set {
      guard let file else { return }
      rewind(file)
      let digits = String(newValue)
      fputs(String(repeating: "0", count: 20 - digits.count) + digits, file)
      fflush(file)
    }
  }
}
