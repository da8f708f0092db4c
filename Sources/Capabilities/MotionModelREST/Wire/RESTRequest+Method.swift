extension RESTRequest {
  /// The methods of requests.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// Reads.
    case get = "GET"
    /// Creates.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Changes what the body has.
    case patch = "PATCH"
    /// Deletes.
    case delete = "DELETE"
  }
}
