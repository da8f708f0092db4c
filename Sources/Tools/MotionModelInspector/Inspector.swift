import Foundation
public import MotionModel
import MotionModelLoopback
public import MotionModelTransactions

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
/// - ``init(_:options:models:)``
/// - ``init(_:options:)``
/// - ``start()``
/// - ``address``
/// - ``cancel()``
/// ### Branches
/// - ``show(_:as:)``
public final class Inspector: Sendable {
  private let subject: any Subject
  private let options: InspectorOptions
  private let server: Locked<Server?>

  private struct Server: Sendable {
    let listener: Listener
    let token: String
    let log: CommitLogBuffer?
    let sampler: Sampler?
    let finders: SlowFinders?
  }

  private let branches = ShownBranches()
  /// How many connections are served at a time.
  private static let places = 32

  /// Creates an inspector of a store.
  ///
  /// - Parameters:
  ///   - store: The store. A snapshot, and the store of a branch, can be inspected too.
  ///   - options: What is shown and allowed.
  ///   - models: Models that are shown even while the store has had no records of them. Others appear with their first
  ///     record.
  public init(_ store: Store, options: InspectorOptions = InspectorOptions(), models: [any Model.Type] = []) {
    subject = StoreSubject(store, title: options.title, models: models)
    (self.options, server) = (options, Locked(nil))
  }

  /// Creates an inspector of the content of a file, whose models need no types. It shows the content and changes
  /// nothing.
  ///
  /// A file does not say which columns refer to other models: that is guessed from their names, as `AlbumId` refers to
  /// `Album`.
  public init(_ document: StoreDocument, options: InspectorOptions = InspectorOptions()) {
    subject = DocumentSubject(document, title: options.title)
    (self.options, server) = (options, Locked(nil))
  }

  deinit { cancel() }

  /// Begins to serve, on threads of its own. An inspector that serves already continues.
  ///
  /// - Returns: The inspector itself, to be kept.
  /// - Throws: ``InspectorError/cannotListen(port:)``.
  @discardableResult
  public func start() throws(InspectorError) -> Inspector {
    guard let port = UInt16(exactly: options.port) else { throw .cannotListen(port: options.port) }
    try server.withLock { server throws(InspectorError) in
      if server == nil { server = try serve(port) }
    }
    return self
  }

  private func serve(_ port: UInt16) throws(InspectorError) -> Server {
    guard let listener = try? Listener(port: port, places: Self.places) else {
      throw .cannotListen(port: options.port)
    }
    let token = RequestAuthorization.newToken()
    let log = subject.store.map { CommitLogBuffer($0) }
    var pages = InspectorPages(subject: subject, log: log, options: options, base: "/\(token)")
    pages.branches = branches
    pages.finders = subject.store.flatMap { store in options.slowFinders.map { SlowFinders(in: store, limit: $0) } }
    if let log {
      pages.sampler = Sampler()
      pages.sampler?.start(subject, log)
    }
    let router = Router(
      pages: pages, authorization: RequestAuthorization(token: token, port: listener.port), listener: listener)
    listener.serve(router.serve)
    return Server(listener: listener, token: token, log: log, sampler: pages.sampler, finders: pages.finders)
  }

  /// Shows a branch of the store, with what was changed in it, as long as the program has it.
  ///
  /// - Parameters:
  ///   - branch: The branch. The inspector does not keep it.
  ///   - name: Its name in pages. An earlier branch of the name is shown no more.
  public func show(_ branch: Branch, as name: String) { branches.add(branch, as: name) }

  /// The address of the first page, with the token; nil unless the inspector serves.
  public var address: String? {
    server.withLock { $0.map { "http://127.0.0.1:\($0.listener.port)/\($0.token)/" } }
  }

  /// Ends all connections, and releases the store. The address is not used again.
  public func cancel() {
    let server = server.withLock { server in
      defer { server = nil }
      return server
    }
    server?.listener.end()
    server?.log?.end()
    server?.sampler?.end()
    server?.finders?.log.cancel()
  }
}
