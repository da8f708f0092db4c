import Foundation
import MotionModelForms
import MotionModelFormsHTML
import MotionModelTestSupport
import Testing

@Suite(.temporaryFolder) struct BodyReaderTests {
  private typealias Part = BodyWriter.Part

  // MARK: - application/x-www-form-urlencoded

  @Test(arguments: [
    ("", []),
    ("a=1", ["a=1"]),
    ("a=1&b=2&a=3", ["a=1", "b=2", "a=3"]),
    ("name=Walk+the%20dog", ["name=Walk the dog"]),
    ("steps%5B0%5D%5Bname%5D=x", ["steps[0][name]=x"]),
    ("steps[0][name]=x", ["steps[0][name]=x"]),
    ("a", ["a="]),
    ("a=", ["a="]),
    ("=a", ["=a"]),
    ("a=b=c", ["a=b=c"]),
    ("&&a=1&", ["a=1"]),
    ("a=%E2%82%AC", ["a=€"]),
    ("a=%e2%82%ac", ["a=€"]),
    ("a=%0D%0A", ["a=\r\n"]),
  ])
  func `parameters of an encoded form`(body: String, expected: [String]) {
    #expect(read(body, BodyWriter.urlEncoded).lines == expected)
  }

  // MARK: - multipart/form-data

