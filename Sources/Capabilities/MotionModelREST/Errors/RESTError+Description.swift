extension RESTError {
  /// One sentence: the request, what happened, and what was expected.
  public var description: String {
    guard let request else { return "The request cannot be sent, because \(reason.sentence(status: status))." }
    return "\(request) failed, because \(reason.sentence(status: status))."
  }
}

extension RESTError.Reason {
  fileprivate func sentence(status: Int?) -> String {
    switch self {
    case .invalidAddress: "its address is not one of HTTP"
    case .insecure: "its address is without TLS, which the client's limits do not allow"
    case .invalidHeader(let name): "the header \"\(name)\" has a name or a value that HTTP does not allow"
    case .noID(let model): "the \(model) has no id that an address can have"
    case .noPathParameter(let model, let name): "the path of \(model) needs a value for \"\(name)\""
    case .storedLocally(let model): "the \(model) is stored under an id that the server did not give"
    case .unsendable(let model, let column, let error):
      "the column \"\(column)\" of the \(model) cannot be sent: \(error)"

    // Why an edit cannot be sent.
    case .untracked(let model): "the edits of \(model) are not tracked: call trackEdits(of:) first"
    case .conflict(let model, let columns) where columns.isEmpty:
      "the \(model) was deleted on one side and changed on the other: say which counts"
    case .conflict(let model, let columns):
      "\(columns.map { "\"\($0)\"" }.joined(separator: ", ")) of the \(model) changed here and on the server: say which counts"
    case .parentUnsent(let model, let parent): "the \(parent) of the \(model) is not on the server yet: send that first"
    case .underWay(let model): "a request for the \(model) is under way"
    case .outcomeUnknown(let model): "an earlier request for the \(model) may have been done, and could be done twice"

    case .failure(let failure): failure.sentence
    case .redirect(let refusal): "its redirect is not followed: \(refusal.sentence)"
    case .status: "the server answered with \(StatusText.of(status ?? 0))"

    // What is wrong with the body of a response.
    case .notJSON(let error): "the body of the response cannot be read: \(error)"
    case .noBody(let model): "the response has no body, and one with the \(model) was expected"
    case .unexpected(let path, let error): "\(path) of the response cannot be read: \(error)"
    case .missingRoot(let key): "the response has no member \"\(key)\""
    case .missingID(let path): "\(path) of the response has no id"
    case .otherRecord(let path): "\(path) of the response has another id than the one that was asked for"
    case .tooDeep(let path): "\(path) of the response embeds records deeper than the limit"

    // What is wrong with a list.
    case .nextPage(let refusal): "the address of its next page is not followed: \(refusal.sentence)"
    case .repeatedPage: "the page came before, so the list has no end"
    case .tooManyPages: "the list has more pages than the client's limits allow"
    case .missingTotal(let place): "\"\(place)\" of the response does not say how many records the list has"
    case .notWhole(let model): "the response is not the whole list of \(model), so nothing can be deleted"
    }
  }
}
