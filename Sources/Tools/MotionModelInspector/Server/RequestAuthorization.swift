import MotionModelLoopback

/// Decides which requests are answered at all.
///
/// Every page in a browser of this machine, and every process on it, can reach the server, so a request proves nothing
/// about its origin:
///
/// - The token at the start of each path is known only to those who saw the address.
/// - A page of another site whose name is made to lead to this machine (DNS rebinding) has that name as `Host`.
/// - A page of another site that sends a request has its own `Origin`, and `Sec-Fetch-Site` says that it crosses sites.
struct RequestAuthorization: Sendable {
  let token: String
  let port: UInt16

  /// Returns why a request is refused; nil if it is answered.
  func refusal(of request: Request) -> Reply? {
    guard let host = request.headers["host"], hosts.contains(host) else {
      return .refusal(421, "The inspector is asked for by another name than its own.")
    }
    if let origin = request.headers["origin"], origin != "http://\(host)" {
      return .refusal(403, "Pages of other sites cannot use the inspector.")
    }
    // `none` is an address that a person typed or opened from outside of the browser. A link on another site may be
    // followed: its author knows the token.
    let isFollowed = request.method == "GET" && request.headers["sec-fetch-mode"] == "navigate"
    if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none", !isFollowed {
      return .refusal(403, "Pages of other sites cannot use the inspector.")
    }
    guard let given = request.path.first, isToken(given) else {
      return .refusal(403, "The address lacks the inspector's token: open the one that the program printed.")
    }
    switch request.method {
    case "GET", "HEAD": return nil
    case "POST":
      // A browser sends an origin with each form. Without one, nothing shows that the form is on a page of the
      // inspector.
      return request.headers["origin"] == nil
        ? .refusal(403, "A change has to come from a page of the inspector.") : nil
    default: return .refusal(405, "The inspector answers GET, HEAD and POST.")
    }
  }

  private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

  /// Compares all bytes, so that the time says nothing about the first ones.
  private func isToken(_ given: String) -> Bool {
    let (given, token) = (Array(given.utf8), Array(token.utf8))
    if given.count != token.count { return false }
    return zip(given, token).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns a token of 128 random bits.
  static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("0123456789abcdefghijklmnopqrstuv")
    return String((0..<26).map { _ in letters[Int(generator.next() % 32)] })
  }
}
