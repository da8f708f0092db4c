public import MotionModel

extension RESTClient {
  /// The pages of a list, each requested when the loop wants it, and stored as one changeset.
  ///
  /// ```swift
  /// for try await page in client.pages(of: Train.self, where: ["company": "Alpine"], by: .number(size: 50)) {
  ///   page.changeset    // what it changed in the store
  ///   page.records      // the trains, in the order of the server
  /// }
  /// ```
  ///
  /// Each loop is a walk of its own, from the first page on. A loop that is left asks for no further page. A cancelled
  /// task gets a `CancellationError`. In both cases, and after an error, the pages before are stored, and nothing of
  /// the rest. An iteration throws ``RESTError``, a `StoreError` if the store refuses the page, `CancellationError`, or
  /// what a middleware throws. The store is as before then.
  ///
  /// A sequence of changesets alone is `client.pages(of: Train.self).map(\.changeset)`.
  ///
  /// With a scope, the pages together are all there is of it: with the last one, in its changeset, the records of the
  /// scope are deleted that no page had. A walk that fails, is cancelled or is left before deletes nothing. What stays
  /// is as for ``list(_:where:replacing:)``.
  ///
  /// A page that came before, which would make the list endless, throws ``RESTError/Reason/repeatedPage``, and more
  /// pages than `RESTLimits(pages:)` throw ``RESTError/Reason/tooManyPages``. A link to another origin is followed as a
  /// redirect is: without the headers of this client and of its middleware, except headers that cannot be credentials,
  /// and never from TLS to plain HTTP.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - query: Parameters of the path or of the address.
  ///   - paging: How the server divides the list.
  ///   - scope: Which stored records the list replaces, `.all` for every one; nil for none.
  public func pages<Record: RemoteModel>(
    of model: Record.Type, where query: RESTQuery = [:], by paging: RESTPaging = .link(),
    replacing scope: RecordPredicate<Record>? = nil
  ) -> some AsyncSequence<Page<Record>, any Error> & Sendable {
    let whole = scope.map { predicate in
      { @Sendable store in try ListReplacement<Record>(ListReplacement<Record>.Scope(predicate), in: store) }
    }
    return RESTPages { PageWalk(self, query, paging, replacing: whole) }
  }
}
