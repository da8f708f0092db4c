import Foundation
import MotionModel
import MotionModelREST

extension RESTClient {
  /// A client with an empty store of its own, whose requests are answered by a script.
  static func scripted(
    _ script: [ScriptedTransport.Exchange], format: RESTFormat = RESTFormat(), limits: RESTLimits = .patient,
    headers: RESTHeaders = [:], middleware: [any RESTMiddleware] = []
  ) -> (client: RESTClient, store: Store, transport: ScriptedTransport) {
    let (store, transport) = (Store(), ScriptedTransport(script))
    let client = RESTClient(
      .example("/api/"), store: store, transport: transport, middleware: middleware, format: format, limits: limits,
      headers: headers)
    return (client, store, transport)
  }
}

/// What a store has, to see that nothing changed.
struct Railway: Equatable {
  var trains: [Train]
  var cars: [Car]
  var seats: [Seat]
  var conductors: [Conductor]
  var plates: [Plate]

  init(_ store: Store) {
    trains = store.table(Train.self).records.order(by: \.id).all
    cars = store.table(Car.self).records.order(by: \.id).all
    seats = store.table(Seat.self).records.order(by: \.id).all
    conductors = store.table(Conductor.self).records.order(by: \.id).all
    plates = store.table(Plate.self).records.order(by: \.id).all
  }
}
