import Foundation
import MotionModelForms
import MotionModelFormsHTML
import MotionModelTestSupport

/// Writes bodies of requests as browsers and programs do, without anything of the code that reads them.
struct BodyWriter {
  struct Part {
    var headers: [String]
    var content: [UInt8]

    init(_ headers: [String], _ content: [UInt8]) { (self.headers, self.content) = (headers, content) }

    init(_ name: String, _ text: String) {
      self.init(["Content-Disposition: form-data; name=\"\(BodyWriter.quoted(name))\""], Array(text.utf8))
    }

    init(_ name: String, file: String, type: String? = "application/octet-stream", _ content: [UInt8]) {
      var headers = [
        "Content-Disposition: form-data; name=\"\(BodyWriter.quoted(name))\"; filename=\"\(BodyWriter.quoted(file))\""
      ]
      if let type { headers.append("Content-Type: \(type)") }
      self.init(headers, content)
    }
  }

  static let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
  static let multipart = "multipart/form-data; boundary=\(boundary)"
  static let urlEncoded = "application/x-www-form-urlencoded"

  static func multipart(_ parts: [Part], boundary: String = boundary) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += Array("--\(boundary)\r\n".utf8)
      for header in part.headers { bytes += Array("\(header)\r\n".utf8) }
      bytes += Array("\r\n".utf8) + part.content + Array("\r\n".utf8)
    }
    return bytes + Array("--\(boundary)--\r\n".utf8)
  }

  static func urlEncoded(_ pairs: [(String, String)]) -> [UInt8] {
    Array(pairs.map { "\(percent($0))=\(percent($1))" }.joined(separator: "&").utf8)
  }

  private static func percent(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._*".utf8.contains(byte)
      if isPlain { return String(decoding: [byte], as: UTF8.self) }
      return byte == 0x20 ? "+" : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  static func quoted(_ text: String) -> String {
    var quoted = ""
    // NB: A carriage return and a line feed are one character.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      case "\"": quoted += "%22"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }
}

/// What a body has, or why it cannot be read.
func read(
  _ body: [UInt8], _ type: String, limits: BodyLimits = BodyLimits(), pieces: (Int) -> Int = { _ in .max },
  files: @escaping (BodyReader.Part) throws -> (any BodySink)? = { _ in nil }
) -> Result<BodyParameters, BodyError> {
  do {
    let reader = try BodyReader(contentType: type, limits: limits, files: files)
    var rest = body[...]
    while !rest.isEmpty {
      let piece = rest.prefix(max(1, pieces(rest.count)))
      try reader.receive(piece)
      rest = rest.dropFirst(piece.count)
    }
    return .success(try reader.finish())
  } catch let error as BodyError {
    return .failure(error)
  } catch {
    fatalError("\(error)")
  }
}

func read(_ body: String, _ type: String, limits: BodyLimits = BodyLimits()) -> Result<BodyParameters, BodyError> {
  read(Array(body.utf8), type, limits: limits)
}

extension Result<BodyParameters, BodyError> {
  /// The parameters as `name=text`; files with their bytes.
  var lines: [String] {
    switch self {
    case .failure(let error): ["\(error.problem)"]
    case .success(let parameters):
      parameters.map { parameter in
        let problem = parameter.error.map { " (\($0.problem))" } ?? ""
        return "\(parameter.name)=\(parameter.input.written)\(problem)"
      }
    }
  }

  /// Why the body cannot be read; nil if it can.
  var problem: BodyError.Problem? { if case .failure(let error) = self { error.problem } else { nil } }
}

extension FormInput {
  fileprivate var written: String {
    guard case .file(let file?) = self else { return text }
    guard case .data(let data)? = file.content else { return file.name }
    return "\(file.name)|\(file.type ?? "")|\(String(decoding: data, as: UTF8.self))"
  }
}
