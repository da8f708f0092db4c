import MotionModelTestSupport

/// Live results and the steps that are made while they are watched, as a value.
///
/// Everything that is random about a subject or a step follows from its own seed. So a case keeps its meaning when others
/// are left out or changed, and it can be written down: `cards.7 sum.12 | edit.1 undo.4`.
struct LiveCase: Hashable, Sendable {
  /// A kind and a seed.
  struct Item<Kind: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
    let kind: Kind
    let seed: UInt64

    var description: String { "\(kind.rawValue).\(seed)" }

    init(_ kind: Kind, _ seed: UInt64) { (self.kind, self.seed) = (kind, seed) }

    init?(_ text: Substring) {
      let parts = text.split(separator: ".")
      guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let seed = UInt64(parts[1]) else {
        return nil
      }
      self.init(kind, seed)
    }
  }

  var subjects: [Item<LiveSubjectKind>]
  var steps: [Item<LiveStepKind>]
}

extension LiveCase: CustomStringConvertible {
  var description: String {
    subjects.map(\.description).joined(separator: " ") + " | " + steps.map(\.description).joined(separator: " ")
  }

  /// Reads a case that was written down; nil when there is no such kind any more.
  init?(_ text: String) {
    let halves = text.split(separator: "|", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
    guard halves.count == 2 else { return nil }
    (subjects, steps) = (halves[0].compactMap { Item($0) }, halves[1].compactMap { Item($0) })
    if subjects.count != halves[0].count || steps.count != halves[1].count { return nil }
  }
}

extension LiveCase {
  /// A random case with some kinds of subjects and steps, and without the others: two faults that need each other are found
  /// sooner that way (Groce and others, *Swarm Testing*, 2012).
  static func swarm(_ random: inout SplitMix64, steps count: Int) -> LiveCase {
    func few<Kind: CaseIterable>(_ kind: Kind.Type) -> [Kind] {
      let few = Kind.allCases.filter { _ in random.chance(35) }
      return few.isEmpty ? Array(Kind.allCases) : few
    }
    func seed() -> UInt64 { UInt64(random.number(0...9999)) }
    let (subjects, kinds) = (few(LiveSubjectKind.self), few(LiveStepKind.self))
    let start = (0..<random.pick([0, 4, 20])).map { _ in LiveCase.Item(LiveStepKind.edit, seed()) }
    return LiveCase(
      subjects: (0..<random.number(1...8)).map { _ in Item(random.pick(subjects), seed()) },
      steps: start + (0..<count).map { _ in Item(random.chance(25) ? .edit : random.pick(kinds), seed()) })
  }

  /// A case that is like this one: some steps are left out, repeated or others, and some subjects are others.
  func mutated(_ random: inout SplitMix64) -> LiveCase {
    var copy = self
    for _ in 0..<random.number(1...3) {
      let (step, subject) = (random.number(0...max(0, steps.count - 1)), random.number(0...max(0, subjects.count - 1)))
      switch random.number(0...5) {
      case 0 where copy.steps.indices.contains(step): copy.steps.remove(at: step)
      case 1 where copy.steps.indices.contains(step): copy.steps.insert(copy.steps[step], at: random.number(0...step))
      case 2 where copy.steps.indices.contains(step):
        copy.steps[step] = Item(random.pick(LiveStepKind.allCases), UInt64(random.number(0...9999)))
      case 3 where copy.steps.indices.contains(step):
        copy.steps[step] = Item(copy.steps[step].kind, UInt64(random.number(0...9999)))
      case 4 where copy.subjects.indices.contains(subject):
        copy.subjects[subject] = Item(copy.subjects[subject].kind, UInt64(random.number(0...9999)))
      default: copy.subjects.append(Item(random.pick(LiveSubjectKind.allCases), UInt64(random.number(0...9999))))
      }
    }
    return copy
  }

  /// Returns a case that is as wrong as this one, from which nothing can be left out.
  ///
  /// - Parameter isWrong: Returns whether a case is.
  func shrunk(_ isWrong: (LiveCase) -> Bool) -> LiveCase {
    var (best, isSmaller) = (self, true)
    while isSmaller {
      isSmaller = false
      for path in [\LiveCase.stepCount, \.subjectCount] {
        for index in (0..<best[keyPath: path]).reversed() {
          let smaller = path == \.stepCount ? best.without(step: index) : best.without(subject: index)
          if isWrong(smaller) { (best, isSmaller) = (smaller, true) }
        }
      }
    }
    return best
  }

  private var stepCount: Int { steps.count }
  private var subjectCount: Int { subjects.count }

  private func without(step: Int) -> LiveCase {
    var copy = self
    copy.steps.remove(at: step)
    return copy
  }

  private func without(subject: Int) -> LiveCase {
    var copy = self
    copy.subjects.remove(at: subject)
    return copy
  }
}
