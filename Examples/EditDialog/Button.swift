/// The buttons that close a dialog.
enum Button: String {
  case ok = "OK"
  case cancel = "Cancel"
}
