package import MotionModelStorage
import MotionModelTestSupport

/// A disk in memory that knows what was flushed. It can fail any call, stop the process at any call, and lose power.
///
/// Each file and each folder is a list of versions: the first is on the disk, the others are in the system's memory.
/// A flush makes the last one the first. A loss of power chooses: see ``PowerLoss``.
///
/// All folders exist, and stay when they are removed. There are no links.
package final class SimulatedDisk: FileSystem, @unchecked Sendable {
  // One lock guards everything, also what the files hold.
  private let lock = Monitor(())
  private var folders: [String: Versions<[String: Node]>] = [:]
  /// The calls that were made, in order.
  private var calls: [DiskCall] = []
  private var isStopped = false
  private var created: [UInt16] = []
  private let plan: DiskPlan
  private var outage: Outage?
  private let onFlush: @Sendable (_ path: String) -> Void
  fileprivate let openFiles = Monitor(OpenFiles())

  fileprivate struct OpenFiles {
    var (now, most) = (0, 0)
  }

  /// - Parameters:
  ///   - plan: What goes wrong.
  ///   - onFlush: Runs in each flush of a file, after it began and before it is done, without any lock.
  package init(_ plan: DiskPlan = DiskPlan(), onFlush: @escaping @Sendable (_ path: String) -> Void = { _ in }) {
    (self.plan, self.onFlush) = (plan, onFlush)
  }

  /// Returns the calls that were made.
  package var log: [DiskCall] { lock.withLock { _ in calls } }

  /// Returns the permissions with which files were created.
  package var createdPermissions: [UInt16] { lock.withLock { _ in created } }

  /// Returns how many files were open at once, at most.
  package var mostOpenFiles: Int { openFiles.withLock { $0.most } }

  /// Counts the open files anew.
  package func forgetMostOpenFiles() { openFiles.withLock { $0.most = $0.now } }

  /// Returns whether the plan stopped the process.
  package var hasStopped: Bool { lock.withLock { _ in isStopped } }

  // MARK: - Outages

  private struct Outage {
    let kinds: Set<DiskCall.Kind>
    let reason: DiskError.Reason
    let isAffected: (String) -> Bool
  }

  /// Fails all calls of some kinds from now on.
  ///
  /// - Parameter isAffected: Whether calls fail that have to do with a path.
  package func fail(
    _ kinds: Set<DiskCall.Kind>, _ reason: DiskError.Reason = .diskFull,
    where isAffected: @escaping (_ path: String) -> Bool = { _ in true }
  ) {
    lock.withLock { _ in outage = Outage(kinds: kinds, reason: reason, isAffected: isAffected) }
  }

  /// Lets all calls succeed from now on.
  package func heal() { lock.withLock { _ in outage = nil } }

  // MARK: - The next process

  /// Returns the disk as the next process finds it after this one ended: nothing is lost, and nothing is flushed.
  package func afterProcessEnd(_ plan: DiskPlan = DiskPlan()) -> SimulatedDisk {
    lock.withLock { _ in
      let disk = SimulatedDisk(plan)
      var copies: [ObjectIdentifier: Node] = [:]  // a file may have several names, in several versions of a folder
      disk.folders = folders.mapValues { $0.map { $0.mapValues { $0.copy(&copies) } } }
      return disk
    }
  }

  /// Returns the disk as the next process finds it after a loss of power.
  package func afterPowerLoss(_ loss: PowerLoss, seed: UInt64, _ plan: DiskPlan = DiskPlan()) -> SimulatedDisk {
    lock.withLock { _ in
      var random = SplitMix64(seed: seed)
      let disk = SimulatedDisk(plan)
      var left: [ObjectIdentifier: Node] = [:]
      // In the order of names, so that a seed always chooses the same.
      for (path, folder) in folders.sorted(by: { $0.key < $1.key }) {
        var names: [String: Node] = [:]
        for (name, node) in loss.names(of: folder, using: &random).sorted(by: { $0.key < $1.key }) {
          names[name] = left[ObjectIdentifier(node)] ?? node.afterPowerLoss(loss, using: &random)
          left[ObjectIdentifier(node)] = names[name]
        }
        disk.folders[path] = Versions(names)
      }
      return disk
    }
  }

  // MARK: - Content

  /// Returns the content of a file, or nil if there is none.
  package func content(of path: String) -> [UInt8]? { lock.withLock { _ in node(path)?.content.last } }

  /// All that a process can find out about a disk, now and after a loss of power.
  package struct State: Hashable, Sendable {
    /// The versions of the names in each folder, with numbers for files.
    fileprivate var names: [String: [[String: Int]]] = [:]
    fileprivate var files: [File] = []

    fileprivate struct File: Hashable, Sendable {
      let content: [[UInt8]]
      let permissions: UInt16
      let isForgetful: Bool
      let dirty: [Int: Int]
    }
  }

  package var state: State {
    lock.withLock { _ in
      var state = State()
      var numbers: [ObjectIdentifier: Int] = [:]
      for (path, folder) in folders.sorted(by: { $0.key < $1.key }) {
        state.names[path] = folder.all.map { names in
          var numbered: [String: Int] = [:]
          for (name, node) in names.sorted(by: { $0.key < $1.key }) {
            if numbers[ObjectIdentifier(node)] == nil {
              numbers[ObjectIdentifier(node)] = state.files.count
              state.files.append(node.state)
            }
            numbered[name] = numbers[ObjectIdentifier(node)]
          }
          return numbered
        }
      }
      return state
    }
  }

  /// Puts a file on the disk, flushed, without a call.
  package func put(_ content: [UInt8], at path: String, permissions: UInt16 = 0o644) {
    lock.withLock { _ in
      let (folder, name) = split(path)
      var names = folders[folder]?.last ?? [:]
      names[name] = Node(content, permissions: permissions)
      folders[folder] = Versions(names)
    }
  }

  /// Changes the content of a file, flushed, as a process does that nobody watches. It is the same file.
  package func write(_ content: [UInt8], at path: String) {
    lock.withLock { _ in node(path)?.content = Versions(content) }
  }

  /// Returns the names of all files in a folder, in order.
  package func allNames(in folder: String) -> [String] {
    lock.withLock { _ in (folders[folder]?.last ?? [:]).keys.sorted() }
  }

  // MARK: - Calls

  package func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any OpenFile {
    let creates = mode != .reading && mode != .writing
    return try call(.open, path, changes: creates) { () throws(DiskError) -> any OpenFile in
      if let node = node(path) {
        if mode == .creating || mode == .creatingPrivate { throw DiskError(.open, path, .exists) }
        return SimulatedFile(path: path, node: node, disk: self)
      }
      if !creates { throw DiskError(.open, path, .missing) }
      if split(path).folder == plan.closedFolder { throw DiskError(.open, path, .notPermitted) }
      let node = Node([], permissions: mode == .creatingPrivate ? 0o600 : 0o644)
      created.append(node.permissions)
      changeNames(split(path).folder) { $0[split(path).name] = node }
      return SimulatedFile(path: path, node: node, disk: self)
    }
  }

  package func rename(_ path: String, to newPath: String) throws(DiskError) {
    try call(.rename, path) { () throws(DiskError) in
      guard let node = node(path) else { throw DiskError(.rename, path, .missing) }
      let (old, new) = (split(path), split(newPath))
      if old.folder != new.folder { changeNames(new.folder) { $0[new.name] = node } }
      changeNames(old.folder) {
        $0[old.name] = nil
        if old.folder == new.folder { $0[new.name] = node }
      }
    }
  }

  package func link(_ path: String, as newPath: String) throws(DiskError) {
    try call(.link, newPath) { () throws(DiskError) in
      guard let node = node(path) else { throw DiskError(.link, newPath, .missing) }
      if self.node(newPath) != nil { throw DiskError(.link, newPath, .exists) }
      changeNames(split(newPath).folder) { $0[split(newPath).name] = node }
    }
  }

  package func remove(_ path: String) throws(DiskError) {
    try call(.remove, path) { () throws(DiskError) in
      if path == plan.replacementFolder { return }
      if node(path) == nil { throw DiskError(.remove, path, .missing) }
      changeNames(split(path).folder) { $0[split(path).name] = nil }
    }
  }

  package func openFolder(_ path: String) throws(DiskError) -> any OpenFolder {
    try call(.openFolder, path) { () throws(DiskError) in
      if path == plan.closedFolder { throw DiskError(.flushFolder, path, .notPermitted) }
      return SimulatedFolder(path: path, disk: self)
    }
  }

  package func createReplacementFolder(for path: String) throws(DiskError) -> String? {
    try call(.createFolder, path) { () throws(DiskError) in plan.replacementFolder }
  }

  fileprivate func flushNames(in folder: String) throws(DiskError) {
    try call(.flushFolder, folder) { () throws(DiskError) in folders[folder]?.flush() }
  }

  package func names(in folder: String) throws(DiskError) -> [String] {
    try call(.list, folder) { () throws(DiskError) in Array((folders[folder]?.last ?? [:]).keys) }
  }

  package func status(of path: String) throws(DiskError) -> FileStatus? {
    try call(.measure, path, ignored: .some(nil)) { () throws(DiskError) in
      node(path).map { node in
        FileStatus(
          permissions: node.permissions, isRegular: true, version: FileVersion(node.serial, Int64(node.content.number)))
      }
    }
  }

  package func linkTarget(of path: String) throws(DiskError) -> String? { nil }

  // MARK: - Helpers

  private func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  private func node(_ path: String) -> Node? {
    let (folder, name) = split(path)
    return folders[folder]?.last[name]
  }

  fileprivate func leads(_ path: String, to node: Node) -> Bool {
    step(.place, path, ignored: true) { self.node(path) === node }
  }

  private func changeNames(_ folder: String, _ change: (inout [String: Node]) -> Void) {
    folders[folder, default: Versions([:])].change(change)
  }

  /// Makes a call as the plan says: it is counted, and may fail, do nothing, or be the last one of the process.
  ///
  /// - Parameters:
  ///   - node: The file; nil for what has to do with names.
  ///   - changes: Whether other processes may see what the call does; nil for what such calls do.
  ///   - asked: The lock that the call is to take.
  ///   - ignored: What the caller gets from a call that does nothing; nil if it must get a true answer.
  ///   - failing: What a call that fails does nevertheless.
  fileprivate func call<Value>(
    _ kind: DiskCall.Kind, _ path: String, of node: Node? = nil, changes: Bool? = nil, lock asked: DiskStep.Lock? = nil,
    ignored: @autoclosure () -> Value? = () as? Value, failing: () -> Void = {},
    _ body: () throws(DiskError) -> Value
  ) throws(DiskError) -> Value {
    let process = DiskProcess.current
    let step = DiskStep(kind, path, node, changes, asked)
    let turn = process?.turn(for: step)
    let result = lock.withLock { _ in
      Result { () throws(DiskError) in
        if isStopped { throw stopped(path) }
        let number = calls.count
        calls.append(DiskCall(kind: kind, path: path))
        if plan.stopsBefore == number {
          if kind == .write { failing() }
          isStopped = true
          throw stopped(path)
        }
        // A process that was ended lets go of its files, which must not warn of what it could not flush.
        if turn == .stop, kind == .flush, let nothing = () as? Value { return nothing }
        if turn == .stop { throw stopped(path) }
        if turn == .stopHalfway {
          failing()
          throw stopped(path)
        }
        if let failure = plan.failure, failure.call == number || (failure.forever && number > failure.call) {
          failing()
          throw DiskError(kind.operation, path, failure.reason)
        }
        if let outage, outage.kinds.contains(kind), outage.isAffected(path) {
          failing()
          throw DiskError(kind.operation, path, outage.reason)
        }
        defer { if plan.stopsAfter == number { isStopped = true } }
        if plan.ignored == number, let nothing = () as? Value { return nothing }
        if turn == .ignore, let nothing = ignored() { return nothing }
        return try body()
      }
    }
    process?.note(result, of: step)
    return try result.get()
  }

  /// Does what is no call, but is seen by other processes, or depends on them.
  fileprivate func step<Value>(
    _ kind: DiskCall.Kind, _ path: String, _ node: Node? = nil, ignored: Value, _ body: () -> Value
  ) -> Value {
    let process = DiskProcess.current
    let step = DiskStep(kind, path, node)
    let turn = process?.turn(for: step)
    let result = lock.withLock { _ in turn == .ignore ? ignored : body() }
    process?.note(Result<Value, DiskError>.success(result), of: step)
    return result
  }

  /// The content of files that have no name any more.
  func contentWithoutNames(of nodes: [SimulatedFile.Node]) -> [[UInt8]] {
    lock.withLock { _ in
      let named = Set(folders.values.flatMap { $0.last.values.map { ObjectIdentifier($0) } })
      return nodes.filter { !named.contains(ObjectIdentifier($0)) }.map(\.content.last)
    }
  }

  /// Whether a process that asks for a lock would not get it now.
  func refusesLock(to step: DiskStep) -> Bool {
    guard let node = step.node, let asked = step.lock else { return false }
    return lock.withLock { _ in node.refuses(asked) }
  }

  fileprivate func holdsLock(_ file: SimulatedFile, of node: Node) -> Bool {
    lock.withLock { _ in node.locks[ObjectIdentifier(file)] != nil }
  }

  /// Begins a flush of a file.
  ///
  /// - Returns: The version that the flush covers: what is written from now on is not.
  fileprivate func beginFlush(of node: Node, _ path: String) -> Int {
    let version = lock.withLock { _ in node.content.number }
    onFlush(path)
    return version
  }

  /// What a process "sees" that does not exist any more.
  private func stopped(_ path: String) -> DiskError { DiskError(.open, path, .other(code: -1)) }

  /// How much of a write a call that fails does.
  fileprivate func share(of count: Int) -> Int { plan.shortWrite.map { min($0, count) } ?? count / 2 }
}

