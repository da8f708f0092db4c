import Foundation
import MotionModelStorage
import MotionModelStorageTestSupport
import Testing

struct FileReplacementTests {
  private let files = DiskFiles()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func replace(_ name: String, with pieces: [UInt8]...) throws {
    var replacement = try FileReplacement(of: folder(name), in: files)
    for piece in pieces { try replacement.write(piece) }
    try replacement.commit()
  }

  @Test func `pieces become the content of a file`() throws {
    try replace("a", with: [1, 2], [], [3])
    #expect(folder.content("a") == [1, 2, 3])
    let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 1000) }
    try replace("a", with: [7], large, [8])
    #expect(folder.content("a") == [7] + large + [8])
    try replace("a")
    #expect(folder.content("a") == [])
    #expect(try folder.names() == ["a"])
  }

  @Test func `the old content is there until the commit, and after an error`() throws {
    try replace("a", with: [1])
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      var replacement = try FileReplacement(of: folder("a"), in: files)
      try replacement.write([2])
      #expect(folder.content("a") == [1])
      throw Stop()
    }
    #expect(folder.content("a") == [1])
    #expect(try folder.names() == ["a"])
  }

  @Test func `permissions stay, and new files have the usual ones`() throws {
    try replace("a", with: [1])
    try folder.put([], "b")
    #expect(try files.status(of: folder("a"))?.permissions == files.status(of: folder("b"))?.permissions)
    try files.open(folder("a"), .writing).setPermissions(0o640)
    try replace("a", with: [2])
    #expect(try files.status(of: folder("a"))?.permissions == 0o640)
  }

  @Test func `a link stays, and its file is replaced`() throws {
    try FileManager.default.createDirectory(atPath: folder("sub"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: folder("second"), withDestinationPath: "sub/a")
    try FileManager.default.createSymbolicLink(atPath: folder("first"), withDestinationPath: folder("second"))
    try replace("first", with: [1])
    try replace("first", with: [2])
    #expect(folder.content("sub/a") == [2])
    #expect(try files.linkTarget(of: folder("first")) == folder("second"))
    #expect(try folder.names() == ["first", "second", "sub"])
  }

  @Test func `links in a circle are an error`() throws {
    try FileManager.default.createSymbolicLink(atPath: folder("a"), withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: folder("b"), withDestinationPath: "a")
    #expect(throws: DiskError(.open, folder("a"), .other(code: ELOOP))) { try replace("a", with: [1]) }
  }

  @Test func `leftovers of a file are removed, and nothing else`() throws {
    try replace("a", with: [1])
    let others = [
      ".a.0123456789abcdeg.saving", ".a.0123456789abcdef0.saving", ".b.0123456789abcdef.saving", "a.saving",
      ".a.0123456789abcdef.savin", ".a.b.0123456789abcdef.saving",
    ]
    for name in others + [".a.0123456789abcdef.saving"] { try folder.put([], name) }
    #expect(try files.removeLeftovers(of: folder("a")) == [".a.0123456789abcdef.saving"])
    #expect(try folder.names() == (others + ["a"]).sorted())
  }

  @Test func `what a crash leaves is found, for names of any length`() throws {
    for name in ["a", String(repeating: "ä", count: 120), String(repeating: "n", count: 255)] {
      try replace(name, with: [1])
      var plan = DiskPlan()
      plan.stopsBefore = 4
      let disk = SimulatedDisk(plan)
      #expect(throws: DiskError.self) {
        var replacement = try FileReplacement(of: "d/" + name, in: disk)
        try replacement.write([2])
        try replacement.commit()
      }
      let next = disk.afterProcessEnd()
      #expect(next.allNames(in: "d").map { $0.utf8.count <= 255 } == [true])
      #expect(try next.removeLeftovers(of: "d/" + name).count == 1)
      #expect(next.allNames(in: "d") == [])
    }
  }

  @Test func `nobody else can read the new content of a file that only its user may read`() throws {
    let disk = SimulatedDisk(.failing(3, .notPermitted))
    disk.put([1], at: "d/a", permissions: 0o600)
    // The calls: the status, the temporary file, its permissions, the content.
    #expect(throws: DiskError.self) {
      var replacement = try FileReplacement(of: "d/a", in: disk)
      try replacement.write([2])
      try replacement.commit()
    }
    #expect(disk.log.map(\.kind) == [.measure, .open, .setPermissions, .write, .remove])
    #expect(disk.createdPermissions == [0o600])
  }

  @Test func `after a failed write the commit fails too`() throws {
    let disk = SimulatedDisk(.failing(2, .diskFull))
    let error = #expect(throws: DiskError.self) {
      var replacement = try FileReplacement(of: "d/a", in: disk)
      try? replacement.write([UInt8](repeating: 1, count: 1 << 19))
      try replacement.write([1])
      try replacement.commit()
    }
    #expect(error?.reason == .diskFull)
    #expect(disk.allNames(in: "d") == [])
  }

  @Test func `only the last step leaves the new content behind an error`() throws {
    let disk = SimulatedDisk(.failing(6, .other(code: 5)))
    #expect(throws: DiskError(.flushFolder, "d", .other(code: 5))) {
      var replacement = try FileReplacement(of: "d/a", in: disk)
      try replacement.write([1])
      try replacement.commit()
    }
    #expect(disk.content(of: "d/a") == [1])
  }

  @Test func `a folder that may be written and not opened is refused before the file is replaced`() throws {
    let disk = SimulatedDisk(.failing(5, .notPermitted))
    disk.put([1], at: "d/a")
    #expect(throws: DiskError(.flushFolder, "d", .notPermitted)) {
      var replacement = try FileReplacement(of: "d/a", in: disk)
      try replacement.write([2])
      try replacement.commit()
    }
    #expect(disk.content(of: "d/a") == [1])
    #expect(disk.allNames(in: "d") == ["a"])
  }

  /// As in the sandbox of Apple's systems, for a file that the user has picked.
  @Test func `where no file may be created beside it, a file is replaced from the system's folder for that`() throws {
    for hasFolder in [true, false] {
      var plan = DiskPlan()
      plan.closedFolder = "d"
      plan.replacementFolder = hasFolder ? "system" : nil
      let disk = SimulatedDisk(plan)
      disk.put([1], at: "d/a", permissions: 0o600)
      let replace = {
        var replacement = try FileReplacement(of: "d/a", in: disk)
        try replacement.write([2])
        try replacement.commit()
      }
      if hasFolder {
        try replace()
      } else {
        let error = #expect(throws: DiskError.self) { try replace() }
        #expect(error?.reason == .notPermitted)
      }
      #expect(disk.content(of: "d/a") == (hasFolder ? [2] : [1]))
      #expect(disk.allNames(in: "d") + disk.allNames(in: "system") == ["a"])
    }
  }

  @Test func `a folder, a device or a pipe is not replaced`() throws {
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    for path in [folder.path, folder("pipe"), "/dev/null"] {
      let error = DiskError(.replace, path, .notAFile)
      #expect(throws: error) { _ = try FileReplacement(of: path, in: files) }
      #expect(
        error.description == "The file \(path) cannot be replaced, because it is a folder, a device or a pipe.")
    }
  }

  @Test func `a failed replacement leaves no file behind`() throws {
    for (number, call) in [DiskCall.Kind.open, .setPermissions, .write, .flush, .rename].enumerated() {
      let probe = SimulatedDisk()
      probe.put([1], at: "d/a")
      let attempt = { (disk: SimulatedDisk) in
        var replacement = try FileReplacement(of: "d/a", in: disk)
        try replacement.write([2])
        try replacement.commit()
      }
      try attempt(probe)
      let failing = try #require(probe.log.firstIndex { $0.kind == call })
      let disk = SimulatedDisk(.failing(failing, .diskFull))
      disk.put([1], at: "d/a")
      #expect(throws: DiskError.self, "\(number)") { try attempt(disk) }
      #expect(disk.allNames(in: "d") == ["a"])
      #expect(disk.content(of: "d/a") == [1])
    }
  }
}
