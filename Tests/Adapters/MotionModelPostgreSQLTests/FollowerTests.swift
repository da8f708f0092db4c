#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelJournal
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelTestSupport
  import MotionModelValues
  import Testing

  private struct Artist: Model, Equatable {
    var id = 0
    var name = ""

    static let schema = Schema<Artist> { Column(\.name, .unique) }
  }

  private struct Album: Model, Equatable {
    var id = 0
    var title = ""
    var notes: String?
    var tenant = 0
    var price: Double?
    var cover: Data?
    var artistID: Int?

    static let schema = Schema<Album> {
      Column(\.title)
      Column(\.notes)
      Column(\.tenant)
      Column(\.price)
      Column(\.cover)
      Column(\.artistID)
    }
    struct Relations { let artist = BelongsTo<Artist>(\.artistID) }
    static let relations = Relations()
  }

  /// Stores in memory that follow a server.
  @Suite(.server) final class FollowerTests {
    private let server: PostgreSQLServer
    private let connection: PostgreSQLConnection
    private let store = Store()

    init() throws {
      server = try TestServer.database()
      connection = try PostgreSQLConnection(server, PostgreSQLLimits())
    }

    private var albums: ModelTable<Album> { store.table(Album.self) }

    private func follower(_ models: [FollowedModel] = [FollowedModel(Artist.self), FollowedModel(Album.self)]) throws
      -> DatabaseFollower
    {
      try DatabaseFollower(of: server, in: store, models: models)
    }

    private func insert(_ id: Int64, _ title: String, tenant: Int64 = 0) throws {
      try connection.run(
        """
        INSERT INTO \(name: "Album") (\(names: ["id", "title", "tenant"])) VALUES \
        (\(bind: [.integer(id), .text(title), .integer(tenant)]))
        """)
    }

    @Test func `a store is filled, and sees what others commit`() throws {
      let follower = try follower()
      try insert(1, "Blue")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(albums.all == [Album(id: 1, title: "Blue")])
      try connection.run("UPDATE \(name: "Album") SET title = 'Hejira', price = 9.5, cover = '\\x00ff'")
      try insert(2, "Court")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(
        albums.all == [
          Album(id: 1, title: "Hejira", price: 9.5, cover: Data([0, 255])), Album(id: 2, title: "Court"),
        ])
      // The id changes, and then all goes.
      try connection.run("UPDATE \(name: "Album") SET id = 7 WHERE id = 1")
      try connection.run("DELETE FROM \(name: "Album") WHERE id = 2")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(albums.all.map(\.id) == [7])
      try connection.run("TRUNCATE \(name: "Album")")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(albums.all.isEmpty)
      #expect(follower.status.fillCount == 1)
      #expect(follower.status.phase == .following)
      #expect(follower.status.lag == 0)
    }

    @Test func `what the database has committed is taken in, whatever rules it breaks`() throws {
      let store = Store()
      func follower() throws -> DatabaseFollower {
        try DatabaseFollower(of: server, in: store, models: FollowedRules.models)
      }
      let first = try follower()
      for statement in FollowedRules.statements { try connection.run(statement) }
      try first.waitUntilCaughtUp(to: try first.latestCommit())
      #expect(FollowedRules.records(of: store) == FollowedRules.expected)
      // What is written here is judged.
      #expect(throws: (any Error).self) {
        try first.write { _ = try store.table(FollowedRules.Slot.self).create { $0.room = 1 } }
      }
      first.cancel()
      #expect(first.status.lag == nil)
      #expect(throws: FollowerError.stopped(reason: "it was stopped.")) {
        try first.write { _ = try store.table(FollowedRules.Owner.self).create() }
      }
      #expect(try connection.run("SELECT id FROM \(name: "Owner")").count == 0)
      let second = try follower()
      #expect(second.status.phase == .following && FollowedRules.records(of: store) == FollowedRules.expected)
      second.cancel()
    }

    @Test func `rows that are there already fill the store`() throws {
      let first = try follower()
      try insert(1, "Blue")
      first.cancel()
      #expect(first.status.phase == .stopped)
      let second = try follower()
      #expect(albums.all == [Album(id: 1, title: "Blue")])
      second.cancel()
      let slots = try connection.run("SELECT 1 FROM pg_replication_slots WHERE database = current_database()")
      #expect(slots.count == 0)
      #expect(try connection.run("SELECT 1 FROM pg_publication").count == 0)
    }

    @Test func `a transaction of the server is one changeset, also of values that two records exchange`() throws {
      let follower = try follower()
      let seen = Locked<[[Int]]>([])
      let observation = store.observeCommits { changeset in
        seen.withLock {
          $0.append([changeset.changes(of: Artist.self).count, changeset.changes(of: Album.self).count])
        }
      }
      try connection.transaction {
        try connection.run("INSERT INTO \(name: "Artist") (id, name) VALUES (1, 'Joni'), (2, 'Leonard')")
        try connection.run(
          "INSERT INTO \(name: "Album") (id, title, tenant, \(name: "artistID")) VALUES (1, 'Blue', 0, 1)")
      }
      try connection.transaction {
        for (id, name) in [(1, "x"), (2, "Joni"), (1, "Leonard")] {
          try connection.run(
            "UPDATE \(name: "Artist") SET name = \(bind: .text(name)) WHERE id = \(bind: .integer(Int64(id)))")
        }
      }
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(seen.withLock { $0 } == [[2, 1], [2, 0]])
      #expect(store.table(Artist.self).all.map(\.name) == ["Leonard", "Joni"])
      observation.cancel()
    }

    @Test func `writes go to the server, and are read when they return`() throws {
      let follower = try follower()
      let album = try follower.write { try albums.create { $0.title = "Blue" } }
      #expect(albums.find(album.id) == album)
      #expect(try connection.run("SELECT title FROM \(name: "Album")").text(0, 0) == "Blue")
      // A refused write changes nothing anywhere.
      struct Refused: Error {}
      #expect(throws: Refused.self) {
        try follower.write {
          try albums.create { $0.title = "x" }
          throw Refused()
        }
      }
      #expect(albums.all == [album])
    }

    @Test func `tasks write without blocking their thread`() async throws {
      let (follower, table) = (try follower(), albums)
      let album = try await follower.write { try table.create { $0.title = "Court" } }
      #expect(table.all == [album])
      #expect(try await follower.write { 7 } == 7)
    }

    @Test func `the store refuses writes that the server would not have`() throws {
      let follower = try follower()
      #expect(throws: FollowerError.directWrite(models: ["Album"])) { try albums.create { $0.title = "Blue" } }
      #expect(throws: FollowerError.storeInUse(reason: "Album follows a database already")) {
        try DatabaseFollower(of: server, in: store, models: [FollowedModel(Album.self)])
      }
      follower.cancel()
      try albums.create { $0.title = "Blue" }
      #expect(throws: FollowerError.self) { try follower.waitUntilCaughtUp(to: FollowedCommit(position: .max)) }
    }

    @Test func `a record that stops meeting the condition leaves the store`() throws {
      let follower = try follower([FollowedModel(Album.self, where: \.tenant == 7)])
      try insert(1, "Blue", tenant: 7)
      try insert(2, "Court", tenant: 8)
      try connection.run("UPDATE \(name: "Album") SET notes = repeat('long ', 20000)")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(albums.all.map(\.id) == [1])
      // The long value is not sent again.
      try connection.run("UPDATE \(name: "Album") SET tenant = 15 - tenant")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(albums.all.map(\.id) == [2])
      #expect(albums.find(2)?.notes?.utf8.count == 100_000)
    }

    @Test func `values of every type come back, by the log and by a filling`() throws {
      let follower = try follower([FollowedModel(AllTypes.self)])
      let expected = try writeEveryType(to: store) { try follower.write($0) }
      #expect(store.table(AllTypes.self).all.map(exactText) == expected)
      let second = Store()
      let other = try DatabaseFollower(of: server, in: second, models: [FollowedModel(AllTypes.self)])
      #expect(second.table(AllTypes.self).all.map(exactText) == expected)
      other.cancel()
      follower.cancel()
    }

    @Test func `a store with a journal has the records before it follows again`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "albums.motionmodel")
      let models = [FollowedModel(Album.self)]
      do {
        let kept = try Store(file: file, models: [Album.self])
        let follower = try DatabaseFollower(of: server, in: kept, models: models)
        for id in 1...3 { try insert(Int64(id), "Album \(id)") }
        try follower.waitUntilCaughtUp(to: try follower.latestCommit())
        follower.cancel()
      }
      try insert(4, "Late")
      try connection.run("DELETE FROM \(name: "Album") WHERE id = 1")
      let kept = try Store(file: file, models: [Album.self])
      #expect(kept.table(Album.self).all.map(\.id) == [1, 2, 3])
      let seen = Locked<[Int]>([])
      let observation = kept.observeCommits { changeset in seen.withLock { $0.append(changeset.count) } }
      let follower = try DatabaseFollower(of: server, in: kept, models: models)
      #expect(kept.table(Album.self).all.map(\.id) == [2, 3, 4])
      // Only the difference is a commit.
      #expect(seen.withLock { $0 } == [2])
      observation.cancel()
      follower.cancel()
      #expect(try StoreDocument(ofStore: file)["Album"]?.rows.count == 3)
    }

    @Test func `a large value that is not sent again stays`() throws {
      let follower = try follower()
      try insert(1, "Blue")
      // What does not compress is kept outside of the row.
      try connection.run(
        """
        UPDATE \(name: "Album") SET notes = (SELECT string_agg(md5(CAST(n AS text)), '') FROM generate_series(1, 3000) AS n)
        """)
      try connection.run("UPDATE \(name: "Album") SET title = 'Hejira'")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      let album = try #require(albums.find(1))
      #expect(album.title == "Hejira")
      #expect(album.notes?.utf8.count == 96_000)
    }

    @Test func `what the store cannot take ends the following, with the reason`() async throws {
      let follower = try follower()
      try connection.run("ALTER TABLE \(name: "Album") ALTER COLUMN title DROP NOT NULL")
      try connection.run("INSERT INTO \(name: "Album") (id, tenant) VALUES (1, 0)")
      let commit = try follower.latestCommit()
      await #expect(throws: FollowerError.self) { try await follower.caughtUp(to: commit) }
      guard case .failed(.unexpected(let reason)) = follower.status.phase else {
        Issue.record("\(follower.status)")
        return
      }
      #expect(reason.contains("\"title\""))
    }

    @Test func `a task that is cancelled does not wait any longer`() async throws {
      let follower = try follower()
      let task = Task { try await follower.caughtUp(to: FollowedCommit(position: .max)) }
      try await Task.sleep(for: .milliseconds(20))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a slot that is lost is made again, and the difference is one changeset`() throws {
      let follower = try follower()
      try insert(1, "Blue")
      try insert(2, "Court")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      let seen = Locked<[Int]>([])
      let observation = store.observeCommits { changeset in seen.withLock { $0.append(changeset.count) } }
      // The connection ends, and the slot goes before there is a new one.
      try connection.run(
        """
        DO 'BEGIN FOR i IN 1..4000 LOOP BEGIN PERFORM pg_terminate_backend(active_pid) FROM pg_replication_slots \
        WHERE database = current_database(); PERFORM pg_drop_replication_slot(slot_name) FROM pg_replication_slots \
        WHERE database = current_database(); EXIT; EXCEPTION WHEN object_in_use THEN PERFORM pg_sleep(0.005); END; END LOOP; END'
        """)
      try connection.run("DELETE FROM \(name: "Album") WHERE id = 1")
      try insert(3, "Turbulent")
      wait { follower.status.fillCount == 2 }
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(albums.all.map(\.id) == [2, 3])
      #expect(seen.withLock { $0.reduce(0, +) } == 2)
      observation.cancel()
    }

    @Test func `slots of programs that have ended are dropped`() throws {
      try connection.run("SELECT pg_create_logical_replication_slot('motionmodel_follower_x', 'pgoutput')")
      let follower = try follower()
      wait {
        ((try? connection.run("SELECT 1 FROM pg_replication_slots WHERE active AND database = current_database()"))?
          .count ?? 0) == 1
      }
      #expect(try DatabaseFollower.dropAbandonedSlots(of: server) == 1)
      #expect(follower.status.phase == .following)
    }
  }
#endif
