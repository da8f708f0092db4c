import Foundation
import MotionModel

/// The next request in a walk through pages.
enum PageStep: Sendable {
  /// The list, with parameters of the page.
  case query([RESTQuery.Item])
  /// An address that a response has.
  case link(URL, isElsewhere: Bool)
  case end
}

/// How far a walk through pages has come.
struct PageProgress: Sendable {
  /// How many pages have arrived.
  var pages = 0
  /// How many records they had.
  var records = 0
  /// How many records the list has, as the latest response says.
  var total: Int?
}

extension RESTPaging {
  /// The parameters of the page behind those that have arrived; none if a response says what comes next.
  func items(after progress: PageProgress) -> [RESTQuery.Item] {
    guard case .counted(let first, let item, _, _) = kind else { return [] }
    return [(item, .int(Int64(first.map { $0 + progress.pages } ?? progress.records)))]
  }

  /// Returns how many records a list has, if it is to be known.
  func total(_ page: PageResponse) throws -> Int? {
    guard case .counted(_, _, _, .total(let place)) = kind else { return nil }
    return try page.count(in: place)
  }

  /// Returns what comes behind a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - count: How many records it has.
  ///   - progress: How far the walk has come, with this page.
  func step(after page: PageResponse, count: Int, _ progress: PageProgress) throws -> PageStep {
    switch kind {
    case .link(let relation): return try page.step(to: LinkHeader.target(relation, in: page.response.headers))
    case .linkIn(let place): return try page.step(to: page.text(in: place, "a link", takesNumbers: false))
    case .cursor(let place, let item):
      let cursor = try page.text(in: place, "a cursor", takesNumbers: true)
      return cursor.map { .query([(item, .string($0))]) } ?? .end
    case .counted(_, _, let size, let end):
      let isLast = page.isLast(end, count: count, size: size, progress)
      return isLast ? .end : .query(items(after: progress))
    }
  }
}

/// What a page says besides its records.
struct PageResponse {
  let body: AttributeValue
  let response: RESTResponse
  /// The request that was answered, after redirects.
  let request: RESTRequest
  /// Where the client's credentials may go.
  let origin: Origin?
  let allowsPlainHTTP: Bool
  /// Whether the page itself came from a link that leads elsewhere.
  let isElsewhere: Bool

  fileprivate func isLast(_ end: RESTPaging.End, count: Int, size: Int, _ progress: PageProgress) -> Bool {
    // Whatever a server says, behind an empty page there is nothing.
    if count == 0 { return true }
    switch end {
    case .emptyPage: return false
    case .shortPage: return count < size
    case .total: return progress.total.map { progress.records >= $0 } ?? false
    case .noNextLink: return LinkHeader.target("next", in: response.headers) == nil
    }
  }

  // MARK: - Links

  /// Returns the step to an address, by the rules of redirects: not from TLS to plain HTTP, and without credentials to
  /// another origin, nor back from there.
  fileprivate func step(to target: String?) throws -> PageStep {
    guard let target else { return .end }
    do throws(RESTError.Redirect) {
      let next = try Redirect.target(target, of: request, allowsPlainHTTP: allowsPlainHTTP)
      return .link(next.url, isElsewhere: isElsewhere || Origin(request.url) != origin || next.origin != origin)
    } catch {
      throw RESTError(.nextPage(error))
    }
  }

  // MARK: - Values

  /// Returns a string that a response may have; nil for none, null and an empty one.
  fileprivate func text(in place: RESTPaging.Place, _ expected: String, takesNumbers: Bool) throws -> String? {
    switch place {
    case .header(let name): return response.headers[name].flatMap { $0.isEmpty ? nil : $0 }
    case .member(let path):
      switch try value(at: path) {
      case nil, .null?: return nil
      case .string(let text)?: return text.isEmpty ? nil : text
      case .int(let number)? where takesNumbers: return String(number)
      case let other?: throw unexpected(path, expected, other.kind)
      }
    }
  }

  /// Returns a number that a response has to have.
  fileprivate func count(in place: RESTPaging.Place) throws -> Int {
    switch place {
    case .header(let name):
      let text = response.headers[name]?.filter { $0 != " " }
      guard let count = text.flatMap({ Int($0) }), count >= 0 else { throw RESTError(.missingTotal(place: name)) }
      return count
    case .member(let path):
      guard case .int(let number)? = try value(at: path), number >= 0, let count = Int(exactly: number) else {
        throw RESTError(.missingTotal(place: path))
      }
      return count
    }
  }

  /// Returns the member at a path; nil if the object that should have it does not. The object has to be there.
  private func value(at path: String) throws -> AttributeValue? {
    var (value, keys) = (body, path.split(separator: ".").map(String.init)[...])
    var place = "the body"
    while let key = keys.popFirst() {
      guard case .dictionary(let members) = value else { throw unexpected(place, "an object", value.kind) }
      place = place == "the body" ? key : "\(place).\(key)"
      guard let member = members[key] else {
        if keys.isEmpty { return nil }
        throw unexpected(place, "an object", "nothing")
      }
      value = member
    }
    return value
  }

  private func unexpected(_ path: String, _ expected: String, _ found: String) -> RESTError {
    RESTError(.unexpected(path: path, CastError(expected: expected, found: found)))
  }
}
