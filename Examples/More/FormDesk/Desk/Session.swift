import Foundation
import MotionModelLoopback

/// A browser, known by a cookie. Its forms carry the same random text, which a foreign page cannot read.
struct Session {
  /// The name of the field with the token. The underscore says that it is none of the form's.
  static let field = "_token"
  private static let cookie = "desk"

  let token: String
  let isNew: Bool

  init(_ request: Request) {
    let known = request.cookie(Self.cookie).flatMap { text in
      text.utf8.count == 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        ? text : nil
    }
    isNew = known == nil
    token = known ?? Self.random()
  }

  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = UInt8.random(in: 0...255, using: &generator)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// The header that gives the browser its cookie.
  var header: String { "Set-Cookie: \(Self.cookie)=\(token); Path=/; HttpOnly; SameSite=Strict" }
}

extension Request {
  /// Returns a cookie.
  fileprivate func cookie(_ name: String) -> String? {
    for pair in (headers["cookie"] ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2, parts[0] == name { return parts[1] }
    }
    return nil
  }
}
