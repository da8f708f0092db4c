import Foundation
public import MotionModel

/// The rules by which a client follows redirects. It follows them itself, because Foundation traps in some releases,
/// and because this is the place where credentials are left behind.
enum Redirect {
  /// Returns the request that a response redirects to; nil if it does not redirect.
  ///
  /// - Throws: ``RESTError/Reason`` if the redirect is refused.
  static func next(
    after request: RESTRequest, _ response: RESTResponse, allowsPlainHTTP: Bool
  ) throws(RESTError.Redirect) -> RESTRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
    guard let location = response.headers["Location"] else { throw .noLocation }
    let (url, origin) = try target(location, of: request, allowsPlainHTTP: allowsPlainHTTP)
    var next = RESTRequest(request.method, url, headers: request.headers, body: request.body)
    if request.method != .get {
      switch response.status {
      case 303: (next.method, next.body) = (.get, nil)
      case 301, 302: throw .ambiguous
      default: break
      }
    }
    if origin != Origin(request.url) {
      if next.body != nil { throw .bodyElsewhere }
      next.headers = carried(next.headers)
    }
    return next
  }

  /// Returns the address that a response to a request leads to, and its origin.
  static func target(
    _ location: String, of request: RESTRequest, allowsPlainHTTP: Bool
  ) throws(RESTError.Redirect) -> (url: URL, origin: Origin) {
    guard let url = URL(string: location, relativeTo: request.url)?.absoluteURL, let origin = Origin(url) else {
      throw .badLocation
    }
    if !origin.isSecure && !(allowsPlainHTTP && Origin(request.url)?.isSecure == false) { throw .insecure }
    return (url, origin)
  }

  /// Returns a request for another origin, without what may be a credential.
  static func elsewhere(_ request: RESTRequest) -> RESTRequest {
    RESTRequest(request.method, request.url, headers: carried(request.headers))
  }

  /// The headers that may go to another origin: what cannot be a credential. A list of those that can would never be
  /// complete.
  private static func carried(_ headers: RESTHeaders) -> RESTHeaders {
    var carried: RESTHeaders = [:]
    for header in headers.all where harmless.contains(header.name.lowercased()) {
      carried.add(header.name, header.value)
    }
    return carried
  }

  private static let harmless: Set = ["accept", "accept-language", "user-agent", "if-none-match", "if-modified-since"]
}

extension RESTError {
  /// Why a redirect is not followed.
  public enum Redirect: String, DescribedError, Hashable, CaseIterable {
    /// The response does not say where to.
    case noLocation
    /// The address is none of HTTP.
    case badLocation
    /// It leads from TLS to an address without.
    case insecure
    /// A 301 or 302 does not say whether a request other than `GET` is to be sent again as it is.
    case ambiguous
    /// A body would be sent to another host, scheme or port than the one that it is meant for.
    case bodyElsewhere
    /// There were more redirects than the limit.
    case tooMany

    /// Why the redirect is not followed, as a sentence.
    public var description: String { "The redirect is not followed: \(sentence)." }

    var sentence: String {
      switch self {
      case .noLocation: "the response does not say where to"
      case .badLocation: "the address is not one of HTTP"
      case .insecure: "it leads to an address without TLS"
      case .ambiguous: "such a redirect does not say whether the request is to be sent again as it is"
      case .bodyElsewhere: "the body would be sent to another origin"
      case .tooMany: "there were too many"
      }
    }
  }
}

/// The scheme, host and port of an address: those who share them share credentials.
struct Origin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  /// The origin of an address; nil if it is not one of HTTP.
  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http" else { return nil }
    guard let host = url.host()?.lowercased(), !host.isEmpty else { return nil }
    (self.scheme, self.host, port) = (scheme, host, url.port ?? (scheme == "https" ? 443 : 80))
  }

  var isSecure: Bool { scheme == "https" }
}
