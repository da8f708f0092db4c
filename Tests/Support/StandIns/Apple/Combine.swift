// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of Combine that the library uses. Signatures are those that Apple's reference shows for `Publisher`,
// `Subscriber`, `Subscription`, `Subscribers.Demand`, `Subscribers.Completion` and `AnySubscriber`
// (developer.apple.com/documentation/combine).

public protocol Cancellable { func cancel() }

public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  public init() {}
  public init(_ object: AnyObject) {}
  public var description: String { "" }
}

public protocol CustomCombineIdentifierConvertible { var combineIdentifier: CombineIdentifier { get } }

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

public enum Subscribers {
  @frozen
  public struct Demand: Hashable, Comparable, Codable, CustomStringConvertible, Sendable {
    public static let unlimited = Demand()
    public static let none = Demand()
    public static func max(_ value: Int) -> Demand { Demand() }
    public static func < (first: Demand, second: Demand) -> Bool { false }
    public var max: Int? { nil }
    public var description: String { "" }
    init() {}
  }

  @frozen
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  public let combineIdentifier = CombineIdentifier()
  public init<S: Subscriber>(_ subscriber: S) where Input == S.Input, Failure == S.Failure {}
  public func receive(subscription: any Subscription) {}
  public func receive(_ value: Input) -> Subscribers.Demand { .none }
  public func receive(completion: Subscribers.Completion<Failure>) {}
}
