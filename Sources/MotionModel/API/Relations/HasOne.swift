extension Model {
  /// Declares that one record has this model's key; see ``Relation``.
  ///
  /// When several records have the key, the relation is to the first of them, in every call: reading, conditions,
  /// orders, derived values, and writing, which leaves the other records. A ``ColumnOptions/unique`` column ensures
  /// that there is only one.
  public typealias HasOne<Target: Model> = Relation<Self, ToOne<Target>>
}
