import Foundation
import Synchronization

/// Tries inputs one after the other, on a thread with a small stack.
struct Worker {
  /// The exit status after an input was read incorrectly.
  static let failure: Int32 = 3

  private let run: FuzzRun
  private let progress: Progress?

  init(_ run: FuzzRun, progress: String?) {
    self.run = run
    self.progress = progress.map { Progress(URL(filePath: $0)) }
  }

  func work(from first: Int) throws {
    let inputs = try Inputs(run)
    try Self.onSmallStack {
      var counts: [String: (tried: Int, read: Int)] = [:]
      var failures = 0
      for number in first..<run.count {
        progress?.number = number
        let (target, input) = inputs.input(number)
        do {
          let isRead = try autoreleased { try target.read(input) }
          counts[target.name, default: (0, 0)].tried += 1
          counts[target.name, default: (0, 0)].read += isRead ? 1 : 0
        } catch {
          Self.report(number, target, input, "\(error)")
          failures += 1
          if failures == 20 { exit(Self.failure) }
        }
      }
      for (target, count) in counts.sorted(by: { $0.key < $1.key }) {
        say("\(target): \(count.tried) tried, \(count.read) of them read")
      }
      if failures > 0 { exit(Self.failure) }
    }
  }

  /// Tries one input.
  static func run(_ input: Data, _ target: Target) throws {
    try onSmallStack { say(try target.read(input) ? "read" : "refused") }
  }

  static func report(_ number: Int, _ target: Target, _ input: Data, _ outcome: String) {
    say("input \(number) of \(target.name): \(outcome)")
    say("  Scripts/fuzz.sh --run \(target.name) \(input.base64EncodedString())")
  }

  /// Runs `body` on a stack as small as those of dispatch queues on Apple's systems.
  private static func onSmallStack(_ body: @escaping () throws -> Void) throws {
    nonisolated(unsafe) var result = Result<Void, any Error>.success(())
    nonisolated(unsafe) let body = body
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      result = Result { try body() }
      isDone.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    isDone.wait()
    try result.get()
  }
}

/// Runs `body` in an autorelease pool, on systems where Foundation uses them.
private func autoreleased<Value>(_ body: () throws -> Value) rethrows -> Value {
  #if canImport(ObjectiveC)
    try autoreleasepool(invoking: body)
  #else
    try body()
  #endif
}
