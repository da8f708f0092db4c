/// What is known of an answer besides its body.
struct AnswerOrigin {
  /// The reading that the answer ends; nil for an answer to a write.
  var reading: EditTracker.Reading?
  /// The name of the edit that the answer is the answer to, if it is one.
  var acknowledged: String?
  /// Whether that answer is to a later look-up, so that others may have changed the record in between.
  var isLookup = false
  /// Whether values of records with a write under way are taken, because that write has failed.
  var takesAll = false
  /// The name of the edit that the only record of the answer has, or would have.
  var main: String?
  /// The mark of that record's version.
  var etag: String?
}
