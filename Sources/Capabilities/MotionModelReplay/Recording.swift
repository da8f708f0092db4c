public import Foundation
import MotionModel
import MotionModelValues

/// The recorded steps of a program with a store, as a value: their inputs, the data from outside, the commits, and the
/// results.
///
/// ```swift
/// let recording = session.recording                       // of a running program
/// try recording.write(to: URL(filePath: "failure.replay"))
/// print(recording)
/// ```
///
/// A test reads the file, takes the same steps with the same inputs, clock, ids and random numbers, and compares:
///
/// ```swift
/// let recording = try Recording(contentsOf: url)
/// try recording.replay(models: [Account.self]) { step, session in
///   switch step.name {
///   case "transfer": try Bank(session).transfer(try step.input())
///   default: throw ReplayError.unknownStep(step.name)
///   }
/// }
/// ```
///
/// ## Topics
/// ### Content
/// - ``records``
/// - ``steps``
/// - ``outsideCommits``
/// ### Replaying
/// - ``replay(models:makeStore:_:)``
/// ### Files
/// - ``init(contentsOf:)``
/// - ``init(text:)``
/// - ``write(to:)``
/// - ``text``
public struct Recording: Sendable, Hashable {
  /// The records of the store when the recording began, as a file of JSON; nil if there were none.
  public internal(set) var records: String?
  /// The steps, in order. To replay only the first ones, remove the rest.
  public var steps: [Step] = []
  /// How many commits were made outside of steps. A recording with such commits cannot be replayed beyond them.
  public internal(set) var outsideCommits = 0

  init() {}

  /// One step of a ``Recording``.
  public struct Step: Sendable, Hashable {
    /// The name that the program gave it.
    public let name: String
    /// What the program passed to it, as JSON.
    public let inputText: String
    /// The times that the clock said, in order.
    public internal(set) var times: [Date] = []
    /// The ids that were made where they are random otherwise, in order.
    public internal(set) var ids: [String] = []
    /// The random numbers, in order.
    public internal(set) var randomNumbers: [UInt64] = []
    /// The inputs from outside, the commits and the answers, in order.
    public internal(set) var events: [Event] = []
    /// How it ended; nil if the program ended in the middle of it.
    public internal(set) var outcome: Outcome?

    init(_ name: String, input: String) { (self.name, inputText) = (name, input) }

    /// What the program passed to the step.
    ///
    /// - Throws: `DecodingError` if it is of another type.
    public func input<Input: Decodable>(_ type: Input.Type = Input.self) throws -> Input {
      try JSONText.decoded(inputText)
    }
  }

  /// What happened in a step.
  public enum Event: Sendable, Hashable {
    /// A value was read from outside, which is JSON; see ``Session/outside(_:_:)``.
    case outside(name: String, value: String)
    /// A commit, with a line for each record.
    case commit([String])
    /// The program had a value, which is JSON; see ``Session/answer(_:_:)``.
    case answer(name: String, value: String)
  }

  /// How a step ended.
  public enum Outcome: Sendable, Hashable {
    /// It returned a value, which is JSON.
    case returned(String)
    /// It threw an error, of which this is the description.
    case threw(String)
  }
}

extension Recording.Event: CustomStringConvertible {
  /// The event on one line: `commit + Account 2: balance 10`.
  public var description: String {
    switch self {
    case .outside(let name, let value): "outside \(name): \(value)"
    case .commit(let lines): "commit \(lines.joined(separator: "; "))"
    case .answer(let name, let value): "answer \(name): \(value)"
    }
  }
}

extension Recording.Outcome: CustomStringConvertible {
  /// The outcome on one line: `returned 3`.
  public var description: String {
    switch self {
    case .returned(let value): "returned \(value)"
    case .threw(let error): "threw \(error)"
    }
  }
}

extension Recording.Step: CustomStringConvertible {
  /// The step with its input, what happened, and how it ended, on several lines.
  public var description: String {
    ([name + (inputText == "null" ? "" : " \(inputText)")] + events.map { "  \($0)" }
      + ["  \(outcome.map { "\($0)" } ?? "did not end")"]).joined(separator: "\n")
  }
}

extension Recording: CustomStringConvertible {
  /// The steps with their numbers, inputs, commits, answers and outcomes.
  public var description: String {
    steps.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n")
  }
}
