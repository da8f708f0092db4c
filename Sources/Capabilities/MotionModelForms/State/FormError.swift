public import MotionModel

/// Why a form refused an input before it looked at its value. The form is unchanged.
///
/// Messages name places in the form and never values.
@nonexhaustive
public enum FormError: DescribedError, Hashable {
  /// The form has no such field, group or item.
  case unknownField(FormPath)
  /// The field is only shown.
  case readOnly(FormPath)
  /// The input is not of a kind that the field's control has, such as a file for a text.
  case wrongKind(FormPath, FormControl)
  /// The field does not offer records among which something could be found.
  case notSearched(FormPath)
  /// The group does not let children be added.
  case cannotAdd(FormPath)
  /// The group does not let children be removed.
  case cannotRemove(FormPath)
  /// The group does not let the order be changed.
  case cannotMove(FormPath)
  /// The group has as many children as it may.
  case tooManyItems(FormPath, limit: Int)
  /// The answer names a record for an item that is not a child of the form's record.
  case notAChild(FormPath)
  /// A form is to edit a record that was never saved.
  case neverSaved(model: String)
  /// The draft is of another model.
  case otherModel(expected: String, found: String)
}

extension FormError {
  /// One sentence: the refusal, its field, and what to do.
  public var description: String {
    switch self {
    case .unknownField(let path): "The form has no field \"\(path)\": name one that its description has."
    case .readOnly(let path): "The field \"\(path)\" cannot be changed, because it is only shown."
    case .wrongKind(let path, let control):
      "The field \"\(path)\" cannot take the input, because its control is \"\(control)\": give it what that control has."
    case .notSearched(let path):
      "The field \"\(path)\" cannot be searched, because it does not offer records to choose from."
    case .cannotAdd(let path): "The group \"\(path)\" does not let children be added."
    case .cannotRemove(let path):
      "The item \"\(path)\" cannot be removed, because its group does not let children be removed."
    case .cannotMove(let path):
      "The item \"\(path)\" cannot be moved, because its group has no order that can be changed."
    case .tooManyItems(let path, let limit): "The group \"\(path)\" cannot have more than \(limit) children."
    case .notAChild(let path): "The item \"\(path)\" is said to be a record that is not a child of the form's record."
    case .neverSaved(let model):
      "A record of \(model) that was never saved cannot be edited: open a form that makes it, with FormState(form, making: record)."
    case .otherModel(let expected, let found): "A draft of \(found) cannot be continued in a form of \(expected)."
    }
  }

  /// The place that the error is about.
  var path: FormPath {
    switch self {
    case .unknownField(let path), .readOnly(let path), .wrongKind(let path, _), .notSearched(let path),
      .cannotAdd(let path), .cannotRemove(let path), .cannotMove(let path), .tooManyItems(let path, _),
      .notAChild(let path):
      path
    case .neverSaved, .otherModel: .form
    }
  }
}
