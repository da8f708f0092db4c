/// Divides texts as SQLite's tokenizer `simple` does: words are runs of letters and digits of ASCII and of all that is
/// not ASCII, and only the case of ASCII letters is folded.
enum SimpleDivider {
  static func divide(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (inout WordBuffer, Range<Int>) -> Void) {
    ASCIIFold.simple.withBytes { fold in
      WordBuffer.withBuffer { word in
        var start = 0
        while let first = bytes[start...].firstIndex(where: { fold[Int($0)] != ASCIIFold.separator }) {
          let end = bytes[first...].firstIndex { fold[Int($0)] == ASCIIFold.separator } ?? bytes.endIndex
          append(bytes[first..<end], fold, to: &word)
          body(&word, first..<end)
          word.clear()
          start = end
        }
      }
    }
  }

  /// Appends scalar by scalar, so that a long word is not cut inside one.
  private static func append(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, _ fold: UnsafePointer<UInt8>, to word: inout WordBuffer
  ) {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] < 0x80 {
        word.append(ascii: fold[Int(text[index])])
        index += 1
      } else {
        let length = text.base.scalar(at: index).length
        word.append(text[index..<index + length])
        index += length
      }
    }
  }
}
