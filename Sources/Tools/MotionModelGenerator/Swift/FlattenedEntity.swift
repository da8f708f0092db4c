/// The properties of an entity, with inherited ones, without those that protocols only require.
struct FlattenedEntity {
  let attributes: [Attribute]
  let relationships: [Relationship]
  /// The attribute that is the record's id.
  let id: Attribute?

  init(_ entity: Entity, _ families: EntityFamilies) {
    let family = families.ancestors(of: entity) + [entity]
    attributes = family.flatMap(\.attributes).filter(\.userInfo.isStored)
    relationships = family.flatMap(\.relationships).filter(\.userInfo.isStored)
    id = attributes.last(where: \.isIdentifier)
  }
}
