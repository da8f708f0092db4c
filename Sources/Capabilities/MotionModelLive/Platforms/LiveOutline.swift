import MotionModel

/// What the snapshot of a diffable data source is made of, for code that knows no user interface.
struct LiveOutline<Section: Hashable & Sendable, ID: Hashable & Sendable>: Sendable {
  /// The ids of the records of each section, in order.
  var sections: [(section: Section, ids: [ID])] = []
  /// The ids of the records whose columns changed; each is in a section.
  var updated: [ID] = []
}

extension LiveOutline {
  init<Record: Model>(_ elements: LiveElements<Record>, in section: Section) where Record.ID == ID {
    sections = [(section, elements.map(\.id))]
  }

  init<Record: Model>(_ change: LiveChange<Record>, in section: Section) where Record.ID == ID {
    self.init(change.after, in: section)
    updated = change.updates.map { change.after[$0.new].id }
  }

  init<Record: Model>(_ list: LiveSectionList<Section, Record>) where Record.ID == ID {
    sections = list.map { ($0.key, $0.records.map(\.id)) }
  }

  init<Record: Model>(_ change: LiveSectionsChange<Section, Record>) where Record.ID == ID {
    self.init(change.after)
    updated = change.updates.map { change.after[$0.new.section].records[$0.new.index].id }
  }
}