private typealias Node = SimulatedFile.Node

/// A file that is open on a ``SimulatedDisk``.
final class SimulatedFile: OpenFile, @unchecked Sendable {
  let path: String
  private let node: Node
  private let disk: SimulatedDisk

  init(path: String, node: Node, disk: SimulatedDisk) {
    (self.path, self.node, self.disk) = (path, node, disk)
    disk.openFiles.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
    DiskProcess.current?.opened(node)
  }

  deinit {
    releaseLock()
    disk.openFiles.withLock { $0.now -= 1 }
  }

  /// The content of a file, whatever its name.
  final class Node {
    var content: Versions<[UInt8]>
    var permissions: UInt16
    /// The open files that have the lock, and whether they share it.
    var locks: [ObjectIdentifier: Bool] = [:]
    /// Differs from that of each other file.
    let serial = Node.serials.withLock { serial in
      serial += 1
      return serial
    }
    private static let serials = Monitor<Int64>(0)
    /// A flush failed. The system takes for written what it could not write: later flushes succeed, and only write
    /// sectors that were written after the one that failed.
    var isForgetful = false
    /// The sectors that were written since the latest flush, with the numbers of their last versions.
    var dirty: [Int: Int] = [:]

    init(_ content: [UInt8], permissions: UInt16) {
      (self.content, self.permissions) = (Versions(content), permissions)
    }

