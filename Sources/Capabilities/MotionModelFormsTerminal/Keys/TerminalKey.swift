/// What a person does at the keys of a terminal to edit a line.
enum TerminalKey: Sendable, Hashable {
  /// Characters are typed.
  case text(String)
  /// A text is pasted; its lines end with `\n`.
  case paste(String)
  /// A letter is pressed together with the control key.
  case control(Character)
  case enter, backspace, delete
  case left, right, home, end
  /// Left and right together with the control or the alt key.
  case wordLeft, wordRight
}
