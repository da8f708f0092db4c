public import MotionModel

/// Why an inspector cannot start.
@nonexhaustive
public enum InspectorError: DescribedError, Hashable {
  /// The port is used by another program, or the system has no socket left.
  case cannotListen(port: Int)

  /// The reason in one sentence.
  public var description: String {
    switch self {
    case .cannotListen(let port):
      port == 0
        ? "The inspector cannot listen at the loopback address: the system refused a socket."
        : "The inspector cannot listen at port \(port): choose another one, or 0 for any that is free."
    }
  }
}
