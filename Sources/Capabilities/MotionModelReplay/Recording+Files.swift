public import Foundation
import MotionModel
import MotionModelValues

extension Recording {
  private static let format = "MotionModel Replay"

  /// The recording as text, with a line of JSON for each step and for each thing that happened in it. It has all that
  /// ``init(text:)`` needs to make the recording again.
  public var text: String {
    var lines: [[(String, AttributeValue)]] = [
      [("format", .string(Self.format)), ("version", 1), ("outsideCommits", .int(Int64(outsideCommits)))]
    ]
    if let records { lines.append([("records", .string(records))]) }
    for step in steps { lines += step.lines }
    var json = JSONWriter()
    for line in lines {
      json.write(object: line)
      json.write(raw: "\n")
    }
    return String(decoding: json.takeBytes(), as: UTF8.self)
  }

  /// Reads a recording from its ``text``.
  ///
  /// - Throws: ``ReplayError/unreadable(line:expected:)``.
  public init(text: String) throws(ReplayError) {
    self.init()
    var number = 0
    // An editor, or git, may have written other ends of lines, and a mark at the start. In strings of JSON, line ends
    // are escaped, except a few of Unicode.
    let lines = text.trimmingPrefix("\u{FEFF}").split(omittingEmptySubsequences: false) {
      ["\n", "\r\n", "\r"].contains($0)
    }
    for line in lines {
      number += 1
      if line.isEmpty { continue }
      guard case .success(.dictionary(let members)) = JSONFormat.read(String(line)) else {
        throw .unreadable(line: number, expected: "an object of JSON")
      }
      if number == 1 {
        guard members["format"] == .string(Self.format), members["version"] == 1 else {
          throw .unreadable(line: 1, expected: "the format \(Self.format) in the version 1")
        }
        guard let count = members["outsideCommits"].map({ try? Int(attribute: $0) }) ?? 0 else {
          throw .unreadable(line: 1, expected: "a number of commits outside of steps")
        }
        outsideCommits = count
      } else if !read(members) {
        throw .unreadable(line: number, expected: "a step, or what happened in one")
      }
    }
    if number == 0 || text.isEmpty { throw .unreadable(line: 1, expected: "the format \(Self.format)") }
  }

  /// Writes the recording to a file, as a whole or not at all.
  ///
  /// - Throws: What the system throws.
  public func write(to url: URL) throws { try Data(text.utf8).write(to: url, options: .atomic) }

  /// Reads the recording in a file.
  ///
  /// - Throws: ``ReplayError/unreadable(line:expected:)``; what the system throws.
  public init(contentsOf url: URL) throws {
    try self.init(text: String(decoding: try Data(contentsOf: url), as: UTF8.self))
  }

  // MARK: - Lines

  /// Takes over what a line says; false if it says nothing that is known.
  private mutating func read(_ members: [String: AttributeValue]) -> Bool {
    if case .string(let records)? = members["records"], steps.isEmpty {
      self.records = records
      return true
    }
    if case .string(let name)? = members["step"], let input = members["input"] {
      steps.append(Step(name, input: JSONText.text(filed: input)))
      return true
    }
    guard !steps.isEmpty else { return false }
    return steps[steps.count - 1].read(members)
  }
}

extension Recording.Step {
  fileprivate var lines: [[(String, AttributeValue)]] {
    [[("step", .string(name)), ("input", JSONText.filed(inputText))]]
      + times.map { [("time", .double($0.timeIntervalSinceReferenceDate))] }
      + ids.map { [("id", .string($0))] } + randomNumbers.map { [("random", .uint($0))] } + events.map(\.line)
      + (outcome.map { [$0.line] } ?? [])
  }

  fileprivate mutating func read(_ members: [String: AttributeValue]) -> Bool {
    if let time = members["time"].flatMap({ try? Double(attribute: $0) }) {
      times.append(Date(timeIntervalSinceReferenceDate: time))
    } else if case .string(let id)? = members["id"] {
      ids.append(id)
    } else if let number = members["random"].flatMap({ try? UInt64(attribute: $0) }) {
      randomNumbers.append(number)
    } else if let event = Recording.Event(members) {
      events.append(event)
    } else if let outcome = Recording.Outcome(members) {
      self.outcome = outcome
    } else {
      return false
    }
    return true
  }
}

extension Recording.Event {
  fileprivate var line: [(String, AttributeValue)] {
    switch self {
    case .outside(let name, let value): [("outside", .string(name)), ("value", JSONText.filed(value))]
    case .commit(let lines): [("commit", .array(lines.map { .string($0) }))]
    case .answer(let name, let value): [("answer", .string(name)), ("value", JSONText.filed(value))]
    }
  }

  fileprivate init?(_ members: [String: AttributeValue]) {
    if let lines = members["commit"].flatMap({ try? [String](attribute: $0) }) {
      self = .commit(lines)
    } else if case .string(let name)? = members["outside"], let value = members["value"] {
      self = .outside(name: name, value: JSONText.text(filed: value))
    } else if case .string(let name)? = members["answer"], let value = members["value"] {
      self = .answer(name: name, value: JSONText.text(filed: value))
    } else {
      return nil
    }
  }
}

extension Recording.Outcome {
  fileprivate var line: [(String, AttributeValue)] {
    switch self {
    case .returned(let value): [("returned", JSONText.filed(value))]
    case .threw(let error): [("threw", .string(error))]
    }
  }

  fileprivate init?(_ members: [String: AttributeValue]) {
    if let value = members["returned"] {
      self = .returned(JSONText.text(filed: value))
    } else if case .string(let error)? = members["threw"] {
      self = .threw(error)
    } else {
      return nil
    }
  }
}

extension Recording: Codable {
  /// Decodes the ``text``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(ReplayError) { try self.init(text: text) } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Encodes the ``text``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
