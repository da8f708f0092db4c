@testable import MotionModel
import MotionModelTestSupport
import Synchronization
import Testing

/// Row storage and each copy of it must hold the same as a dictionary by position, and must release every row.
@Suite struct RowStorageTests {
  /// Counts the living tokens.
  private final class Census: Sendable {
    let count = Mutex(0)
  }

  /// An object that is counted while it exists.
  private final class Token: Sendable {
    let census: Census
    init(_ census: Census) {
      self.census = census
      census.count.withLock { $0 += 1 }
    }
    deinit { census.count.withLock { $0 -= 1 } }
  }

  private struct Entry {
    var number: Int
    var text: String
    var token: Token
    var flag: Bool
  }

  private var memory: RowMemory {
    RowMemory(Entry.self) { Entry(number: 0, text: "", token: Token(Census()), flag: false) }
  }

  private func content(_ storage: RowStorage) -> [Int: String] {
    var content: [Int: String] = [:]
    storage.forEachChunk { number, _, live in
      live.forEach { row in
        let row = storage[RowPosition.first(inChunk: number) + row][Entry.self]
        content[row.number] = "\(row.number) \(row.text) \(row.flag)"
      }
      return true
    }
    return content
  }

  @Test(arguments: 0..<4) func `random changes have the same effect as on a dictionary, also in copies`(part: Int) {
    var random = TestSeed.generator(900 + part)
    let size = [3, 130, 1_000, 20_000][part]
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    let census = Census()
    do {
      var storage = RowStorage(memory)
      var model: [Int: String] = [:]
      var kept: [(RowStorage, [Int: String])] = []
      for step in 0..<3_000 {
        let position = random.number(0...size)
        let row = Entry(number: position, text: String.nasty(using: &random), token: Token(census), flag: step % 2 == 0)
        let isThere = model[position] != nil
        #expect(storage.contains(position) == isThere, comment)
        withRow(of: row) { row in
          switch (isThere, random.chance(50)) {
          case (false, _) where position > (model.keys.max() ?? -1):
            storage.append(row.address, 1, at: position)
          case (false, _): storage.insert(row, at: position)
          case (true, true): storage.update(row, at: position)
          case (true, false): storage.remove(at: position)
          }
        }
        model[position] = storage.contains(position) ? "\(row.number) \(row.text) \(row.flag)" : nil
        if step % 300 == 0 { kept.append((storage, model)) }
        if kept.count > 4 && random.chance(1) { kept.remove(at: random.number(0...kept.count - 1)) }
      }
      kept.append((storage, model))
      for (storage, model) in kept { #expect(content(storage) == model, comment) }
      let latest = model.count
      kept = []
      #expect(census.count.withLock { $0 } == latest, comment)
    }
    #expect(census.count.withLock { $0 } == 0, comment)
  }

  @Test func `rows side by side are appended, wherever a chunk begins`() {
    let census = Census()
    do {
      for start in [0, 1, 100, 127, 128, 1_000] {
        var (storage, expected) = (RowStorage(memory), [Int: String]())
        var position = start
        for count in [1, 3, 26, 1, 127, 128, 129, 1_000] {
          let rows = (position..<position + count).map {
            Entry(number: $0, text: "row", token: Token(census), flag: true)
          }
          rows.withUnsafeBytes { rows in
            if let rows = rows.baseAddress { storage.append(rows, count, at: position) }
          }
          for row in rows { expected[row.number] = "\(row.number) row true" }
          position += count + count % 3
        }
        #expect(content(storage) == expected)
        let copy = storage
        for position in expected.keys.sorted().prefix(500) { storage.remove(at: position) }
        #expect(content(storage).count == expected.count - 500)
        #expect(content(copy) == expected)
      }
    }
    #expect(census.count.withLock { $0 } == 0)
  }

  @Test func `a storage that is emptied frees its chunks and can be filled again`() {
    let census = Census()
    var storage = RowStorage(memory)
    for round in 1...2 {
      for position in 0..<1_000 {
        let row = Entry(number: position, text: "round \(round)", token: Token(census), flag: true)
        withRow(of: row) { storage.insert($0, at: position) }
      }
      #expect(content(storage).count == 1_000)
      let copy = storage
      for position in (0..<1_000).reversed() { storage.remove(at: position) }
      #expect(content(storage) == [:])
      #expect(census.count.withLock { $0 } == 1_000)
      #expect(content(copy)[999] == "999 round \(round) true")
    }
    #expect(census.count.withLock { $0 } == 0)
  }

  @Test func `empty pages are shared, and can be filled again`() {
    let census = Census()
    var storage = RowStorage(memory)
    func insert(at positions: some Sequence<Int>) {
      for position in positions {
        let row = Entry(number: position, text: "row", token: Token(census), flag: true)
        withRow(of: row) { storage.insert($0, at: position) }
      }
    }
    let perPage = PagedArray<RowChunk?>.pageCount * RowPosition.perChunk
    insert(at: 0..<(3 * perPage))
    for position in 0..<(2 * perPage) { storage.remove(at: position) }
    let addresses = storage.chunks.pages.map { page in page.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } }
    #expect(addresses[0] == addresses[1] && addresses[1] != addresses[2])
    #expect(content(storage).count == perPage)
    insert(at: [5, perPage])
    #expect(content(storage)[5] == "5 row true" && content(storage)[perPage] == "\(perPage) row true")
    #expect(!storage.contains(perPage + 5) && content(storage).count == perPage + 2)
    storage = RowStorage(memory)
    #expect(census.count.withLock { $0 } == 0)
  }

  @Test func `a row at a distant position takes no memory for the positions before it`() {
    var storage = RowStorage(RowMemory(Int.self) { 0 })
    let (near, far) = (5, 1 << 30 - 1)
    for position in [near, far] {
      withRow(of: position) { storage.insert($0, at: position) }
    }
    #expect(storage.contains(near) && storage.contains(far) && !storage.contains(far - 1) && !storage.contains(1 << 20))
    let pages = Set(storage.chunks.pages.map { page in page.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } })
    #expect(pages.count <= 3)
    var found: [Int] = []
    storage.forEachChunk { number, _, live in
      live.forEach { found.append(RowPosition.first(inChunk: number) + $0) }
      return true
    }
    #expect(found == [near, far])
    withRow(of: 7) { storage.insert($0, at: 1 << 20) }
    storage.remove(at: far)
    #expect(storage.contains(1 << 20) && storage.contains(near) && !storage.contains(far))
  }
}
