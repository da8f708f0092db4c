import Foundation
import MotionModelSearch
import Testing

/// Words and their stems, two on a line. `Scripts/Support/stems.py` wrote them; their author's vocabulary is not part of the package.
struct EnglishStemmerTests {
  private func stem(_ word: String) -> String { StemmedWord.stem(of: word) }

  @Test func `stems are those of the definition's examples`() {
    let stems = [
      "consign": "consign", "consigned": "consign", "consigning": "consign", "consignment": "consign",
      "consist": "consist",
      "consistency": "consist", "consolation": "consol", "knack": "knack", "knightly": "knight", "knives": "knive",
      "ties": "tie", "cries": "cri", "gas": "gas", "this": "this", "gaps": "gap", "kiwis": "kiwi",
      "luxuriating": "luxuri", "hopping": "hop", "hoping": "hope", "egging": "egg", "cry": "cri", "by": "by",
      "say": "say",
    ]
    #expect(Dictionary(uniqueKeysWithValues: stems.keys.map { ($0, stem($0)) }) == stems)
  }

  @Test func `forms of a word have one stem, and different words have different ones`() {
    #expect(Set(["run", "runs", "running"].map(stem)) == ["run"])
    #expect(["past", "paste", "universe", "university", "organ", "organic"].map(stem).count == 6)
    #expect(stem("past") != stem("paste"))
    #expect(stem("universe") != stem("university"))
    #expect(stem("later") != stem("lateral"))
  }

  @Test func `words of two letters and exceptions stay`() {
    let words = ["", "s", "as", "is", "sky", "news", "howe", "atlas", "cosmos", "bias", "andes", "inning", "proceed"]
    #expect(words.map(stem) == words)
  }

  @Test func `the stems of 5,594 made-up words are those of the authors' program`() throws {
    let file = URL(filePath: #filePath).appending(path: "../../Fixtures/english-stems.txt").standardizedFileURL
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 5594)
    let wrong = lines.filter { line in
      let pair = line.split(separator: " ").map(String.init)
      return stem(pair[0]) != pair[1]
    }
    #expect(wrong == [])
  }

  // MARK: - The author's vocabulary

  /// The folder with `voc.txt` and `output.txt` of github.com/snowballstem/snowball-data, `english`, which are not part of the
  /// package: `MOTIONMODEL_SNOWBALL` is its path, or it is in the folder `shared/data` beside the package.
  private static let vocabulary: URL? = {
    let named = ProcessInfo.processInfo.environment["MOTIONMODEL_SNOWBALL"].map { URL(filePath: $0) }
    let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
    let folder = named ?? root.deletingLastPathComponent().appending(path: "shared/data/snowball-english")
    return FileManager.default.fileExists(atPath: folder.appending(path: "voc.txt").path) ? folder : nil
  }()

  @Test(.enabled(if: vocabulary != nil, "MOTIONMODEL_SNOWBALL does not name the vocabulary of Snowball"))
  func `the stems of the author's vocabulary are the published ones`() throws {
    let folder = try #require(Self.vocabulary)
    func lines(_ name: String) throws -> [String] {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n").map(String.init)
    }
    let (words, stems) = (try lines("voc.txt"), try lines("output.txt"))
    #expect(words.count > 40_000)
    #expect(words.count == stems.count)
    #expect(zip(words, stems).filter { stem($0) != $1 }.map(\.0) == [])
  }
}
