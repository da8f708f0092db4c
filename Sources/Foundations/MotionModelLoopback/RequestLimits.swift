/// How large requests may be, and how long a connection waits for the other side.
package struct RequestLimits: Sendable {
  /// How many bytes the head may have, and how many headers there may be.
  package static let (head, headers) = (16 << 10, 64)

  /// How many bytes the body may have.
  package let body: Int
  /// How many milliseconds a head, and then a body, may take.
  package let reading: Int
  /// How many milliseconds the other side may take for each piece of an answer.
  package let sending = 10_000

  package init(body: Int = 256 << 10, reading: Int = 5_000) { (self.body, self.reading) = (body, reading) }
}
