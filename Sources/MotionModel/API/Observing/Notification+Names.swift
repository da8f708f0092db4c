public import Foundation

extension Notification.Name {
  /// Tells that records were added, updated or deleted: `"MotionModelDataDidChangeNotification"`.
  ///
  /// ```swift
  /// center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { notification in
  ///   if let todo = notification.object as? Todo { print(notification.userInfo?["action"], todo) }
  /// }
  /// ```
  ///
  /// The `object` is the record, as it is now or, when it was deleted, as it was; after a call for many records, such as
  /// `deleteAll`, it is the array of them. What stands in `userInfo` is told in <doc:Notifying>.
  public static let motionModelDataDidChange = Notification.Name("MotionModelDataDidChangeNotification")
}

extension ChangeKind {
  /// The word for it in notifications.
  var action: String {
    switch self {
    case .insert: "add"
    case .update: "update"
    case .delete: "delete"
    }
  }
}
