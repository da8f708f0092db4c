// How texts are divided into words, and a tokenizer of a program's own.

// snippet.hide
import MotionModelSearch

// snippet.show
// snippet.words
let words = TextAnalysis().tokens(in: "Crème brûlée, 3.50").map(\.word)  // ["creme", "brulee", "3", "50"]
let stems = TextAnalysis.english.tokens(in: "Running dogs").map(\.word)  // ["run", "dog"]
let exact = TextAnalysis(foldsAccents: false).tokens(in: "résumé").map(\.word)  // ["résumé"]: not "resume"
// snippet.hide
precondition(words == ["creme", "brulee", "3", "50"])
precondition(stems == ["run", "dog"])
precondition(exact == ["résumé"])

// snippet.show
// snippet.tokenizer
/// Tags with commas between them, as `new york, food`: each is a word.
struct Tags: SearchTokenizer {
  func tokens(in text: String) -> [TextAnalysis.Token] {
    text.utf8.split(separator: UInt8(ascii: ",")).map { tag in
      let start = text.utf8.distance(from: text.startIndex, to: tag.startIndex)
      let word = String(Substring(tag)).trimmingPrefix(" ").lowercased()
      return TextAnalysis.Token(word: word, range: start..<start + tag.count)
    }
  }
}
let tags = TextAnalysis(tokenizer: Tags()).tokens(in: "New York, food").map(\.word)  // ["new york", "food"]
// snippet.hide
precondition(tags == ["new york", "food"])