    func refuses(_ lock: DiskStep.Lock) -> Bool {
      let others = locks.filter { $0.key != lock.file }
      return !others.isEmpty && !(lock.isShared && others.values.allSatisfy { $0 })
    }

    func copy(_ copies: inout [ObjectIdentifier: Node]) -> Node {
      if let copy = copies[ObjectIdentifier(self)] { return copy }
      let copy = Node([], permissions: permissions)
      (copy.content, copy.isForgetful, copy.dirty) = (content, isForgetful, dirty)
      copies[ObjectIdentifier(self)] = copy
      return copy
    }

    /// Numbers of versions count from the oldest one.
    fileprivate var state: SimulatedDisk.State.File {
      let first = content.number + 1 - content.all.count
      return SimulatedDisk.State.File(
        content: content.all, permissions: permissions, isForgetful: isForgetful,
        dirty: isForgetful ? dirty.mapValues { $0 - first } : [:])
    }

    /// Flushes what was written up to a version.
    func flush(upTo version: Int) {
      if isForgetful {
        content.flush(sectors: Set(dirty.filter { $0.value <= version }.keys))
      } else {
        content.flush(upTo: version)
      }
      dirty = dirty.filter { $0.value > version }
    }

    func failFlush(upTo version: Int) { (isForgetful, dirty) = (true, dirty.filter { $0.value > version }) }

