/// What a person does at the keys of a terminal.
enum TerminalKey: Sendable, Hashable {
  /// Characters are typed.
  case text(String)
  /// A text is pasted; its lines end with `\n`.
  case paste(String)
  /// A letter is pressed together with the control key.
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Left and right together with the control or the alt key.
  case wordLeft, wordRight
  /// Up and down together with the control or the alt key.
  case moveUp, moveDown
}
