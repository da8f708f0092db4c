@testable import MotionModel
import Testing

@Suite struct PageStripTests {
  /// Scans 100 chunks in which `isSame` says that nothing changed since the scan before.
  ///
  /// - Returns: How many pages were made and read.
  private func scan(_ strip: inout PageStrip, _ pages: inout Int, isSame: Bool) -> (made: Int, read: Int) {
    if !isSame { pages = 0 }
    var made = 0
    let read = pages
    if isSame { while pages < 100 && strip.canPay { (pages, made, _) = (pages + 1, made + 1, strip.pay()) } }
    strip.earn(read: read, scanned: isSame ? 100 - read : 0)
    return (made, read)
  }

  @Test func `pages that are never read are made once for each chunk, and then for an eighth of the scans`() {
    var (strip, pages, made) = (PageStrip(), 0, 0)
    strip.grow(to: 100)
    for _ in 0..<800 {
      _ = scan(&strip, &pages, isSame: false)
      made += scan(&strip, &pages, isSame: true).made
    }
    #expect(made >= 100 && made <= 100 + 800 * 100 / 8)
  }

  @Test func `chunks that change between all scans cost nothing`() {
    var (strip, pages) = (PageStrip(), 0)
    strip.grow(to: 100)
    for _ in 0..<100 { #expect(scan(&strip, &pages, isSame: false) == (0, 0)) }
    #expect(strip.credit == 800)
  }

  @Test func `pages come back after the changes have stopped`() {
    var (strip, pages) = (PageStrip(), 0)
    strip.grow(to: 100)
    for _ in 0..<50 {
      _ = scan(&strip, &pages, isSame: false)
      _ = scan(&strip, &pages, isSame: true)
    }
    for _ in 0..<20 { _ = scan(&strip, &pages, isSame: true) }
    #expect(pages == 100)
  }
}
