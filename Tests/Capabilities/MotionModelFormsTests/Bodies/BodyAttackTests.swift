import Foundation
import MotionModelForms
import MotionModelFormsHTML
import Testing

/// Bodies by which published vulnerabilities made other parsers fall.
struct BodyAttackTests {
  private typealias Part = BodyWriter.Part
  private let multipart = "multipart/form-data; boundary=b"

  private func bytes(_ text: String, _ count: Int) -> [UInt8] { Array(String(repeating: text, count: count).utf8) }

  private func part(_ disposition: String, _ content: String = "1") -> String {
    "--b\r\nContent-Disposition: \(disposition)\r\n\r\n\(content)\r\n--b--\r\n"
  }

  // MARK: - Too much of something

  @Test func `CVE-2025-61770 (Rack): a preamble without end is not kept`() {
    #expect(read(bytes("x", 1 << 20), multipart).problem == .tooMuch(.preambleBytes, limit: 16 << 10))
  }

  @Test func `CVE-2025-61771 (Rack), CVE-2024-47874 (Starlette): large fields are not kept in memory`() {
    let body = Array("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8) + bytes("x", 2 << 20)
    #expect(read(body, multipart).problem == .tooMuch(.fieldBytes, limit: 1 << 20))
    let many = BodyWriter.multipart((0..<9).map { Part("a\($0)", String(repeating: "x", count: 500_000)) })
    #expect(read(many, BodyWriter.multipart).problem == .tooMuch(.textBytes, limit: 4 << 20))
  }

  @Test func `CVE-2025-61772 (Rack), CVE-2025-48976 (Commons FileUpload): headers of a part without end`() {
    let body = Array("--b\r\nX: ".utf8) + bytes("x", 1 << 20)
    #expect(read(body, multipart).problem == .tooMuch(.headerBytes, limit: 64 << 10))
    let lines = Array("--b\r\n".utf8) + bytes("X: y\r\n", 100_000)
    #expect(read(lines, multipart).problem == .tooMuch(.headerBytes, limit: 64 << 10))
    let padding = Array("--b".utf8) + bytes(" ", 1 << 20)
    #expect(read(padding, multipart).problem == .tooMuch(.headerBytes, limit: 64 << 10))
  }

  @Test func `CVE-2025-61919, CVE-2026-34829 (Rack): a body without end, whether or not it says its length`() {
    #expect(read(bytes("a=1&", 1 << 20), BodyWriter.urlEncoded).problem == .tooMuch(.parameters, limit: 4096))
    var limits = BodyLimits()
    limits[.textBytes] = 100_000
    #expect(read(bytes("&", 1 << 20), BodyWriter.urlEncoded, limits: limits).lines == [], "nothing is kept of it")
    #expect(read(bytes("x", 1 << 20), BodyWriter.urlEncoded, limits: limits).problem == nil, "a long name is no field")
    limits[.bytes] = 1 << 19
    #expect(
      read(bytes("&", 1 << 20), BodyWriter.urlEncoded, limits: limits).problem == .tooMuch(.bytes, limit: 1 << 19))
  }

  @Test func `CVE-2025-46727 (Rack): too many parameters`() {
    let body = BodyWriter.urlEncoded((0..<5000).map { ("a\($0)", "") })
    #expect(read(body, BodyWriter.urlEncoded).problem == .tooMuch(.parameters, limit: 4096))
  }

  @Test
  func `CVE-2023-27530 (Rack), CVE-2023-24998 (Tomcat), CVE-2023-25577 (Werkzeug), CVE-2023-0662 (PHP): many parts`() {
    let parts = BodyWriter.multipart((0..<5000).map { Part("a\($0)", "") })
    #expect(read(parts, BodyWriter.multipart).problem == .tooMuch(.parts, limit: 4096))
    let empty = BodyWriter.multipart((0..<5000).map { Part("a\($0)", file: "", []) })
    #expect(read(empty, BodyWriter.multipart).problem == .tooMuch(.files, limit: 128))
    var limits = BodyLimits()
    limits[.parts] = .max
    #expect(read(parts, BodyWriter.multipart, limits: limits).problem == .tooMuch(.parameters, limit: 4096))
  }

  @Test func `CVE-2023-24580 (Django), CVE-2022-41725 (Go): many files`() {
    let body = BodyWriter.multipart((0..<200).map { Part("a\($0)", file: "f", [1]) })
    #expect(read(body, BodyWriter.multipart).problem == .tooMuch(.files, limit: 128))
  }

  @Test func `CVE-2014-0050 (Commons FileUpload): a boundary that is too long`() {
    let long = String(repeating: "b", count: 4092)
    #expect(read("", "multipart/form-data; boundary=\(long)").problem == .boundary)
  }

  // MARK: - Nesting and keys