    func afterPowerLoss(_ loss: PowerLoss, using random: inout SplitMix64) -> Node {
      Node(loss.content(of: content, using: &random), permissions: permissions)
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(DiskError) -> Int {
    let bytes = try disk.call(.read, path, of: node) { () throws(DiskError) in
      let content = node.content.last
      let start = min(content.count, Int(position))
      return content[start..<start + min(buffer.count, content.count - start)]
    }
    bytes.withUnsafeBytes { buffer.copyMemory(from: $0) }
    return bytes.count
  }

  func write(_ bytes: UnsafeRawBufferPointer, at position: Int64) throws(DiskError) {
    try disk.call(
      .write, path, of: node, failing: { put(bytes, share: disk.share(of: bytes.count), at: Int(position)) }
    ) {
      () throws(DiskError) in put(bytes, share: bytes.count, at: Int(position))
    }
  }

  /// Writes the first bytes of some.
  private func put(_ bytes: UnsafeRawBufferPointer, share: Int, at position: Int) {
    if share == 0 { return }
    let end = position + share
    let sectors = position / PowerLoss.sector...(end - 1) / PowerLoss.sector
    for sector in sectors { node.dirty[sector] = node.content.number + 1 }
    node.content.change { content in
      if content.count < end { content += Array(repeating: 0, count: end - content.count) }
      content.withUnsafeMutableBytes {
        UnsafeMutableRawBufferPointer(rebasing: $0[position..<end]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[..<share]))
      }
    }
  }

