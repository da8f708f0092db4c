import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import MotionModelREST

/// What a client reports of long transfers.
@Suite(.timeLimit(.patient)) struct TransferProgressTests {
  private final class Reports: Sendable {
    private let state = Locked<[TransferProgress]>([])
    var all: [TransferProgress] { state.withLock { $0 } }
    @Sendable func note(_ progress: TransferProgress) { state.withLock { $0.append(progress) } }
  }

  private static let transports: [any RESTTransport] = [URLSessionTransport(), URLSessionTransport(.ephemeral)]
  private static let names = String(repeating: "x", count: 1_000_000)

  @Test(arguments: [0, 1]) func `bytes that are sent and received grow up to the whole`(_ number: Int) async throws {
    let answer = #"{"id": 1, "company": "\#(Self.names)"}"#
    let server = try LoopbackServer { _ in Reply(200, answer) }
    defer { server.stop() }
    let reports = Reports()
    let client = server.client(transport: Self.transports[number]).reporting(reports.note)
    try await client.update(Train(id: 1, company: Self.names))
    let (all, sent, received) = (reports.all, server.requests[0].body.count, answer.utf8.count)
    let last = try #require(all.last)
    #expect(last.bytesSent == sent && last.bytesToSend == sent)
    #expect(last.bytesReceived == received && last.bytesToReceive == received)
    #expect(all.count > 10 && all.allSatisfy { $0.bytesToSend == sent })
    #expect(
      zip(all, all.dropFirst()).allSatisfy { $0.bytesSent <= $1.bytesSent && $0.bytesReceived <= $1.bytesReceived })
    #expect(all.contains { (1..<received).contains($0.bytesReceived) })
    // `URLSession` may say only at the end what it has sent.
    #expect(number == 1 || all.contains { (1..<sent).contains($0.bytesSent) })
  }

  @Test func `a body without a length has no total`() async throws {
    let server = try LoopbackServer { _ in Reply(raw: "HTTP/1.1 200 OK\r\n\r\n[]") }
    defer { server.stop() }
    let reports = Reports()
    try await server.client().reporting(reports.note).list(Train.self)
    #expect(reports.all.last?.bytesReceived == 2 && reports.all.allSatisfy { $0.bytesToReceive == nil })
  }

  @Test func `each request of a call is reported: those of redirects, and those that a middleware sends again`()
    async throws
  {
    let server = try LoopbackServer { request in
      switch (request.target, request.headers["authorization"]) {
      case (_, "Bearer old"): Reply(401, "no")
      case ("/trains", _): Reply(307, "there", headers: ["Location": "/moved"])
      default: Reply(200, "[]      ")
      }
    }
    defer { server.stop() }
    let (reports, other) = (Reports(), Reports())
    let client = server.client(middleware: [BearerToken("old") { _ in "new" }])
    let reporting = client.reporting(reports.note)
    try await reporting.list(Train.self)
    #expect(reports.all.filter { $0.bytesReceived == $0.bytesToReceive }.map(\.bytesReceived) == [2, 5, 8])
    let count = reports.all.count
    try await client.list(Train.self)
    try await onThread { _ = try client.reporting(other.note).blocking { try await $0.list(Train.self) } }
    #expect(reports.all.count == count && other.all.last?.bytesReceived == 8)
  }

  @Test func `a transfer that is cancelled ends, and reports no more`() async throws {
    let server = try LoopbackServer { _ in Reply(raw: "HTTP/1.1 200 OK\r\n\r\n[ ").endless }
    defer { server.stop() }
    let reports = Reports()
    weak let held = try await cancelDuringFirstReport(server, reports)
    // What reads the response holds the handler of the reports until it ends.
    try await wait { held == nil }
    #expect(held == nil && reports.all.count == 1)
  }

  /// Cancels a transfer while the handler has its first report, and returns an object that only the handler holds.
  private func cancelDuringFirstReport(_ server: LoopbackServer, _ reports: Reports) async throws -> DispatchSemaphore {
    let cancelled = DispatchSemaphore(value: 0)
    let client = server.client { $0.bodySize = .max }.reporting { progress in
      reports.note(progress)
      if reports.all.count == 1 { _ = cancelled.isSignalled() }
    }
    let call = Task { try await client.list(Train.self) }
    try await wait { !reports.all.isEmpty }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    cancelled.signal()
    return cancelled
  }

  @Test func `a transport that says nothing in between reports the end`() async throws {
    let (client, _, _) = RESTClient.scripted([.patch("/api/trains/1", json: #"{"id": 1}"#)])
    let reports = Reports()
    try await client.reporting(reports.note).update(Train(id: 1, company: "A"))
    #expect(reports.all.map { [$0.bytesSent, $0.bytesReceived] } == [[reports.all[0].bytesToSend, 9]])
  }
}
