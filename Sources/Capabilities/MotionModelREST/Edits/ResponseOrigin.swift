/// What is known of a response besides its body.
struct ResponseOrigin {
  /// The reading that the response ends; nil for a response to a write.
  var reading: EditTracker.Reading?
  /// The name of the edit that was sent, if the response is to one.
  var acknowledged: String?
  /// Whether that response is to a later look-up, so that others may have changed the record in between.
  var isLookup = false
  /// Whether values of records with a write under way are taken, because that write has failed.
  var takesAll = false
  /// The name of the edit that the only record of the response has, or would have.
  var main: String?
  /// The mark of that record's version.
  var etag: String?
}
