// What a person writes beside the generated types: what protocols only require.

extension Asset {
  var description: String { identifier }
}

extension ColorAsset {
  var label: String { "color" }
  func scaled(by factor: Double) -> Double { red * factor }
}

extension SoundAsset {
  var label: String { "sound" }
  func scaled(by factor: Double) -> Double { Double(seconds) * factor }
}

extension Employee {
  static func < (first: Employee, second: Employee) -> Bool { first.name < second.name }
}
