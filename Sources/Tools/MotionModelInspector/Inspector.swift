import Foundation
public import MotionModel
import MotionModelLoopback

/// Shows a running store in a browser of the same machine, or the content of a file.
///
/// ```swift
/// let inspector = try Inspector(store).start()
/// print(inspector.address)   // http://127.0.0.1:51234/4s0ilb2rf0n71gf8shrpqqkhj4/
/// ```
///
/// The address has a random token, and everyone who knows it sees all records. Other machines cannot reach it. Pages
/// read snapshots, so they block no writer. Commits are put on a log of limited length, which is all that a writer
/// does for the inspector, however slow a browser is.
///
/// An inspector serves until ``cancel()``, or until it is released.
///
/// ## Topics
/// ### Starting
/// - ``init(_:title:models:allowsEditing:slowFinders:port:)``
/// - ``init(_:title:port:)``
/// - ``start()``
/// - ``address``
/// - ``cancel()``
public final class Inspector: Sendable {
  private let subject: any Subject
  private let allowsEditing: Bool
  private let slowFinders: Duration?
  private let port: Int
  private let server: Locked<Router?>

  /// How many connections are served at a time.
  private static let places = 32

  /// Creates an inspector of a store.
  ///
  /// - Parameters:
  ///   - store: The store. A snapshot, and the store of a branch, can be inspected too.
  ///   - title: The name in headings.
  ///   - models: Models that are shown even while the store has had no records of them. Others appear with their first
  ///     record.
  ///   - allowsEditing: Whether pages may change the store. An inspector only reads, unless this is true.
  ///   - slowFinders: Finders that take longer are listed, and all finders are logged for advice on indexes, as long as
  ///     the inspector serves; nil if finders are not logged.
  ///   - port: The port at the loopback address; 0 for any that is free.
  public init(
    _ store: Store, title: String = "Store", models: [any Model.Type] = [], allowsEditing: Bool = false,
    slowFinders: Duration? = nil, port: Int = 0
  ) {
    subject = StoreSubject(store, title: title, models: models)
    (self.allowsEditing, self.slowFinders, self.port, server) = (allowsEditing, slowFinders, port, Locked(nil))
  }

  /// Creates an inspector of the content of a file, whose models need no types. It shows the content and changes
  /// nothing.
  ///
  /// A file does not say which columns refer to other models: that is guessed from their names, as `AlbumId` refers to
  /// `Album`.
  ///
  /// - Parameters:
  ///   - document: The content.
  ///   - title: The name in headings.
  ///   - port: The port at the loopback address; 0 for any that is free.
  public init(_ document: StoreDocument, title: String = "Store", port: Int = 0) {
    subject = DocumentSubject(document, title: title)
    (allowsEditing, slowFinders, self.port, server) = (false, nil, port, Locked(nil))
  }

  deinit { cancel() }

  /// Begins to serve, on threads of its own. An inspector that serves already continues.
  ///
  /// - Returns: The inspector itself, to be kept.
  /// - Throws: ``InspectorError/cannotListen(port:)``.
  @discardableResult
  public func start() throws(InspectorError) -> Inspector {
    guard let port = UInt16(exactly: self.port) else { throw .cannotListen(port: self.port) }
    try server.withLock { server throws(InspectorError) in
      if server == nil { server = try serve(port) }
    }
    return self
  }

  private func serve(_ port: UInt16) throws(InspectorError) -> Router {
    guard let listener = try? Listener(port: port, places: Self.places) else {
      throw .cannotListen(port: self.port)
    }
    let token = RequestAuthorization.newToken()
    let log = subject.store.map { CommitLogBuffer($0) }
    var pages = InspectorPages(subject: subject, log: log, allowsEditing: allowsEditing, base: "/\(token)")
    pages.finders = subject.store.flatMap { store in slowFinders.map { SlowFinders(in: store, limit: $0) } }
    log?.keepTrimming()
    let router = Router(
      pages: pages, authorization: RequestAuthorization(token: token, port: listener.port), listener: listener)
    listener.serve(router.serve)
    return router
  }

  /// The address of the first page, with the token; nil unless the inspector serves.
  public var address: String? {
    server.withLock { $0.map { "http://127.0.0.1:\($0.listener.port)\($0.pages.base)/" } }
  }

  /// Ends all connections, and releases the store. The address is not used again.
  public func cancel() {
    let server = server.withLock { server in
      defer { server = nil }
      return server
    }
    server?.listener.end()
    server?.pages.log?.end()
    server?.pages.finders?.log.cancel()
  }
}
