import Foundation

/// Reads a file of the folder `Fixtures`.
func fixture<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
  let url = URL(filePath: #filePath).appending(path: "../../Fixtures/\(name)").standardizedFileURL
  return try JSONDecoder().decode(type, from: Data(contentsOf: url))
}
