// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What Apple's C library has and Linux's has not, as far as the library uses it.
//
// From the headers of macOS, as far as they are remembered, and as Swift imports them: <pthread/pthread.h>
// (`pthread_cond_timedwait_relative_np`, `pthread_get_stackaddr_np`, `pthread_get_stacksize_np`), <pthread/qos.h>,
// <malloc/malloc.h> (`malloc_zone_pressure_relief`),
// <sys/fcntl.h> (`F_FULLFSYNC`), <sys/socket.h> (`SO_NOSIGPIPE`, `SOCK_STREAM`) and <sys/stat.h> (`st_mtimespec`).
//
// Below is what Foundation has on Apple's systems only, as Apple's reference shows it
// (developer.apple.com/documentation/foundation): it is here because Foundation is not replaced.

public import Foundation

public let F_FULLFSYNC: Int32 = 51
public let SO_NOSIGPIPE: Int32 = 0x1022
public let SOCK_STREAM: Int32 = 1
public struct qos_class_t: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public let QOS_CLASS_UTILITY = qos_class_t(rawValue: 0x11)

@discardableResult
public func pthread_cond_timedwait_relative_np(
  _ condition: UnsafeMutablePointer<pthread_cond_t>, _ lock: UnsafeMutablePointer<pthread_mutex_t>,
  _ time: UnsafePointer<timespec>?
) -> Int32 { 0 }
public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer { fatalError() }
public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { 0 }
@discardableResult
public func pthread_set_qos_class_self_np(_ qualityOfService: qos_class_t, _ relativePriority: Int32) -> Int32 { 0 }

@discardableResult public func malloc_zone_pressure_relief(_ zone: UnsafeMutableRawPointer?, _ goal: Int) -> Int { 0 }
extension stat {
  public var st_mtimespec: timespec { timespec() }
}

// MARK: - Foundation

@MainActor open class UndoManager {
  public init() {}
  @preconcurrency public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping @MainActor (TargetType) -> Void
  ) {}
  public func setActionName(_ actionName: String) {}
  public func removeAllActions() {}
  public func removeAllActions(withTarget target: Any) {}
}

extension FileManager {
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}
