import Foundation

/// Runs `body` on so many threads of their own at once, with their numbers, and waits for all of them.
///
/// Threads, unlike tasks, inherit no task local and interrupt one another at any instruction.
public func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(number)
      group.leave()
    }
  }
  group.wait()
}
