// Runs some of the library where `Int` has 32 bits: the files that need no Foundation, in Wasm; see
// Scripts/Support/words-of-32-bits.py. It prints what is wrong, then "Done".

@main
struct Words {
  static func main() {
    check(Int.bitWidth == 32, "Int has 32 bits")
    checkTable()
    checkSums()
    checkDays()
    checkMasks()
    print("Done")
  }

  private static func check(_ isRight: Bool, _ what: StaticString) { if !isRight { print(what) } }

  /// The numbers of an index, also the largest, are found under the hashes that they were added under, and no others.
  private static func checkTable() {
    var table = HashTable()
    let numbers = (0..<20_000).map { $0 % 2 == 0 ? $0 : HashTable.maximum - $0 }
    func hash(_ number: Int) -> UInt64 { UInt64(number) &* 0x9E37_79B9_7F4A_7C15 }
    for number in numbers { table.insert(number, hash: hash(number)) }
    func isFound(_ number: Int) -> Bool { table.first(hash: hash(number)) { $0 == number } == number }
    check(table.count == numbers.count && numbers.allSatisfy(isFound), "each number is found")
    check(!isFound(1) && !isFound(20_000), "no other number is found")
    for number in numbers.prefix(15_000) { check(table.remove(number, hash: hash(number)), "a number is removed") }
    check(table.count == 5_000 && numbers.suffix(5_000).allSatisfy(isFound), "the rest is found")
    check(!numbers.prefix(15_000).contains(where: isFound), "no removed number is found")
  }

  /// Sums of fractions are exact, whatever came and went.
  private static func checkSums() {
    var sum = ExactSum()
    for number in [1e300, 0.1, -1e300, 0.2, 5e-324, 3, 1e16, 1, -1e16] { sum.add(number) }
    sum.remove(3)
    sum.remove(5e-324)
    check(sum.rounded == 1.3, "an exact sum")
    for _ in 0..<1_000 { sum.add(4_503_599_627_370_497) }
    check(sum.rounded == 4_503_599_627_370_497_001.3, "a large exact sum")
  }

  /// Each day has the number that it was made from, far beyond the seconds that 32 bits count.
  private static func checkDays() {
    for days in stride(from: -719_162, through: 2_932_896, by: 97) {
      check(CivilDay(daysSince1970: days).daysSince1970 == days, "a day")
    }
    let last = CivilDay(daysSince1970: 2_932_896)
    check(last.year == 9999 && last.month == 12 && last.day == 31, "the last day")
  }

  /// All 128 rows of a chunk can be chosen.
  private static func checkMasks() {
    for row in 0..<128 {
      var rows = RowMask.none
      rows.insert(row)
      check(rows.contains(row) && rows.count == 1 && RowMask(prefix: row).count == row, "a row of a mask")
    }
  }
}
