import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

/// Two clients and a server make random edits, lose each other, and come back.
struct TwoClientsTests {
  @Test(arguments: 0..<180)
  func `in the end all agree, and no accepted edit is lost without a report`(_ run: Int) async throws {
    try await check(
      run,
      TwoClients(
        TestSeed.generator(run), policy: RemoteConflict.Policy.allCases[run % 3], honoursKeys: run % 2 == 0,
        lastID: run < 90 ? 100 : 0))
  }

  @Test(arguments: 0..<90)
  func `so it is with several requests at a time`(_ run: Int) async throws {
    try await check(
      run,
      TwoClients(
        TestSeed.generator(run), policy: RemoteConflict.Policy.allCases[run % 3], honoursKeys: run % 2 == 0, lastID: 0,
        atATime: 6))
  }

  private func check(_ run: Int, _ world: TwoClients) async throws {
    for _ in 0..<(run % 10 == 0 ? 200 : 60) { try await world.step() }
    try await world.comeBack()
    let seed: Comment = "run \(run), seed \(TestSeed.current)"
    #expect(world.clients.map(\.hasEdits) == [false, false], seed)
    #expect(world.clients.map(\.records) == [world.serverRecords, world.serverRecords], seed)
    #expect(world.losses == [], seed)
  }
}
