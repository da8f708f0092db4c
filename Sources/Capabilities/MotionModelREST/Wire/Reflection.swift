import Foundation

// Dumps of what goes over the wire, and of errors and clients that have it, show descriptions alone. `dump` is called
// where something went wrong, and its output is kept and sent elsewhere: it must not have credentials, nor values of
// records.

extension RESTHeaders: CustomReflectable {
  /// The description alone.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension RESTHeaders.Header: CustomReflectable, CustomStringConvertible {
  /// The name, without the value.
  public var description: String { name }

  /// The description alone.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension RESTRequest: CustomReflectable {
  /// The description alone.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension RESTResponse: CustomReflectable {
  /// The description alone.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension RESTClient: CustomReflectable {
  /// Nothing but the host: the address, the headers and the middleware can have credentials.
  public var customMirror: Mirror { Mirror(self, children: ["host": address.host() ?? ""]) }
}

extension BearerToken: CustomReflectable {
  /// The name of the header, without the token.
  public var customMirror: Mirror { Mirror(self, children: ["header": header]) }
}
