import Foundation
import MotionModel
import MotionModelValues

extension Resource {
  /// Returns the body that creates a record. Columns without a value are left out, so that the server's defaults apply.
  func creationBody(of record: Record) throws(RESTError) -> Data {
    var members: [(name: String, value: AttributeValue)] = []
    if sendsID && record.id.isAssigned { members.append((idKey, record.id.attribute)) }
    for field in creationFields {
      let value = try value(of: field, in: record)
      if !value.isNull { members.append((field.key, value)) }
    }
    return body(members)
  }

  /// Returns the body that changes a record.
  ///
  /// - Parameter changed: The names of the columns that are sent; nil for all. The lock version is always sent.
  /// - Returns: The body; nil if there is nothing to send.
  func updateBody(of record: Record, changed: Set<String>?) throws(RESTError) -> Data? {
    var members: [(name: String, value: AttributeValue)] = []
    var hasChange = changed == nil
    let left = Set(Record.schema.timestampColumns)
    for field in fields where field.direction.isSent && !left.contains(field.column) {
      let isVersion = field.column == Record.schema.versionColumn
      guard isVersion || changed?.contains(field.name) != false else { continue }
      if !isVersion { hasChange = true }
      members.append((field.key, try value(of: field, in: record)))
    }
    return hasChange ? body(members) : nil
  }

  private func value(of field: RemoteField, in record: Record) throws(RESTError) -> AttributeValue {
    do throws(CastError) {
      let value = field.sent(try Record.schema.columns[field.column].written(record))
      if case .double(let number) = value, !number.isFinite {
        throw CastError(expected: "a finite number", found: "another number")
      }
      return value
    } catch {
      throw RESTError(.unsendable(model: Record.schema.modelName, column: field.name, error))
    }
  }

  private func body(_ members: [(name: String, value: AttributeValue)]) -> Data {
    var writer = JSONWriter()
    if let singleRoot {
      writer.write(raw: "{")
      writer.write(quoted: singleRoot)
      writer.write(raw: ": ")
      writer.write(object: members)
      writer.write(raw: "}")
    } else {
      writer.write(object: members)
    }
    return Data(writer.takeBytes())
  }
}
