import Foundation
import MotionModelForms
import MotionModelFormsHTML
import Testing

struct BodyLimitsTests {
  private typealias Part = BodyWriter.Part

  @Test func `the limits are Rack's`() {
    let limits = BodyLimits()
    let expected: [Int] = [
      67_108_864, 4_194_304, 4096, 1024, 32, 1_048_576, 4096, 128, 16_777_216, 65_536, 16_384,
    ]
    #expect(BodyLimits.Measure.allCases.map { limits[$0] } == expected)
  }

  @Test(arguments: [Int.max, 0, -1, .min])
  func `limits of any size are limits`(size: Int) {
    var limits = BodyLimits()
    for measure in BodyLimits.Measure.allCases { limits[measure] = size }
    let multipart = Array("x\r\n".utf8) + BodyWriter.multipart([Part("a", "1"), Part("b", file: "c", [2])])
    for (body, type) in [
      (Array("a=1".utf8), BodyWriter.urlEncoded), (multipart, BodyWriter.multipart),
    ] {
      #expect((read(body, type, limits: limits).problem == nil) == (size == .max))
    }
  }

  /// Returns what a body has within its limits, and what it is refused for when one of them is one less.
  private func edge(
    _ body: [UInt8], _ type: String, _ limit: BodyLimits.Measure, _ value: Int
  ) -> (BodyError.Problem?, BodyError.Problem?) {
    func problem(_ value: Int) -> BodyError.Problem? {
      var limits = BodyLimits()
      limits[limit] = value
      let results = [Int.max, 1, 3].map { size in read(body, type, limits: limits, pieces: { _ in size }) }
      #expect(results[0] == results[1] && results[0] == results[2], "pieces of any size have the same error")
      return results[0].problem
    }
    return (problem(value), problem(value - 1))
  }

  @Test func `each limit of an encoded form is exact`() {
    let body = Array("ab=12345&c=%41b".utf8)
    let type = BodyWriter.urlEncoded
    #expect(edge(body, type, .bytes, 15) == (nil, .tooMuch(.bytes, limit: 14)))
    #expect(edge(body, type, .textBytes, 10) == (nil, .tooMuch(.textBytes, limit: 9)))
    #expect(edge(body, type, .fieldBytes, 5) == (nil, .tooMuch(.fieldBytes, limit: 4)))
    #expect(edge(body, type, .parameters, 2) == (nil, .tooMuch(.parameters, limit: 1)))
  }

  @Test func `each limit of a multipart body is exact`() {
    let header = "Content-Disposition: form-data; name=\"a\""
    let body =
      Array("xyz\r\n".utf8)
      + BodyWriter.multipart([Part([header], [1, 2]), Part("b", file: "b", type: nil, [1, 2, 3])], boundary: "12345")
    let type = "multipart/form-data; boundary=12345"
    #expect(edge(body, type, .bytes, body.count) == (nil, .tooMuch(.bytes, limit: body.count - 1)))
    #expect(edge(body, type, .textBytes, 4) == (nil, .tooMuch(.textBytes, limit: 3)))
    #expect(edge(body, type, .fieldBytes, 2) == (nil, .tooMuch(.fieldBytes, limit: 1)))
    #expect(edge(body, type, .fileBytes, 3) == (nil, .tooMuch(.fileBytes, limit: 2)))
    #expect(edge(body, type, .parameters, 2) == (nil, .tooMuch(.parameters, limit: 1)))
    #expect(edge(body, type, .parts, 2) == (nil, .tooMuch(.parts, limit: 1)))
    #expect(edge(body, type, .files, 1) == (nil, .tooMuch(.files, limit: 0)))
    #expect(edge(body, type, .preambleBytes, 3) == (nil, .tooMuch(.preambleBytes, limit: 2)))
    let longest = "Content-Disposition: form-data; name=\"b\"; filename=\"b\"\r\n\r\n".utf8.count
    #expect(edge(body, type, .headerBytes, longest) == (nil, .tooMuch(.headerBytes, limit: longest - 1)))
  }

  @Test(arguments: [BodyWriter.urlEncoded, BodyWriter.multipart])
  func `a name that is too long or nested too deeply is no field, and the others are read`(type: String) throws {
    func parameters(_ name: String, _ change: (inout BodyLimits) -> Void) throws -> [BodyParameters.Parameter] {
      var limits = BodyLimits()
      change(&limits)
      let body =
        type == BodyWriter.urlEncoded
        ? BodyWriter.urlEncoded([(name, "1"), ("x", "2")])
        : BodyWriter.multipart([Part(name, "1"), Part("x", "2")])
      let parameters = try read(body, type, limits: limits).get()
      #expect(parameters["x"] == "2")
      return Array(parameters)
    }
    #expect(try parameters("abcd") { $0[.nameBytes] = 4 }[0].error == nil)
    #expect(try parameters("abcd") { $0[.nameBytes] = 3 }[0].error?.problem == .tooMuch(.nameBytes, limit: 3))
    #expect(try parameters("a[b][c]") { $0[.depth] = 3 }[0].error == nil)
    #expect(try parameters("a[b][c]") { $0[.depth] = 2 }[0].error?.problem == .tooMuch(.depth, limit: 2))
  }

  @Test func `an error says what, where, and what was expected, and never what was typed`() {
    let body = BodyWriter.multipart([Part("a", "1"), Part("secret", "typed")])
    var limits = BodyLimits()
    limits[.fieldBytes] = 4
    guard case .failure(let error) = read(body, BodyWriter.multipart, limits: limits) else {
      Issue.record("it was read")
      return
    }
    #expect(error.part == 2 && error.field == "secret" && error.status == 413)
    #expect(
      error.description
        == "The body cannot be read at byte \(error.offset) in part 2 of the field \"secret\": it has more than 4 bytes of "
        + "a field.")
    #expect(error.localizedDescription == error.description)
    #expect(body[error.offset] == UInt8(ascii: "d"), "the fifth byte is too much")
    #expect(BodyError(.escape, offset: 3, field: "a\nb").description.contains(#""a\nb""#))
    #expect(BodyError(.charset, offset: 0).status == 415 && BodyError(.unfinished, offset: 0).status == 400)
    #expect(BodyError(.notUTF8, offset: 0, field: String(repeating: "x", count: 99)).field?.count == 60)
  }
}