  @Test func `CVE-2014-10064 (qs): a name that is nested a thousand deep`() throws {
    let name = "a" + String(repeating: "[b]", count: 300)
    let parameters = try read(BodyWriter.urlEncoded([(name, "1"), ("c", "2")]), BodyWriter.urlEncoded).get()
    #expect(parameters[0].error?.problem == .tooMuch(.depth, limit: 32))
    #expect(parameters["c"] == "2")
    let deeper = "a" + String(repeating: "[b]", count: 100_000)
    #expect(
      try read(BodyWriter.urlEncoded([(deeper, "1")]), BodyWriter.urlEncoded).get()[0].error?.problem
        == .tooMuch(.nameBytes, limit: 1024))
  }

  @Test func `CVE-2022-24999 (qs): __proto__ and its like are names as others are, and no field of a form`() throws {
    for name in ["__proto__[x]", "a[__proto__][x]", "constructor[prototype][x]"] {
      let submission = FormSubmission(
        try read(BodyWriter.urlEncoded([(name, "1")]), BodyWriter.urlEncoded).get())
      #expect(submission.entries.isEmpty && submission.unknown == [name])
    }
  }

  @Test func `CVE-2014-7191, CVE-2025-15284 (qs): a large number of an item makes no long list`() throws {
    let body = BodyWriter.urlEncoded([
      ("steps[9007199254740991][name]", "x"), ("steps[99999999999999999999][name]", "y"),
    ])
    let submission = FormSubmission(try read(body, BodyWriter.urlEncoded).get())
    #expect(submission.entries.map(\.path) == ["steps[9007199254740991].name"])
    #expect(submission.unknown == ["steps[99999999999999999999][name]"])
  }

  @Test func `CVE-2011-4885 (PHP), CVE-2011-5036 (Rack): names whose hashes collide elsewhere`() throws {
    // "Aa" and "BB" have the same hash in Java, and so has any sequence of them.
    let names = (0..<4000).map { number in
      (0..<12).map { number >> $0 & 1 == 0 ? "Aa" : "BB" }.joined()
    }
    let body = BodyWriter.urlEncoded(names.map { ($0, "1") })
    #expect(try read(body, BodyWriter.urlEncoded).get().count == 4000)
  }

  @Test func `mixed types of one name are two fields, of which a form has at most one`() throws {
    for body in ["name=1&name[b]=2", "name[b]=2&name=1", "name[]=1&name=2", "name=1&name[]=2&name[0][c]=3"] {
      let submission = FormSubmission(try read(body, BodyWriter.urlEncoded).get())
      #expect(submission.entries.count + submission.unknown.count >= 2, "\(body) loses nothing silently")
    }
  }

  // MARK: - Readers that differ

  @Test func `CVE-2021-23336 (Python): a semicolon separates nothing`() {
    #expect(read("a=1;b=2&c=3", BodyWriter.urlEncoded).lines == ["a=1;b=2", "c=3"])
  }

  @Test(arguments: ["%", "%4", "%zz", "a=%", "a=%f", "a=%+1", "a=%%41", "%u0041=1", "a=%c3%"])
  func `a percent sign without two digits is refused`(body: String) {
    #expect(read(body, BodyWriter.urlEncoded).problem == .escape)
  }

  @Test func `CVE-2026-26961 (Rack): two boundaries are refused, and none is chosen`() {
    for type in ["multipart/form-data; boundary=a; boundary=b", "multipart/form-data; boundary=a; BOUNDARY=\"b\""] {
      #expect(read(part("form-data; name=a"), type).problem == .boundary)
    }
  }

  @Test func `CVE-2026-26962 (Rack), CVE-2022-24434 (dicer): folded headers are refused`() {
    for head in [
      " Content-Disposition: form-data; name=a", "Content-Disposition: form-data;\r\n name=a",
      "Content-Disposition: form-data; name=a\r\n\tfilename=b",
    ] {
      #expect(read("--b\r\n\(head)\r\n\r\n1\r\n--b--", multipart).problem == .header)
    }
  }

  @Test(arguments: [
    "attachment; name=a", "form-data", "form-data; name=a; name=b", "form-data; name*=UTF-8''a",
    "form-data; name=\"a", "form-data; name=a\"b\"", "form-data; name=\"a\"b", "form-data; ;name=a",
    "form-data; name=a; filename=x; filename=y", "form-data; name=a; filename*=iso-8859-1''x",
    "form-data; name=a; filename*=UTF-8''%zz", "form-data, name=a", "; name=a", "",
  ])
  func `a part that does not say once which field it is of is refused`(disposition: String) {
    #expect(read(part(disposition), multipart).problem == .disposition)
  }

  @Test func `a part with two dispositions, two types or none is refused`() {
    func problem(_ headers: [String]) -> BodyError.Problem? {
      read(BodyWriter.multipart([Part(headers, [1])]), BodyWriter.multipart).problem
    }
    let disposition = "Content-Disposition: form-data; name=a"
    #expect(problem([disposition, "content-disposition: form-data; name=b"]) == .disposition)
    #expect(problem([disposition, "Content-Type: text/plain", "Content-Type: text/html"]) == .header)
    #expect(problem([]) == .disposition)
    #expect(problem(["Content-Type: text/plain"]) == .disposition)
    #expect(problem([disposition, "Content-Transfer-Encoding: base64"]) == .transferEncoding)
    #expect(problem([disposition, "Content-Transfer-Encoding: binary"]) == nil)
    #expect(problem([disposition, "X y: z"]) == .header)
    #expect(problem([disposition, ": z"]) == .header)
    #expect(problem([disposition, "X: \u{0}"]) == .header)
    #expect(problem([disposition, "X"]) == .header)
  }

  @Test func `CVE-2025-48997 (multer): a field without a name is no field`() throws {
    let submission = FormSubmission(try read(part("form-data; name=\"\"; filename=\"x\""), multipart).get())
    #expect(submission.entries.isEmpty && submission.unknown == [""])
  }

  @Test(arguments: [
    "", "--b", "--b\r\n", "--b\r\nContent-Disposition: form-data; name=a\r\n", "--b-",
    "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
    "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b",
    "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b-", "1\n--b--",
  ])
  func `CVE-2022-23833 (Django), CVE-2025-7338 (multer): a body without its last boundary is not complete`(body: String)
  {
    #expect(read(body, multipart).problem == .unfinished)
  }

  @Test func `line feeds alone end no line, and a boundary must end its line`() {
    #expect(read("--b\nContent-Disposition: form-data; name=a\n\n1\n--b--\n", multipart).problem == .delimiter)
    #expect(read("--bc\r\n", multipart).problem == .delimiter)
    #expect(read("--b\r\nX: y\nContent-Disposition: form-data; name=a\r\n\r\n", multipart).problem == .header)
    #expect(read("--b -\r\n", multipart).problem == .delimiter)
  }

  @Test func `CVE-2024-53981 (python-multipart): what follows the last boundary is passed over`() {
    #expect(read(Array(part("form-data; name=a").utf8) + bytes("x\r\n--b\r\n", 100_000), multipart).lines == ["a=1"])
  }

  @Test func `CVE-2021-31542 (Django): the name of a file is no path`() throws {
    let body = part("form-data; name=a; filename=\"..\\\\..\\\\x/../y.txt\"")
    #expect(read(body, multipart).lines == ["a=y.txt||1"])
  }

  // MARK: - Texts

  @Test func `a text that is not UTF-8 has its error beside it`() throws {
    for (body, type) in [
      (Array("a=%ff%41&b=2".utf8), BodyWriter.urlEncoded),
      (
        BodyWriter.multipart([Part(["Content-Disposition: form-data; name=a"], [0xFF, 0x41]), Part("b", "2")]),
        BodyWriter.multipart
      ),
    ] {
      let parameters = try read(body, type).get()
      #expect(parameters[0].input == "\u{FFFD}A" && parameters[0].error?.problem == .notUTF8)
      #expect(parameters["a"] == nil && parameters["b"] == "2")
    }
    // Overlong forms, surrogates and numbers beyond Unicode are not UTF-8 either.
    for text in ["%c0%af", "%ed%a0%80", "%f5%80%80%80", "%c3"] {
      #expect(try read("a=\(text)", BodyWriter.urlEncoded).get()[0].error?.problem == .notUTF8)
    }
    #expect(try read("%ff=1", BodyWriter.urlEncoded).get()[0].error?.problem == .notUTF8)
  }

  @Test func `the character 0 is no text`() throws {
    #expect(try read("a=x%00y", BodyWriter.urlEncoded).get()[0].error?.problem == .nullCharacter)
    #expect(try read("a%00b=x", BodyWriter.urlEncoded).get()[0].error?.problem == .nullCharacter)
    #expect(FormSubmission(try read("a%00b=x", BodyWriter.urlEncoded).get()).unknown == ["a\0b"])
  }

  @Test func `texts in other encodings are not guessed`() throws {
    #expect(read("_charset_=iso-8859-1&a=1", BodyWriter.urlEncoded).problem == .charset)
    #expect(read("_charset_=UTF-8&a=1", BodyWriter.urlEncoded).lines == ["a=1"])
    #expect(read(BodyWriter.multipart([Part("_charset_", "utf-16")]), BodyWriter.multipart).problem == .charset)
    let headers = ["Content-Disposition: form-data; name=a", "Content-Type: text/plain; charset=latin1"]
    let parameters = try read(BodyWriter.multipart([Part(headers, [0x41])]), BodyWriter.multipart).get()
    #expect(parameters[0].error?.problem == .charset && parameters[0].input == "A")
  }
}
