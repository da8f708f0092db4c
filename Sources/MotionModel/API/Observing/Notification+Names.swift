public import Foundation

extension Notification.Name {
  /// Posted when records were inserted, updated or deleted: `"MotionModelDataDidChangeNotification"`.
  ///
  /// ```swift
  /// center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { notification in
  ///   if let todo = notification.object as? Todo { print(notification.userInfo?["action"], todo) }
  /// }
  /// ```
  ///
  /// The `object` is the record, as it is now or, if it was deleted, as it was. After a call for many records, such
  /// as `deleteAll`, it is an array of records. <doc:Notifying> describes the contents of `userInfo`.
  public static let motionModelDataDidChange = Notification.Name("MotionModelDataDidChangeNotification")
}

extension ChangeKind {
  /// The value of `action` in notifications.
  var action: String {
    switch self {
    case .insert: "add"
    case .update: "update"
    case .delete: "delete"
    }
  }
}
