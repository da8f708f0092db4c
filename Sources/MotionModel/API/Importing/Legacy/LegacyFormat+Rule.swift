extension LegacyFormat {
  /// One rule of a ``LegacyFormat``: how values of a type were written that have another form today.
  ///
  /// ## Topics
  /// ### Enums
  /// - ``rawValues``
  /// - ``rawValues(of:)``
  /// - ``plainEnums(_:)``
  /// - ``plainEnums(of:)``
  /// - ``taggedEnum(_:keys:tags:)``
  /// - ``taggedEnums(of:keys:tags:)``
  /// ### Values behind a protocol
  /// - ``polymorphic(_:keys:tags:)``
  /// ### Versions
  /// - ``version(_:migrate:)``
  public struct Rule: Sendable {
    /// Adds what the rule says to a format.
    let add: @Sendable (inout LegacyFormat) -> Void

    /// How an object with a tag is written today.
    struct Tagging: Sendable {
      let keys: TagKeys
      /// The tags of today by those of the file.
      let tags: [String: String]
    }

    /// Changes an object of a version.
    typealias Migration =
      @Sendable (_ object: inout [String: AttributeValue], _ version: AttributeValue) throws -> Void

    /// The key beside a tag or a raw value.
    static let valueKey = "value"
    /// The key of a case of Spot.
    static let spotKey = "type"
  }
}

extension LegacyFormat.Rule {
  /// Enums with raw values, as State wrote them: `{"value": 3}` becomes `3`.
  ///
  /// The rule holds for all objects whose only member is `value`, with a single value. If a struct in the file has the
  /// same form, use ``rawValues(of:)``.
  public static var rawValues: Self { Self { $0.areRawValuesUnwrapped = true } }

  /// Enums with raw values, as State and Spot wrote them, in properties of certain names: `{"value": 3}` becomes `3`,
  /// and so does `{"type": "High", "value": 3}`.
  ///
  /// - Parameter properties: The names of properties, of rows and of objects in them, that hold an enum, an array or a
  ///   dictionary of enums.
  public static func rawValues(of properties: String...) -> Self {
    Self { $0.rawValueProperties.formUnion(properties) }
  }

  /// Enums without payloads, as State wrote them: `{"Kind": "small"}` becomes `"small"`.
  ///
  /// - Parameter types: The names of the types, which are keys in the file.
  public static func plainEnums(_ types: String...) -> Self { Self { $0.plainEnums.formUnion(types) } }

  /// Enums without payloads, as Spot wrote them, in properties of certain names: `{"type": "Small"}` becomes `"small"`.
  /// The first letter of a case becomes small.
  ///
  /// - Parameter properties: The names of properties, of rows and of objects in them, that hold an enum, an array or a
  ///   dictionary of enums.
  public static func plainEnums(of properties: String...) -> Self {
    Self { $0.plainProperties.formUnion(properties) }
  }

  /// An enum with payloads, as State wrote it: `{"Event": "moved", "value": 3}` becomes `{"type": "moved", "value":
  /// 3}`, a ``TaggedValue``.
  ///
  /// - Parameters:
  ///   - type: The name of the type, which is the key of the case in the file.
  ///   - keys: The keys of the tagged value.
  ///   - tags: The tags of today, by the names of cases that have another one.
  public static func taggedEnum(_ type: String, keys: TagKeys = TagKeys(), tags: [String: String] = [:]) -> Self {
    Self { $0.taggedEnums[type] = Tagging(keys: keys, tags: tags) }
  }

  /// Enums with payloads, as Spot wrote them, in properties of certain names: `{"type": "Moved", "value": 3}` becomes
  /// `{"type": "moved", "value": 3}`, a ``TaggedValue``. The first letter of a case becomes small.
  ///
  /// - Parameters:
  ///   - properties: The names of properties, of rows and of objects in them, that hold an enum, an array or a
  ///     dictionary of enums.
  ///   - keys: The keys of the tagged value.
  ///   - tags: The tags of today, by the names of cases that have another one.
  public static func taggedEnums(
    of properties: String..., keys: TagKeys = TagKeys(), tags: [String: String] = [:]
  ) -> Self {
    Self { format in
      for name in properties { format.taggedProperties[name] = Tagging(keys: keys, tags: tags) }
    }
  }

  /// Values behind a protocol, as State wrote them: `{"Asset": "Color", "red": 1}` becomes
  /// `{"type": "Color", "value": {"red": 1}}`, a ``Tagged`` value.
  ///
  /// A row itself is not converted, so that a mapping can choose its rows by the key.
  ///
  /// - Parameters:
  ///   - root: The name of the outermost protocol, which is the key of the type in the file.
  ///   - keys: The keys of the tagged value.
  ///   - tags: The tags of today, by the names of types that have another one.
  public static func polymorphic(_ root: String, keys: TagKeys = TagKeys(), tags: [String: String] = [:]) -> Self {
    Self { format in
      format.roots.removeAll { $0.name == root }
      format.roots.append((root, Tagging(keys: keys, tags: tags)))
    }
  }

  /// Objects of earlier versions.
  ///
  /// Each object with the key is migrated before its members are read, so outer objects come first. Then the key is
  /// removed.
  ///
  /// - Parameters:
  ///   - key: The key of the version.
  ///   - migrate: Changes an object in place. An error that it throws ends the reading.
  public static func version(
    _ key: String = "model_version",
    migrate: @escaping @Sendable (_ object: inout [String: AttributeValue], _ version: AttributeValue) throws -> Void =
      {
        _, _ in
      }
  ) -> Self {
    Self { format in
      format.versions.removeAll { $0.key == key }
      format.versions.append((key, migrate))
    }
  }
}