  @Test func `fields and files of a multipart body`() throws {
    let body = BodyWriter.multipart([
      Part("name", "Walk\r\nthe dog"), Part("photo", file: "a.png", type: "image/png", Array("\r\n--bytes".utf8)),
      Part("notes", ""),
    ])
    #expect(
      read(body, BodyWriter.multipart).lines
        == ["name=Walk\r\nthe dog", "photo=a.png|image/png|\r\n--bytes", "notes="])
    let parameters = try read(body, BodyWriter.multipart).get()
    #expect(parameters.map(\.name) == ["name", "photo", "notes"])
    #expect(parameters["name"] == "Walk\r\nthe dog")
    #expect(parameters["photo"] == nil, "a file has no text")
    #expect(parameters["other"] == nil)
  }

  @Test func `a control for files in which none was chosen is not answered`() {
    let body = BodyWriter.multipart([Part("photo", file: "", []), Part("a", "1"), Part("b", file: "", [1])])
    #expect(read(body, BodyWriter.multipart).lines == ["a=1", "b=|application/octet-stream|\u{1}"])
  }

  @Test(arguments: [
    ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--", ["a=1"]),
    ("text before\r\n--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--\r\ntext behind", ["a=1"]),
    ("\r\n--b \t\r\ncontent-disposition:form-data;name=\"a\"\r\n\r\n1\r\n--b--", ["a=1"]),
    ("--b\r\nX-Other: 1\r\nContent-Disposition: form-data; x=y; name=a;\r\n\r\n1\r\n--b--", ["a=1"]),
    ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--b--", ["a="]),
    ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n--b--", ["a="]),
    (
      "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n\r\n-\r\n--\r\n--c\r\n--b--",
      ["a=\r\n\r\n-\r\n--\r\n--c"]
    ),
    ("--b--", []),
    ("--b\r\nContent-Disposition: form-data; name=\"a\\\"b\"\r\n\r\n1\r\n--b--", ["a\"b=1"]),
    ("--b\r\nContent-Disposition: form-data; name=\"a%22%0d%0Ab%41\"\r\n\r\n1\r\n--b--", ["a\"\r\nb%41=1"]),
  ])
  func `multipart bodies as RFC 2046 and browsers have them`(body: String, expected: [String]) {
    #expect(read(body, "multipart/form-data; boundary=b").lines == expected)
  }

  @Test func `the boundary may be quoted`() {
    let body = BodyWriter.multipart([Part("a", "1")], boundary: "a b:c")
    #expect(read(body, "Multipart/Form-Data; charset=utf-8; boundary=\"a b:c\"").lines == ["a=1"])
  }

  @Test(arguments: [
    ("a.png", "a.png"), ("C:\\\\Users\\\\ann\\\\a.png", "a.png"), ("C:\\Users\\ann\\a.png", "a.png"),
    ("/home/ann/a.png", "a.png"), ("../../etc/passwd", "passwd"), ("..", ""), ("a/..", ""), ("a%0D%0Ab", "ab"),
    ("a%22b", "a\"b"), ("Grüße.txt", "Grüße.txt"), ("a;b.txt", "a;b.txt"),
  ])
  func `the name of a file is the last part of what was sent`(sent: String, expected: String) throws {
    let header = "Content-Disposition: form-data; name=\"a\"; filename=\"\(sent)\""
    let file = try #require(try read(BodyWriter.multipart([Part([header], [1])]), BodyWriter.multipart).get().first)
    #expect(file.input == .file(FormInput.File(name: expected, Data([1]))))
  }

  @Test func `an extended file name is taken before a plain one`() {
    let header = "Content-Disposition: form-data; name=\"a\"; filename=\"x.txt\"; filename*=UTF-8''%e2%82%ac.txt"
    #expect(read(BodyWriter.multipart([Part([header], [49])]), BodyWriter.multipart).lines == ["a=€.txt||1"])
  }

  @Test func `a file is written to a place of the caller's, as it arrives`() throws {
    let folder = TemporaryFolder.current
    let parts = [Part("photo", file: "a.bin", Array(repeating: 7, count: 100_000))]
    let body = BodyWriter.multipart(parts)
    var seen: [BodyReader.Part] = []
    let result = read(body, BodyWriter.multipart, pieces: { _ in 4096 }) { part in
      seen.append(part)
      return try FileSink(in: folder)
    }
    #expect(seen == [BodyReader.Part(field: "photo", name: "a.bin", type: "application/octet-stream", number: 1)])
    guard case .file(let file?)? = try result.get().first?.input, case .file(let url)? = file.content else {
      Issue.record("there is no file")
      return
    }
    #expect(try Data(contentsOf: url) == Data(repeating: 7, count: 100_000))
    #expect(file.size == 100_000)
    #expect(!url.lastPathComponent.contains("a.bin"))
  }

  @Test func `a body that is not read to its end leaves no files`() throws {
    let folder = TemporaryFolder.current
    let body = BodyWriter.multipart([
      Part("a", file: "a.bin", [1, 2, 3]), Part("b", file: "b.bin", Array(repeating: 7, count: 1000)),
    ])
    func files() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder.path).count }
    do {
      let reader = try BodyReader(contentType: BodyWriter.multipart) { _ in try FileSink(in: folder) }
      try reader.receive(body.prefix(700))
      #expect(try files() == 2)
    }
    #expect(try files() == 0, "the connection was cut")
    let reader = try BodyReader(contentType: BodyWriter.multipart) { _ in try FileSink(in: folder) }
    try reader.receive(body.prefix(700))
    #expect(throws: BodyError.self) { try reader.finish() }
    #expect(try files() == 0, "the body is not complete")
    #expect(throws: BodyError.self) { try reader.receive(body.dropFirst(700)) }
    #expect(try files() == 0, "after an error there is always the same error")
  }

  @Test func `of a file that arrives, no more is kept than the beginning of a delimiter`() throws {
    final class Counter: BodySink {
      var count = 0
      func write(_ bytes: UnsafeRawBufferPointer) { count += bytes.count }
      func finish() -> FormInput.File.Content { .data(Data()) }
      func discard() {}
    }
    let counter = Counter()
    let reader = try BodyReader(contentType: "multipart/form-data; boundary=b") { _ in counter }
    let head = "--b\r\nContent-Disposition: form-data; name=a; filename=x\r\n\r\n"
    try reader.receive(Array(head.utf8))
    let pieces = ["x", "\r\n", "\r\n--", "xyz\r", "\n-", String(repeating: "x\r", count: 5000)].map { Array($0.utf8) }
    var sent = 0
    for round in 0..<600 {
      let piece = pieces[round % pieces.count]
      try reader.receive(piece)
      sent += piece.count
      #expect(counter.count >= sent - "\r\n--b".utf8.count)
    }
    try reader.receive(Array("\r\n--b--".utf8))
    guard case .file(let file?)? = try reader.finish().first?.input else {
      Issue.record("there is no file")
      return
    }
    #expect(file.size == sent && counter.count == sent)
  }

  @Test func `the error of a sink ends the body`() throws {
    struct DiskFull: Error {}
    let body = BodyWriter.multipart([Part("a", file: "a.bin", [1, 2, 3])])
    let reader = try BodyReader(contentType: BodyWriter.multipart) { _ in throw DiskFull() }
    #expect(throws: DiskFull.self) { try reader.receive(body) }
    #expect(throws: DiskFull.self) { try reader.finish() }
  }

  // MARK: - Types and lengths

  @Test(
    arguments: [
      (nil, BodyError.Problem.unknownType), ("", .unknownType), ("text/plain", .unknownType), ("a b", .unknownType),
      ("multipart/mixed; boundary=b", .unknownType), ("application/json", .unknownType),
      ("application/x-www-form-urlencoded; charset=iso-8859-1", .charset), ("multipart/form-data", .boundary),
      ("multipart/form-data; boundary=", .unknownType), ("multipart/form-data; boundary=\"\"", .boundary),
      ("multipart/form-data; boundary=\"a \"", .boundary), ("multipart/form-data; boundary=\"a\u{e4}\"", .boundary),
    ] as [(String?, BodyError.Problem)])
  func `a type that is not one of a form is refused`(type: String?, problem: BodyError.Problem) {
    #expect(throws: BodyError(problem, offset: 0)) { try BodyReader(contentType: type) }
  }

  @Test func `a length that is too much is refused before the body arrives, and one that is not reached at its end`()
    throws
  {
    var limits = BodyLimits()
    limits[.bytes] = 100
    #expect(throws: BodyError(.tooMuch(.bytes, limit: 100), offset: 0)) {
      try BodyReader(contentType: BodyWriter.urlEncoded, length: 101, limits: limits)
    }
    let reader = try BodyReader(contentType: BodyWriter.urlEncoded, length: 10)
    try reader.receive(Array("a=1".utf8))
    #expect(throws: BodyError(.unfinished, offset: 3)) { try reader.finish() }
  }

  @Test func `a body that is there as a whole, and the query of an address`() throws {
    let parameters = try BodyParameters(Data("a=1&b=2".utf8), contentType: BodyWriter.urlEncoded)
    #expect(parameters["b"] == "2")
    #expect(try BodyParameters(query: "q=a+b").map(\.input) == ["a b"])
    #expect(try BodyParameters(query: nil).isEmpty)
    #expect(throws: BodyError.self) { try BodyParameters(query: "q=%") }
    #expect(
      BodyParameters([BodyParameters.Parameter("a", "1"), BodyParameters.Parameter("a", "2")])["a"] == nil, "which one?"
    )
  }
}
