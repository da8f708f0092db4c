import Foundation

/// Reads a file of the folder `Fixtures`.
func fixture<Value: Decodable>(_ name: String) throws -> Value {
  let url = URL(filePath: #filePath).appending(path: "../../Fixtures/\(name)").standardizedFileURL
  return try JSONDecoder().decode(Value.self, from: Data(contentsOf: url))
}
