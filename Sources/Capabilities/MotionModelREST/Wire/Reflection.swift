import Foundation

/// A value with secrets: a dump of it shows its description, or its name, alone.
///
/// `dump` is called where something went wrong, and its output is kept and sent elsewhere: it must not have
/// credentials, nor values of records.
protocol Discreet: CustomReflectable {
  /// What a dump shows, by name.
  var shown: (name: String, text: String) { get }
}

extension Discreet {
  /// The description, or a name, alone.
  public var customMirror: Mirror { Mirror(self, children: [shown.name: shown.text]) }
}

extension Discreet where Self: CustomStringConvertible {
  var shown: (name: String, text: String) { ("description", description) }
}

extension RESTHeaders: CustomReflectable, Discreet {}

extension RESTHeaders.Header: CustomReflectable, CustomStringConvertible, Discreet {
  /// The name, without the value.
  public var description: String { name }
}

extension RESTRequest: CustomReflectable, Discreet {}

extension RESTResponse: CustomReflectable, Discreet {}

extension RESTClient: CustomReflectable, Discreet {
  /// Nothing but the host: the address, the headers and the middleware can have credentials.
  var shown: (name: String, text: String) { ("host", address.host() ?? "") }
}

extension BearerToken: CustomReflectable, Discreet {
  /// The name of the header, without the token.
  var shown: (name: String, text: String) { ("header", header) }
}
