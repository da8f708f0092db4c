import Foundation
import MotionModelForms
import MotionModelFormsHTML
import MotionModelTestSupport
import Testing

/// Bodies at which other parsers took a time that grew with the square of the length, or faster.
struct BodyGrowthTests {
  /// Expects that ten times the length takes no more than 50 times as long; the square would take 100 times.
  private func expectLinear(_ body: (Int) -> [UInt8], _ type: String, limits: BodyLimits, _ count: Int) {
    let bodies = [count: body(count), count * 10: body(count * 10)]
    for pieces in [Int.max, 7] {
      expectLinear(count) { length in
        if let body = bodies[length] { _ = read(body, type, limits: limits, pieces: { _ in pieces }) }
      }
    }
  }

  private func expectLinear(_ count: Int, _ read: (_ length: Int) throws -> Void) rethrows {
    #expect(try growth(from: count, to: count * 10, limit: 50, read) <= 50)
  }

  private var unlimited: BodyLimits {
    var limits = BodyLimits()
    (limits[.bytes], limits[.textBytes], limits[.fieldBytes], limits[.parameters]) = (.max, .max, .max, .max)
    (limits[.nameBytes], limits[.headerBytes], limits[.parts], limits[.files]) = (.max, .max, .max, .max)
    limits[.preambleBytes] = .max
    return limits
  }

  private func repeated(_ unit: String, _ count: Int, before: String = "", behind: String = "") -> [UInt8] {
    Array((before + String(repeating: unit, count: count) + behind).utf8)
  }

  @Test(arguments: [
    ("\r\n", "CVE-2023-46136 (Werkzeug): line ends"), ("\r", "carriage returns"), ("\r\n-", "false beginnings"),
    ("\r\n--", "longer false beginnings"), ("x", "CVE-2013-0183 (Rack): no line ends"),
  ])
  func `content of a part`(unit: String, name: String) {
    let head = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n"
    expectLinear(
      { repeated(unit, $0, before: head, behind: "\r\n--b--") }, "multipart/form-data; boundary=bc", limits: unlimited,
      2000)
    expectLinear(
      { repeated(unit, $0, before: head, behind: "\r\n--b--") }, "multipart/form-data; boundary=b", limits: unlimited,
      2000)
  }

  @Test(arguments: [
    (";", "CVE-2022-44571, CVE-2025-49007 (Rack): separators"), ("; a=b", "parameters"),
    ("\\\"", "CVE-2026-34827 (Rack): escapes"),
    ("\\", "backslashes"), ("%22", "escapes of browsers"), (" ", "CVE-2012-6109 (Rack): spaces"),
    ("\"", "quotation marks"),
  ])
  func `the disposition of a part`(unit: String, name: String) {
    for before in ["form-data; name=\"a", "form-data; name=a", "form-data"] {
      expectLinear(
        { repeated(unit, $0, before: "--b\r\nContent-Disposition: \(before)", behind: "\"; x=y\r\n\r\n1\r\n--b--") },
        "multipart/form-data; boundary=b", limits: unlimited, 1000)
    }
  }

  @Test func `CVE-2015-4024 (PHP): many lines of headers`() {
    expectLinear(
      { repeated("a: b\r\n", $0, before: "--b\r\n", behind: "\r\n") }, "multipart/form-data; boundary=b",
      limits: unlimited, 1000)
  }

  @Test func `CVE-2022-44572 (Rack), CVE-2024-24762 (python-multipart): the type of the body`() {
    expectLinear(20_000) { length in
      let type =
        "multipart/form-data; " + String(repeating: "\\", count: length) + ";boundary=\""
        + String(repeating: " ", count: length)
      _ = try? BodyReader(contentType: type)
    }
  }

  @Test(arguments: ["a", "%41", "a&", "a=b&", "=", "&", "+", "a[b]", "a[]=1&"])
  func `parameters of an encoded form`(unit: String) {
    expectLinear({ repeated(unit, $0) }, BodyWriter.urlEncoded, limits: unlimited, 2000)
  }

  @Test func `answers of many parameters`() {
    expectLinear(2000) { length in
      let parameters = BodyParameters(
        (0..<length).flatMap {
          [
            BodyParameters.Parameter("tags[]", "x"), BodyParameters.Parameter("a\($0)", "y"),
            BodyParameters.Parameter("[\($0)", "z"),
          ]
        })
      _ = FormSubmission(parameters)
    }
  }
}
