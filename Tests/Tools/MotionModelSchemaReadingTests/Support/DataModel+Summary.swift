import MotionModelGenerator

extension DataModel {
  /// Everything that a reader says of a data model but places, as text.
  var summary: String { entities.map(\.summary).joined(separator: "\n") }
}

extension Entity {
  fileprivate var summary: String {
    var lines = ["\(name)\(parent.map { ": \($0)" } ?? "")\(comment(documentation, doubts))"]
    lines += userInfo.entries.map { "  \($0.key)=\($0.value)" }
    lines += attributes.map { "  \($0.summary)" }
    lines += relationships.map { "  \($0.summary)" }
    lines += uniqueness.map { "  unique(\($0.joined(separator: ", ")))" }
    lines += indexes.map { "  index \($0.name)(\($0.properties.joined(separator: ", ")))" }
    return lines.joined(separator: "\n")
  }
}

extension Attribute {
  fileprivate var summary: String {
    var text = "\(name): \(customType ?? type.name)\(isOptional ? "?" : "")"
    if let defaultValue { text += " = \(defaultValue)" }
    if let defaultSource { text += " := \(defaultSource)" }
    if let maximum { text += " max \(maximum)" }
    if let columnName { text += " column \(columnName)" }
    if let formerName { text += " was \(formerName)" }
    if isTransient { text += " transient" }
    if let storeColumn { text += " storeColumn \(storeColumn.rawValue)" }
    for entry in userInfo.entries { text += " \(entry.key)=\(entry.value)" }
    return text + comment(documentation, doubts)
  }
}

extension Relationship {
  fileprivate var summary: String {
    var text = "\(name) → \(isToMany ? "[\(destination)]" : destination)\(isOptional ? "?" : "")"
    if let inverse { text += " ↔ \(inverse)" }
    if deleteRule != .nullify { text += " \(deleteRule.rawValue)" }
    if let columnName { text += " column \(columnName)" }
    if let formerName { text += " was \(formerName)" }
    if minimumCount != nil || maximumCount != nil { text += " \(minimumCount ?? 0)...\(maximumCount ?? -1)" }
    if isTransient { text += " transient" }
    return text + comment(documentation, doubts)
  }
}

/// What is said besides: documentation, then doubts.
private func comment(_ documentation: String?, _ doubts: [String]) -> String {
  let parts = [documentation].compactMap { $0 } + doubts.map { "? \($0)" }
  return parts.isEmpty ? "" : " // " + parts.joined(separator: " ")
}
