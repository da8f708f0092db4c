import Foundation
import MotionModel

extension RESTClient {
  /// Returns the resource of a model.
  func resource<Record: RemoteModel>(_ model: Record.Type) -> Resource<Record> { resources.of(model) }

  /// Makes a request for a record, or for a list.
  ///
  /// - Parameters:
  ///   - id: The id of the record; nil for a list.
  ///   - record: The record, from which the parameters of the path are taken that the query does not have.
  ///   - body: The body, of JSON; nil for none.
  func request<Record: RemoteModel>(
    _ method: RESTRequest.Method, _ resource: Resource<Record>, id: Record.ID? = nil, of record: Record? = nil,
    _ query: RESTQuery,
    body: Data? = nil
  ) throws(RESTError) -> RESTRequest {
    var query = query
    var path = try self.path(of: resource, record, &query)
    if let id {
      let segment = id.isAssigned ? (try? String(attribute: id.attribute)).flatMap(PercentEncoding.encodedSegment) : nil
      guard let segment else { throw RESTError(.noID(model: Record.schema.modelName)) }
      path += "/" + segment
    }
    return request(method, to: try url(path, query.encoded), body: body)
  }

  /// Makes a request to an address, with the headers of the client.
  func request(_ method: RESTRequest.Method, to url: URL, body: Data? = nil) -> RESTRequest {
    var request = RESTRequest(method, url, headers: headers, body: body)
    if request.headers["Accept"] == nil { request.headers["Accept"] = "application/json" }
    if body != nil { request.headers["Content-Type"] = "application/json" }
    return request
  }

  /// Fills the parameters of a path, and takes those that it has from the query.
  private func path<Record: RemoteModel>(
    of resource: Resource<Record>, _ record: Record?, _ query: inout RESTQuery
  ) throws(RESTError) -> String {
    var rest = query
    do throws(ResourcePath.MissingParameter) {
      let path = try resource.path.filled { name in
        if let value = rest[name] {
          rest[name] = nil
          return try? String(attribute: value)
        }
        return record.flatMap { record in resource.column(of: name).flatMap { try? String(attribute: $0[record]) } }
      }
      query = rest
      return path
    } catch {
      throw RESTError(.noPathParameter(model: Record.schema.modelName, name: error.name))
    }
  }

  /// Returns the columns that an address says of the records that are there, with their values, by the names of the
  /// columns.
  ///
  /// - Parameter record: The record, from which the parameters of the path are taken that the query does not have.
  func implied<Record: RemoteModel>(
    of model: Record.Type, _ record: Record? = nil, by query: RESTQuery
  ) -> [String: AttributeValue] {
    let resource = resource(model)
    var values: [String: AttributeValue] = [:]
    for name in resource.path.parameters {
      guard let column = resource.column(of: name) else { continue }
      values[column.name] = query[name] ?? record.map { column[$0] }
    }
    return values
  }

  private func url(_ path: String, _ query: String) throws(RESTError) -> URL {
    var text = address.absoluteString.prefix { $0 != "?" && $0 != "#" }
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = URL(string: "\(text)/\(path)\(query.isEmpty ? "" : "?" + query)"), Origin(url) != nil else {
      throw RESTError(.invalidAddress)
    }
    return url
  }
}

extension Resource {
  /// Returns the column that a parameter of the path is; nil if it is none.
  fileprivate func column(of parameter: String) -> Column<Record>? {
    Record.schema[fields.first { $0.key == parameter }?.name ?? parameter]
  }
}
