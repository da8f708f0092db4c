import Foundation
import MotionModelSystem
import MotionModelValues

/// Makes a terminal pass on keys, and takes that back: when a form ends, or when a signal ends the process.
///
/// What a handler of signals may do is little. It gives the terminal its former mode, and leaves the signal to its
/// former handler. It needs nothing but memory that was allocated beforehand, and that is freed only when the
/// handlers are gone.
enum TerminalRestorer {
  /// The signals that end a process from outside.
  private static let outer = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT]
  /// The signals of a process's own faults, which occur again when their handler returns.
  private static let faults = [SIGILL, SIGTRAP, SIGBUS, SIGSEGV]

  private static let isTaken = Locked(false)

  /// Makes a terminal pass on each key as it is pressed, without showing it.
  ///
  /// - Throws: ``FormTerminalError/busy`` if that is so for a terminal already.
  static func begin(_ input: Int32) throws {
    let isFree = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    if !isFree { throw FormTerminalError.busy }
    var mode = termios()
    guard tcgetattr(input, &mode) == 0 else {
      isTaken.withLock { $0 = false }
      throw FormTerminalError.unreadable(code: errno)
    }
    let kept = SavedTerminal(input, mode)
    saved = kept
    for signal in outer { kept.handle(signal, leaveTerminalAndRaise) }
    for signal in faults { kept.handle(signal, leaveTerminal) }
    cfmakeraw(&mode)
    // Lines that are written end as usual.
    mode.c_oflag |= tcflag_t(OPOST)
    tcsetattr(input, TCSAFLUSH, &mode)
  }

  /// Gives the terminal back as it was.
  static func end() {
    guard let kept = saved else { return }
    kept.giveBack()
    kept.free()
    saved = nil
    isTaken.withLock { $0 = false }
  }
}

/// The terminal that passes on keys. It is set before handlers of signals read it, and unset when they are gone.
nonisolated(unsafe) private var saved: SavedTerminal?

/// What a terminal and the handlers of signals were, in memory that a handler may use.
private struct SavedTerminal {
  private let input: Int32
  private let mode: UnsafeMutablePointer<termios>
  /// The signals that are handled, and their former handlers. The first signal that is 0 is behind the last one.
  private let signals: UnsafeMutableBufferPointer<Int32>
  private let actions: UnsafeMutableBufferPointer<sigaction>

  private static let mostSignals = 16

  init(_ input: Int32, _ mode: termios) {
    self.input = input
    self.mode = .allocate(capacity: 1)
    self.mode.initialize(to: mode)
    signals = .allocate(capacity: Self.mostSignals)
    signals.initialize(repeating: 0)
    actions = .allocate(capacity: Self.mostSignals)
    actions.initialize(repeating: sigaction())
  }

  /// Handles a signal, unless the process ignores it.
  func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    guard let place = signals.firstIndex(of: 0) else { return }
    sigaction(number, nil, actions.baseAddress.map { $0 + place })
    let former = signal(number, handler)
    if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(number, SIG_IGN)
    } else {
      signals[place] = number
    }
  }

  /// Gives the terminal and the signals back. A handler may call it.
  func giveBack() {
    for place in 0..<Self.mostSignals where signals[place] != 0 {
      sigaction(signals[place], actions.baseAddress.map { $0 + place }, nil)
    }
    // Keeps what was typed ahead for the next reader.
    tcsetattr(input, TCSADRAIN, mode)
  }

  func free() {
    mode.deallocate()
    signals.deallocate()
    actions.deallocate()
  }
}

private func leaveTerminal(_ signal: Int32) { saved?.giveBack() }

private func leaveTerminalAndRaise(_ signal: Int32) {
  saved?.giveBack()
  raise(signal)
}
