import Foundation
import MotionModel

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The transport of programs, by Foundation's `URLSession`.
///
/// It follows no redirects and caches nothing: both are the client's. The requests of one transport share their
/// connections.
///
/// On Linux, Foundation ends the process ("Transfer completed, but there's no response"; Swift 6.3) if a server closes
/// the connection properly between its status and a header with the length. Requests without TLS are therefore carried
/// by sockets there, which know no proxies and make a connection for each request; a transport of a configuration of
/// your own uses `URLSession` for all. With TLS, nothing that this transport can do prevents it.
public final class URLSessionTransport: RESTTransport {
  private let session: URLSession
  private let transfers: Transfers
  /// Whether requests without TLS are carried by sockets.
  private let usesSockets: Bool

  /// Creates a transport that keeps no cookies, caches nothing, and leaves the time to the client.
  public convenience init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpShouldSetCookies = false
    configuration.timeoutIntervalForRequest = 24 * 3600
    #if canImport(FoundationNetworking)
      self.init(configuration, usesSockets: true)
    #else
      self.init(configuration, usesSockets: false)
    #endif
  }

  /// Creates a transport of a configuration of your own.
  public convenience init(_ configuration: URLSessionConfiguration) {
    self.init(configuration, usesSockets: false)
  }

  private init(_ configuration: URLSessionConfiguration, usesSockets: Bool) {
    self.usesSockets = usesSockets
    transfers = Transfers()
    session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
  }

  // NB: A session keeps its delegate, and itself, until it is invalidated.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends one request.
  public func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    if usesSockets && Origin(request.url)?.isSecure == false {
      return try await SocketTransport().send(request, bodyLimit: bodyLimit)
    }
    let task = session.dataTask(with: URLRequest(request))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        transfers.begin(task, Transfer(continuation, bodyLimit))
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}

extension URLRequest {
  fileprivate init(_ request: RESTRequest) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    httpBody = request.body
    for header in request.headers.all { addValue(header.value, forHTTPHeaderField: header.name) }
  }
}

/// One response on its way.
private struct Transfer {
  let continuation: CheckedContinuation<RESTResponse, any Error>
  let bodyLimit: Int
  var response: HTTPURLResponse?
  var body = Data()
  /// Why the client ended the transfer itself.
  var failure: RESTFailure?

  init(_ continuation: CheckedContinuation<RESTResponse, any Error>, _ bodyLimit: Int) {
    (self.continuation, self.bodyLimit) = (continuation, bodyLimit)
  }
}

/// The responses on their way, by the numbers of the session's tasks.
private final class Transfers: NSObject, URLSessionDataDelegate {
  private let transfers = Locked<[Int: Transfer]>([:])

  func begin(_ task: URLSessionTask, _ transfer: Transfer) { transfers.withLock { $0[task.taskIdentifier] = transfer } }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let isAccepted = transfers.withLock { transfers -> Bool in
      let limit = transfers[dataTask.taskIdentifier]?.bodyLimit ?? 0
      transfers[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse
      if response.expectedContentLength <= Int64(limit) { return true }
      transfers[dataTask.taskIdentifier]?.failure = .bodyTooLarge
      return false
    }
    completionHandler(isAccepted ? .allow : .cancel)
    // NB: On Linux, what the handler gets does not end the transfer.
    if !isAccepted { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = transfers.withLock { transfers -> Bool in
      guard var transfer = transfers.removeValue(forKey: dataTask.taskIdentifier) else { return false }
      defer { transfers[dataTask.taskIdentifier] = transfer }
      if transfer.failure != nil { return false }
      if data.count <= transfer.bodyLimit - transfer.body.count {
        transfer.body.append(data)
        return false
      }
      (transfer.failure, transfer.body) = (.bodyTooLarge, Data())
      return true
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // NB: On Linux, a challenge comes after the whole response, and without a credential it ends a task without
      // calling the delegate again. What the response says is the client's business.
      finish(task, nil)
    #endif
    completionHandler(.performDefaultHandling, nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    finish(task, error)
  }

  private func finish(_ task: URLSessionTask, _ error: (any Error)?) {
    guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    transfer.continuation.resume(with: transfer.result(error, task.response))
  }
}

extension Transfer {
  fileprivate func result(_ error: (any Error)?, _ last: URLResponse?) -> Result<RESTResponse, any Error> {
    if let failure { return .failure(failure) }
    if let error { return .failure(RESTFailure(error)) }
    guard let response = response ?? last as? HTTPURLResponse else { return .failure(RESTFailure.notHTTP) }
    var headers: RESTHeaders = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String { headers.add(name, "\(value)") }
    }
    return .success(RESTResponse(status: response.statusCode, headers: headers, body: body))
  }
}

extension RESTFailure {
  /// The failure that an error of Foundation means.
  fileprivate init(_ error: any Error) {
    switch (error as? URLError)?.code {
    case .cannotConnectToHost?, .cannotFindHost?, .dnsLookupFailed?, .notConnectedToInternet?: self = .cannotConnect
    case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
      .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?:
      self = .untrusted
    case .timedOut?: self = .timedOut
    case .badServerResponse?, .cannotParseResponse?: self = .notHTTP
    default: self = .connectionLost
    }
  }
}
