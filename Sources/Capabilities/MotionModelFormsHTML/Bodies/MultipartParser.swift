/// Reads `multipart/form-data`, as RFC 7578 has it and browsers send it.
///
/// It keeps the headers of one part and the text of one field, and passes the bytes of files on. Nothing is read twice:
/// the delimiter begins with a line end and has no other one, so a false beginning of it never has to be searched
/// again.
struct MultipartParser: BodyParser {
  private let delimiter: [UInt8]
  private let files: (BodyReader.Part) throws -> (any BodySink)?
  private var state = State.preamble
  /// How many bytes of the delimiter were read.
  private var matched = 2
  /// How many of these were not sent: the body, and the content behind the headers, begin as if behind a line end.
  private var imagined = 2
  private var preambleBytes = 0
  private var headerBytes = 0
  private var line: [UInt8] = []
  private var headers = PartHeaders()
  private var part: Part?
  private var (partCount, fileCount) = (0, 0)
  /// The sinks of all files so far.
  private var sinks: [any BodySink] = []

  private enum State {
    case preamble
    /// Behind a boundary.
    case tail(Tail)
    case headers
    case content
    /// Behind the last boundary: what follows means nothing.
    case epilogue
  }

  private enum Tail { case start, hyphen, padding, lineEnd }

  /// The part whose content is read.
  private struct Part {
    let name: BodyName
    let start: Int
    var text: [UInt8] = []
    var hasOtherCharset = false
    /// The file, if the part is one.
    var file: BodyReader.Part?
    var sink: (any BodySink)?
    var size = 0
  }

  init(_ boundary: [UInt8], _ files: @escaping (BodyReader.Part) throws -> (any BodySink)?) {
    delimiter = Array("\r\n--".utf8) + boundary
    self.files = files
  }

  mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into collector: inout BodyCollector
  ) throws {
    var index = 0
    while index < bytes.count {
      switch state {
      case .preamble, .content: try search(bytes, &index, at: offset, &collector)
      case .tail(let tail):
        try readTail(tail, bytes[index], at: offset + index, collector)
        index += 1
      case .headers:
        try readHeader(bytes[index], at: offset + index, &collector)
        index += 1
      case .epilogue: return
      }
    }
  }

  mutating func end(at offset: Int, into collector: inout BodyCollector) throws {
    guard case .epilogue = state else { throw error(.unfinished, at: offset) }
  }

  func discard() { for sink in sinks { sink.discard() } }

  /// Returns an error in the part that is read.
  private func error(_ problem: BodyError.Problem, at offset: Int) -> BodyError {
    BodyError(problem, offset: offset, part: partNumber, field: part?.name.text)
  }

  private var partNumber: Int? { partCount == 0 ? nil : partCount }

  // MARK: - Content

  /// Reads content up to the next delimiter, or to the end of the bytes.
  private mutating func search(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, at offset: Int, _ collector: inout BodyCollector
  ) throws {
    while index < bytes.count {
      if matched == 0 {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "\r")) ?? bytes.count
        try take(UnsafeBufferPointer(rebasing: bytes[index..<end]), at: offset + index, &collector)
        if end < bytes.count { matched = 1 }
        index = min(end + 1, bytes.count)
      } else if bytes[index] == delimiter[matched] {
        (matched, index) = (matched + 1, index + 1)
        if matched == delimiter.count { return try endContent(at: offset + index, &collector) }
      } else {
        try takeFalseDelimiter(at: offset + index, &collector)
      }
    }
  }

  /// Takes what began as a delimiter and went on differently.
  private mutating func takeFalseDelimiter(at offset: Int, _ collector: inout BodyCollector) throws {
    let range = imagined..<matched
    (matched, imagined) = (0, 0)
    try delimiter.withUnsafeBufferPointer { bytes in
      try take(UnsafeBufferPointer(rebasing: bytes[range]), at: offset - range.count, &collector)
    }
  }

  /// Takes bytes of the content, or before the first part.
  private mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, _ collector: inout BodyCollector
  ) throws {
    if bytes.isEmpty { return }
    guard part != nil else {
      let room = collector.limits[.preambleBytes] - preambleBytes
      preambleBytes += bytes.count
      if bytes.count > room { throw collector.tooMuch(.preambleBytes, at: offset + room) }
      return
    }
    if part?.file != nil { return try takeFile(bytes, at: offset, &collector) }
    try collector.keep(bytes.count, at: offset, used: part?.text.count, part: partCount, field: part?.name.text)
    part?.text.append(contentsOf: bytes)
  }

  private mutating func takeFile(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, _ collector: inout BodyCollector
  ) throws {
    guard let file = part?.file else { return }
    let room = collector.limits[.fileBytes] - (part?.size ?? 0)
    if bytes.count > room {
      throw collector.tooMuch(.fileBytes, at: offset + room, part: partCount, field: file.field)
    }
    part?.size += bytes.count
    if part?.sink == nil { try open(file) }
    try part?.sink?.write(UnsafeRawBufferPointer(bytes))
  }

  private mutating func open(_ file: BodyReader.Part) throws {
    let sink = try files(file) ?? MemorySink()
    sinks.append(sink)
    part?.sink = sink
  }

  /// Ends the part at a delimiter.
  private mutating func endContent(at offset: Int, _ collector: inout BodyCollector) throws {
    (matched, imagined, state, headerBytes) = (0, 0, .tail(.start), 0)
    guard let part else { return }
    // A field for files in which none was chosen comes without a name and without content: it was not answered.
    if let file = part.file, !file.name.isEmpty || part.size > 0 {
      if part.sink == nil { try open(file) }
      let content = try self.part?.sink?.finish()
      let value = FormInput.File(name: file.name, type: file.type, size: part.size, content: content)
      collector.add(part.name, .file(value))
    } else if part.file == nil {
      try collector.add(
        part.name, part.text, hasOtherCharset: part.hasOtherCharset, at: part.start, part: partCount)
    }
    self.part = nil
  }

  // MARK: - Between parts

  /// Reads what follows a boundary: two hyphens at the end of the body, or the end of the line.
  private mutating func readTail(
    _ tail: Tail, _ byte: UInt8, at offset: Int, _ collector: BodyCollector
  ) throws(BodyError) {
    switch (tail, byte) {
    case (.start, UInt8(ascii: "-")): state = .tail(.hyphen)
    case (.hyphen, UInt8(ascii: "-")): state = .epilogue
    case (.start, _) where byte.isBlank, (.padding, _) where byte.isBlank:
      state = .tail(.padding)
      try countHeader(at: offset, collector)
    case (.start, UInt8(ascii: "\r")), (.padding, UInt8(ascii: "\r")): state = .tail(.lineEnd)
    case (.lineEnd, UInt8(ascii: "\n")):
      (state, headers) = (.headers, PartHeaders())
      partCount += 1
      if partCount > collector.limits[.parts] { throw collector.tooMuch(.parts, at: offset) }
    default: throw error(.delimiter, at: offset)
    }
  }

  private mutating func countHeader(at offset: Int, _ collector: BodyCollector) throws(BodyError) {
    headerBytes += 1
    if headerBytes > collector.limits[.headerBytes] {
      throw collector.tooMuch(.headerBytes, at: offset, part: partNumber)
    }
  }

  private mutating func readHeader(_ byte: UInt8, at offset: Int, _ collector: inout BodyCollector) throws {
    try countHeader(at: offset, collector)
    guard byte == UInt8(ascii: "\n") else { return line.append(byte) }
    if line.popLast() != UInt8(ascii: "\r") { throw error(.header, at: offset) }
    if line.isEmpty { return try beginContent(at: offset, &collector) }
    do throws(BodyError.Problem) { try headers.read(line) } catch { throw self.error(error, at: offset) }
    line.removeAll(keepingCapacity: true)
  }

  private mutating func beginContent(at offset: Int, _ collector: inout BodyCollector) throws(BodyError) {
    try collector.begin(at: offset, part: partCount)
    let (name, fileName): ([UInt8], String?)
    do throws(BodyError.Problem) { (name, fileName) = (try headers.name(), try headers.fileName()) } catch {
      throw self.error(error, at: offset)
    }
    let start = offset + 1
    var part = Part(name: BodyName(name, limits: collector.limits, at: start, part: partCount), start: start)
    try collector.keep(part.name.text.utf8.count, at: offset, part: partCount)
    part.hasOtherCharset = headers.hasOtherCharset
    if let fileName {
      fileCount += 1
      if fileCount > collector.limits[.files] { throw collector.tooMuch(.files, at: offset, part: partCount) }
      part.file = BodyReader.Part(field: part.name.text, name: fileName, type: headers.claimedType, number: partCount)
    }
    (self.part, state, matched, imagined) = (part, .content, 2, 2)
  }
}
