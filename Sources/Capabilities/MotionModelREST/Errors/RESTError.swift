public import MotionModel

/// Why a request was refused, or failed, or why its response was not stored. The store is as it was before.
///
/// ```swift
/// do {
///   try await client.get(Train.self, 1)
/// } catch let error as RESTError where error.status == 404 {
///   …
/// }
/// ```
///
/// Its description has no values of records, and nothing of the body. What the store itself refuses, such as a value
/// that is taken in a unique column, is thrown as a `StoreError`.
///
/// ## Topics
/// ### What happened
/// - ``reason``
/// - ``request``
/// - ``response``
/// - ``status``
/// ### What the server says
/// - ``fieldErrors``
/// - ``validationErrors(for:in:)``
/// ### What to do
/// - ``mayHaveArrived``
/// - ``isTemporary``
public struct RESTError: DescribedError, Hashable {
  /// Why.
  public let reason: Reason
  /// The request; nil if none could be made.
  public let request: RESTRequest?
  /// The response; nil if there is none.
  public let response: RESTResponse?

  init(_ reason: Reason, _ request: RESTRequest? = nil, _ response: RESTResponse? = nil) {
    (self.reason, self.request, self.response) = (reason, request, response)
  }

  /// The reasons.
  public enum Reason: Sendable, Hashable {
    /// The client's address, with the path of the resource, is not one of HTTP.
    case invalidAddress
    /// The address is one without TLS, which `RESTLimits(allowsPlainHTTP:)` would have to allow.
    case insecure
    /// A header has a name or a value that cannot be sent.
    case invalidHeader(name: String)
    /// The record has no address, because its id is not assigned or cannot be part of an address.
    case noID(model: String)
    /// The path of a model has a parameter for which neither the record nor the query has a value.
    case noPathParameter(model: String, name: String)
    /// A record that is stored under an id of this store cannot be created on the server, which gives another.
    case storedLocally(model: String)
    /// The edits of a model are not tracked.
    case untracked(model: String)
    /// The record was changed here and on the server; without columns, it was deleted on one side.
    case conflict(model: String, columns: [String])
    /// A parent of the record is not on the server yet.
    case parentUnsent(model: String, parent: String)
    /// A request for the record is under way.
    case underWay(model: String)
    /// An earlier request may have been done, and doing it again could do it twice.
    case outcomeUnknown(model: String)
    /// A value cannot be sent.
    case unsendable(model: String, column: String, CastError)

    /// There is no whole response.
    case failure(RESTFailure)
    /// The response redirects to where the client does not go.
    case redirect(Redirect)
    /// The server says that the request was not done.
    case status

    /// The body is not JSON.
    case notJSON(CastError)
    /// The body is empty, and a record was expected.
    case noBody(model: String)
    /// A value of the body has another type than it needs.
    case unexpected(path: String, CastError)
    /// An object lacks the member around the record or the list.
    case missingRoot(key: String)
    /// A record has no id.
    case missingID(path: String)
    /// The response has another record than the requested one.
    case otherRecord(path: String)
    /// Records are embedded deeper than the limit.
    case tooDeep(path: String)

    /// The address of the next page is one to which the client does not go.
    case nextPage(Redirect)
    /// A page came before: the list has no end.
    case repeatedPage
    /// The list has more pages than the limit.
    case tooManyPages
    /// The response does not say how many records the list has, in the header or at the path of the body that was
    /// named.
    case missingTotal(place: String)
    /// The list is not all there is, so that nothing can be deleted: it is a part of a longer one, or it changed while
    /// its pages were read.
    case notWhole(model: String)
  }

  /// The status of the response, if there is one.
  public var status: Int? { response?.status }

  /// Whether the server may have carried out the request in spite of this error.
  public var mayHaveArrived: Bool {
    switch reason {
    case .failure(let failure): failure.mayHaveArrived
    case .notJSON, .noBody, .unexpected, .missingRoot, .missingID, .otherRecord, .tooDeep: true
    case .status: status.map { $0 >= 500 || $0 == 408 } ?? false
    case .invalidAddress, .insecure, .invalidHeader, .noID, .noPathParameter, .storedLocally, .untracked, .conflict,
      .parentUnsent, .underWay, .outcomeUnknown, .unsendable, .redirect, .nextPage, .repeatedPage, .tooManyPages,
      .missingTotal, .notWhole:
      false
    }
  }

  /// Whether the same request may succeed later: there was no response, or its status is 408, 425, 429, or at least
  /// 500, except 501 and 505.
  public var isTemporary: Bool {
    switch reason {
    case .failure(let failure): [.cannotConnect, .connectionLost, .timedOut].contains(failure)
    case .status: status.map { [408, 425, 429].contains($0) || $0 >= 500 && $0 != 501 && $0 != 505 } ?? false
    default: false
    }
  }
}
