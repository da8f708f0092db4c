import Foundation
import MotionModel
import MotionModelSearch
import MusicShop

extension Tour {
  /// Full text search: by words, ranked, with marks, facets and fuzziness.
  func search() throws {
    printer.chapter(
      "6 Search",
      """
      An index of words finds what people type, at each key stroke: without case and accents, the last word as the \
      beginning of one. A search is a condition like any other. A schema declares what is searched, or a store \
      adds it while it is in use.
      """)
    try Store.current.addIndex(Searchable<Track>(\.name, \.composer, weights: [2, 1]))
    printer.code([#"try store.addIndex(Searchable<Track>(\.name, \.composer, weights: [2, 1]))"#])
    try finding()
    ranking()
    mistyped()
    printer.refusals(
      (#"try Track.search(SearchQuery("love AND"))"#, syntaxError("love AND")),
      (#"try Track.search(SearchQuery("title:love"))"#, syntaxError("title:love")))
  }

  private func finding() throws {
    printer.examples(
      (#"Track.search("lov").count"#, Track.search("lov").count),
      (#"Track.search("cafe").pluck(\.name)"#, Track.search("cafe").pluck(\.name)),
      (#"Track.search("love -song").count"#, Track.search("love -song").count),
      (
        #"Track.where { $0.search("love") || $0.unitPrice > 1 }.count"#,
        Track.where { $0.search("love") || $0.unitPrice > 1 }.count
      ),
      (
        ##"try Track.search(SearchQuery(#""home by" OR mend* NEAR/2 sky"#)).count"##,
        try Track.search(SearchQuery(#""home by" OR mend* NEAR/2 sky"#)).count
      ),
      (#"Track.search("love").plan"#, Track.search("love").plan))
  }

  private func ranking() {
    printer.note(
      "The best come first: rare words, repeated, in short texts. Facets say how many there are of each genre:")
    let found = Track.search("love")
    let best = found.order(by: .rank).limit(5)
    printer.table(
      [#"found.order(by: .rank).limit(5)"#, "scores()", "snippet(of: track)"],
      zip(best.all, best.scores()).map { track, score in
        [
          track.name, score.formatted(.number.precision(.fractionLength(2)).locale(Locale(identifier: "en"))),
          found.snippet(of: track)?.marked() ?? "",
        ]
      })
    let facets = found.group(by: \.genreID).count()
    printer.table(
      ["genre", #"found.group(by: \.genreID).count()"#],
      Genre.all.filter { facets[$0.id] != nil }.map { [$0.name, "\(facets[$0.id] ?? 0)"] })
  }

  private func mistyped() {
    let fuzziness = SearchFuzziness()
    printer.examples(
      (
        #"Track.search("northren", fuzziness: SearchFuzziness()).pluck(\.name)"#,
        Track.search("northren", fuzziness: fuzziness).pluck(\.name)
      ),
      (#"Track.records.suggestion(for: "northren ligths")"#, Track.records.suggestion(for: "northren ligths")),
      (#"Track.records.completions(of: "lo")"#, Track.records.completions(of: "lo")))
  }

  private func syntaxError(_ query: String) -> String {
    do { _ = try Track.search(SearchQuery(query)) } catch { return error.reason }
    return "no error"
  }
}
