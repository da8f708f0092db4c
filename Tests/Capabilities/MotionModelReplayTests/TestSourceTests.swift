import MotionModelReplay
import MotionModelTestSupport
import Testing

/// The source of a test that a recording becomes. `RecordedLedgerTests.swift` is one, which is compiled and run with these
/// tests; with `MOTIONMODEL_RECORD` set, it is written anew.
@Suite struct TestSourceTests {
  private let file = "../../Capabilities/MotionModelReplayTests/RecordedLedgerTests.swift"

  @Test func `the source is the file that is compiled and run with these tests`() throws {
    let source = try Ledger.recorded().testSource(named: "RecordedLedgerTests", models: ["Bill"])
    try RecordedSamples.expect(source, isIn: file)
  }

  @Test func `the source has the recording, and no characters that mislead a compiler or a reader`() throws {
    let recording = try Ledger.recorded()
    let source = recording.testSource(named: "RecordedLedgerTests")
    let misleading: Set<Unicode.Scalar> = [
      "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}", "\u{FEFF}",
    ]
    #expect(misleading.isSubset(of: Set(recording.text.unicodeScalars)))
    #expect(misleading.isDisjoint(with: source.unicodeScalars))
    let lines = source.split(separator: "\n").drop { !$0.hasPrefix("private let recording") }.dropFirst().dropLast()
    #expect(try Recording(text: lines.map { $0.dropFirst(2) }.joined(separator: "\n")) == recording)
  }
}
