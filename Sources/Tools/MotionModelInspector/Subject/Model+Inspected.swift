import MotionModel

/// What is asked of a model whose type is not known.
extension Model {
  static var modelName: String { schema.modelName }

  static var declaredRelations: [DeclaredRelation] { schema.relations }

  static var adapterType: ObjectIdentifier { ObjectIdentifier(Adapter.self) }
}