  func size() throws(DiskError) -> Int64 {
    try disk.call(.measure, path, of: node, ignored: DiskProcess.current?.lastSize(of: path)) {
      () throws(DiskError) in Int64(node.content.last.count)
    }
  }

  func cut(to size: Int64) throws(DiskError) {
    try disk.call(.cut, path, of: node) { () throws(DiskError) in
      node.content.change { content in
        content.removeSubrange(min(content.count, Int(size))...)
        content += Array(repeating: 0, count: Int(size) - content.count)
      }
    }
  }

  func flush(_ scope: FlushScope) throws(DiskError) {
    let version = disk.beginFlush(of: node, path)
    try disk.call(.flush, path, of: node, failing: { node.failFlush(upTo: version) }) { () throws(DiskError) in
      node.flush(upTo: version)
    }
  }

  func setPermissions(_ permissions: UInt16) throws(DiskError) {
    try disk.call(.setPermissions, path, of: node) { () throws(DiskError) in node.permissions = permissions }
  }

  var isInPlace: Bool { disk.leads(path, to: node) }

  func takeLock(isShared: Bool) throws(DiskError) -> Bool {
    let asked = DiskStep.Lock(file: ObjectIdentifier(self), isShared: isShared)
    return try disk.call(.lock, path, of: node, lock: asked, ignored: true) { () throws(DiskError) in
      if node.refuses(asked) { return false }
      node.locks[asked.file] = isShared
      return true
    }
  }

  func releaseLock() {
    if disk.holdsLock(self, of: node) {
      disk.step(.unlock, path, node, ignored: ()) { node.locks[ObjectIdentifier(self)] = nil }
    }
  }
}

private final class SimulatedFolder: OpenFolder {
  private let path: String
  private let disk: SimulatedDisk

  init(path: String, disk: SimulatedDisk) { (self.path, self.disk) = (path, disk) }

  func flush() throws(DiskError) { try disk.flushNames(in: path) }
}
