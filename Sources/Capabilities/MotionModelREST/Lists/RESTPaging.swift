import MotionModel

/// How a server divides a list into pages: what a request says of the page, and what a response says of the next one.
///
/// ```swift
/// client.pages(of: Train.self)                                        // Link: <…>; rel="next"
/// client.pages(of: Train.self, by: .number(size: 50))                 // ?page=1&per_page=50
/// client.pages(of: Train.self, by: .offset(size: 50))                 // ?offset=0&limit=50
/// client.pages(of: Train.self, by: .cursor(.member("meta.next_cursor")))
/// ```
///
/// ## Topics
/// ### By links
/// - ``link(_:size:sizeItem:)``
/// - ``link(in:size:sizeItem:)``
/// ### By cursors
/// - ``cursor(_:item:size:sizeItem:)``
/// ### By numbers
/// - ``number(size:from:item:sizeItem:end:)``
/// - ``offset(size:item:sizeItem:end:)``
public struct RESTPaging: Sendable {
  let kind: Kind
  /// The parameter that says how many records a page has; nil if it is left to the server.
  let size: RESTQuery.Item?

  enum Kind: Sendable {
    case link(relation: String)
    case linkIn(Place)
    case cursor(Place, item: String)
    /// Pages with numbers from the first one on, or with the number of records before them if that is nil.
    case counted(from: Int?, item: String, size: Int, End)
  }

  /// Where a response says something of a list.
  public enum Place: Sendable, Hashable {
    /// A header: `.header("X-Next-Cursor")`.
    case header(String)
    /// A member of the body, which is an object then: `.member("meta.next_cursor")`.
    case member(String)
  }

  /// How the last page is known, if pages have numbers or offsets.
  public enum End: Sendable, Hashable {
    /// The page behind the last one has no records. It costs one request more, and is right with every server.
    case emptyPage
    /// The last page has fewer records than were requested. A server that never sends that many seems to have one page
    /// only.
    case shortPage
    /// The response says how many records the list has: `.total(.header("X-Total-Count"))`.
    case total(Place)
    /// The last page has no link with the relation `next` in the header `Link`.
    case noNextLink
  }

  // MARK: - Links

  /// Pages that the header `Link` leads to, as RFC 8288 has it.
  ///
  /// - Parameters:
  ///   - relation: The relation of the link to the next page.
  ///   - size: How many records the first request asks for; nil to leave it to the server.
  ///   - sizeItem: The parameter of the size.
  public static func link(
    _ relation: String = "next", size: Int? = nil, sizeItem: String = "per_page"
  ) -> RESTPaging {
    RESTPaging(.link(relation: relation), size, sizeItem)
  }

  /// Pages that an address leads to, which the response has elsewhere: `.link(in: .member("links.next"))`. The list
  /// ends where there is none.
  ///
  /// - Parameters:
  ///   - place: Where the response has the address of the next page.
  ///   - size: How many records the first request asks for; nil to leave it to the server.
  ///   - sizeItem: The parameter of the size.
  public static func link(in place: Place, size: Int? = nil, sizeItem: String = "per_page") -> RESTPaging {
    RESTPaging(.linkIn(place), size, sizeItem)
  }

  // MARK: - Cursors

  /// Pages that begin behind a cursor, which the response before them has. The list ends where there is none.
  ///
  /// - Parameters:
  ///   - place: Where a response has the cursor of the next page.
  ///   - item: The parameter that has the cursor.
  ///   - size: How many records to request; nil to leave it to the server.
  ///   - sizeItem: The parameter of the size.
  public static func cursor(
    _ place: Place, item: String = "cursor", size: Int? = nil, sizeItem: String = "limit"
  ) -> RESTPaging {
    RESTPaging(.cursor(place, item: item), size, sizeItem)
  }

  // MARK: - Numbers

  /// Pages with numbers.
  ///
  /// - Parameters:
  ///   - size: How many records to request.
  ///   - first: The number of the first page.
  ///   - item: The parameter that has the number.
  ///   - sizeItem: The parameter of the size.
  ///   - end: How the last page is known.
  public static func number(
    size: Int = 100, from first: Int = 1, item: String = "page", sizeItem: String = "per_page", end: End = .emptyPage
  ) -> RESTPaging {
    RESTPaging(.counted(from: first, item: item, size: size, end), size, sizeItem)
  }

  /// Pages that begin behind a number of records: as many as have arrived.
  ///
  /// - Parameters:
  ///   - size: How many records to request.
  ///   - item: The parameter that has the number of records before the page.
  ///   - sizeItem: The parameter of the size.
  ///   - end: How the last page is known.
  public static func offset(
    size: Int = 100, item: String = "offset", sizeItem: String = "limit", end: End = .emptyPage
  ) -> RESTPaging {
    RESTPaging(.counted(from: nil, item: item, size: size, end), size, sizeItem)
  }

  private init(_ kind: Kind, _ size: Int?, _ sizeItem: String) {
    if let size, size < 1 { fatalError("A page of \(size) records cannot be asked for: pass 1 or more.") }
    self.kind = kind
    self.size = size.map { (sizeItem, .int(Int64($0))) }
  }
}
