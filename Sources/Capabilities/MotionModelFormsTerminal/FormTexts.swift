import Foundation

extension FormInput.File {
  /// Creates a file of this machine, whose bytes are read when the form is submitted; nil if there is none that can be
  /// read.
  init?(atPath path: String) {
    let path = NSString(string: path).expandingTildeInPath
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      FileManager.default.isReadableFile(atPath: path),
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    else { return nil }
    let url = URL(fileURLWithPath: path)
    self.init(name: url.lastPathComponent, size: size, content: .file(url))
  }
}

extension FormPath {
  /// The group of an item.
  var withoutLast: FormPath { FormPath(steps.dropLast()) }
}

extension FormField {
  /// Whether the field is left out of a terminal.
  var isHidden: Bool { control == .hidden }

  /// Whether a conflict waits for an answer: the value was changed here and by others, to something else.
  var isDisputed: Bool { isChanged && theirs.map { $0 != value } ?? false }

  /// A value of the field as a person reads it on one line.
  func shown(_ value: FormInput, _ words: FormWords) -> String {
    if case .flag(let isOn) = value { return isOn ? words[.typedYes] : words[.typedNo] }
    var field = self
    field.value = value
    if control == .password { return value.isEmpty ? "" : "••••" }
    return field.shownValue.shown
  }
}
