import MotionModel

/// Members of models, for code that does not know their types.
extension Model {
  static var modelName: String { schema.modelName }

  static var declaredRelations: [DeclaredRelation] { schema.relations }

  static var adapterType: ObjectIdentifier { ObjectIdentifier(Adapter.self) }
}
