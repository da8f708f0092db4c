import Foundation
import MotionModelForms
import MotionModelFormsHTML
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// Random bodies, cut at random places and damaged at random bytes.
struct BodyRandomTests {
  private static let fragments = [
    "a", "name", "[", "]", "[0]", "%", "%41", "+", "&", "=", ";", "\"", "\\", "\r", "\n", "\r\n", "\r\n--", "--", "é",
    "€", "😀", " ",
    "\t", "\0", "_shown", "/", "..", "{", "}", ":", ",", "\u{7f}", BodyWriter.boundary,
    "\r\n--\(BodyWriter.boundary.dropLast())",
  ]

  private func text(_ random: inout SplitMix64, _ most: Int = 6) -> String {
    (0..<random.number(0...most)).map { _ in random.pick(Self.fragments) }.joined()
  }

  /// Returns a text in which the delimiter of the body cannot be.
  private func content(_ random: inout SplitMix64) -> String {
    let text = text(&random, 12).replacing("\r\n--\(BodyWriter.boundary)", with: "x")
    return text.hasPrefix("--\(BodyWriter.boundary)") ? "x\(text)" : text
  }

  private func cut(_ random: SplitMix64) -> (Int) -> Int {
    var random = random
    return { rest in random.chance(70) ? random.number(1...9) : random.number(1...max(1, rest)) }
  }

  /// Expects that a body has parameters, in whatever pieces it comes.
  private func expect(
    _ body: [UInt8], _ type: String, _ expected: [BodyParameters.Parameter], _ random: SplitMix64, _ run: Int
  ) {
    for pieces in [{ _ in .max }, { _ in 1 }, cut(random)] {
      let found = (try? read(body, type, pieces: pieces).get()).map { $0.map { "\($0.name)=\($0.input)" } }
      #expect(found == expected.map { "\($0.name)=\($0.input)" }, "run \(run), seed \(TestSeed.current)")
    }
  }

  @Test func `encoded forms are read as they were written`() {
    for run in 0..<shortened(300) {
      var random = TestSeed.generator(run)
      let pairs = (0..<random.number(0...5)).map { _ in ("n" + text(&random), text(&random)) }
      let expected = pairs.map { BodyParameters.Parameter($0, .text($1)) }
      expect(BodyWriter.urlEncoded(pairs), BodyWriter.urlEncoded, expected, random, run)
    }
  }

  @Test func `multipart bodies are read as they were written`() {
    for run in 0..<shortened(300) {
      var random = TestSeed.generator(run)
      var (parts, expected) = ([BodyWriter.Part](), [BodyParameters.Parameter]())
      for _ in 0..<random.number(0...5) {
        // In a header, a backslash before a quotation mark and other control characters mean something.
        let name = "n" + text(&random).filter { !"\\%\0\t\u{7f}".contains($0) }
        let content = content(&random)
        if random.chance(50) {
          parts.append(BodyWriter.Part(name, content))
          expected.append(BodyParameters.Parameter(name, .text(content)))
        } else {
          let file = "f" + text(&random).filter { $0.isLetter }
          parts.append(BodyWriter.Part(name, file: file, Array(content.utf8)))
          let value = FormInput.File(name: file, type: "application/octet-stream", Data(content.utf8))
          expected.append(BodyParameters.Parameter(name, .file(value)))
        }
      }
      expect(BodyWriter.multipart(parts), BodyWriter.multipart, expected, random, run)
    }
  }

  @Test func `damaged bodies are read or refused in the same way in whatever pieces they come`() throws {
    let whole: [([UInt8], String)] = [
      (
        BodyWriter.multipart([.init("a[b]", "x\r\ny"), .init("c", file: "d.png", [1, 13, 10, 45, 45])]),
        BodyWriter.multipart
      ),
      (BodyWriter.urlEncoded([("a[b]", "x y&z"), ("tags[]", "é"), ("_shown", "a tags=1")]), BodyWriter.urlEncoded),
    ]
    for run in 0..<shortened(3000) {
      var random = TestSeed.generator(run)
      var (body, type) = random.pick(whole)
      for _ in 0..<random.number(1...4) where !body.isEmpty {
        let index = random.number(0...body.count - 1)
        switch random.number(0...4) {
        case 0: body[index] = UInt8(random.number(0...255))
        case 1: body.remove(at: index)
        case 2: body.insert(random.pick(Array("\r\n-\"[]%&=;{}\0\\".utf8)), at: index)
        case 3: body.removeSubrange(index...)
        default: body += body[index...]
        }
      }
      var limits = BodyLimits()
      if random.chance(30) { (limits[.bytes], limits[.textBytes]) = (random.number(1...300), random.number(1...60)) }
      if random.chance(30) {
        (limits[.fieldBytes], limits[.headerBytes]) = (random.number(1...20), random.number(1...200))
      }
      if random.chance(30) { (limits[.nameBytes], limits[.fileBytes]) = (random.number(1...6), random.number(1...6)) }
      let expected = read(body, type, limits: limits)
      #expect(read(body, type, limits: limits, pieces: { _ in 1 }) == expected, "run \(run), seed \(TestSeed.current)")
      #expect(read(body, type, limits: limits, pieces: cut(random)) == expected, "run \(run), seed \(TestSeed.current)")
      if case .success(let parameters) = expected { _ = FormSubmission(parameters) }
    }
  }

  @Test func `names of forms come back as the fields that they are of`() throws {
    for run in 0..<shortened(300) {
      var random = TestSeed.generator(run)
      var path = FormPath([.field("c" + text(&random))])
      for _ in 0..<random.number(0...3) {
        path = path.appending(random.number(0...999)).appending("d" + text(&random))
      }
      let names = random.chance(50) ? FormFieldNames.plain : .rails("todo")
      let body = BodyWriter.urlEncoded([(names.name(of: path), "x"), (names.name(of: path, isList: true), "y")])
      let submission = FormSubmission(try read(body, BodyWriter.urlEncoded).get(), names: names)
      let expected = [FormSubmission.Entry(path, "x"), FormSubmission.Entry(path, .choices(["y"]))]
      #expect(submission.entries == expected, "run \(run), seed \(TestSeed.current)")
    }
  }
}
