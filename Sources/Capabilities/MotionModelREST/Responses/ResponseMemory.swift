import Foundation
import MotionModel

/// The responses that a client remembers: the mark by which the server recognises each, and what it left in the store.
///
/// The least recently used responses are forgotten, so that neither the responses nor their records exceed the limits.
final class ResponseMemory: Sendable {
  private let limits: RESTLimits
  private let state = Locked(State())

  /// A response that the server need not send again.
  struct Entry: Sendable {
    let conditions: RESTHeaders
    let evidence: ResponseFingerprint
    /// The ids of the requested records, in the order of the response.
    let ids: any Sendable
  }

  fileprivate struct State {
    var entries: [String: (entry: Entry, use: Int)] = [:]
    var records = 0
    /// How many uses there were.
    var now = 0
  }

  init(_ limits: RESTLimits) { self.limits = limits }

  var isOff: Bool { limits.rememberedResponses < 1 }
  /// How many responses are remembered.
  var count: Int { state.withLock { $0.entries.count } }
  /// How many records they have.
  var recordCount: Int { state.withLock { $0.records } }

  static func key<Record: Model>(_ request: RESTRequest, _ model: Record.Type) -> String {
    "\(Record.schema.modelName) \(request.url.absoluteString)"
  }

  subscript(key: String) -> Entry? { state.withLock { $0.use(key) } }

  func forget(_ key: String) { state.withLock { $0.remove(key) } }
  func forgetAll() { state.withLock { $0 = State() } }

  /// Remembers a response in place of an earlier one with its key, and forgets others if there are too many.
  func remember(_ entry: Entry, for key: String) {
    let count = entry.evidence.count
    state.withLock { state in
      state.remove(key)
      if isOff || count > limits.rememberedRecords { return }
      while state.entries.count >= limits.rememberedResponses || state.records + count > limits.rememberedRecords {
        state.removeOldest()
      }
      state.entries[key] = (entry, state.now)
      state.records += count
      _ = state.use(key)
    }
  }
}

extension ResponseMemory.State {
  fileprivate mutating func use(_ key: String) -> ResponseMemory.Entry? {
    guard let entry = entries[key]?.entry else { return nil }
    now += 1
    entries[key]?.use = now
    return entry
  }

  fileprivate mutating func remove(_ key: String) {
    if let removed = entries.removeValue(forKey: key) { records -= removed.entry.evidence.count }
  }

  fileprivate mutating func removeOldest() {
    if let oldest = entries.min(by: { $0.value.use < $1.value.use }) { remove(oldest.key) }
  }
}

extension RESTResponse {
  /// The headers of a conditional request, whose response is sent only if it has changed; nil if the server could not
  /// recognise this response.
  ///
  /// A time is a mark only if the response was made a second later: in the same second, the server may have changed it
  /// again.
  func conditions(for asked: RESTRequest) -> RESTHeaders? {
    let policy = headers["Cache-Control"]?.lowercased() ?? ""
    let isElsewhere = request.map { $0.url.encodedPath != asked.url.encodedPath || Origin($0.url) != Origin(asked.url) }
    if status != 200 || policy.contains("no-store") || headers["Vary"] == "*" || isElsewhere == true { return nil }
    var conditions = RESTHeaders()
    if let etag = headers["ETag"], !etag.isEmpty { conditions["If-None-Match"] = etag }
    if let text = headers["Last-Modified"], let changed = HTTPDate.read(text),
      let made = headers["Date"].flatMap(HTTPDate.read), made.timeIntervalSince(changed) >= 1
    {
      conditions["If-Modified-Since"] = text
    }
    return conditions.all.isEmpty ? nil : conditions
  }
}
