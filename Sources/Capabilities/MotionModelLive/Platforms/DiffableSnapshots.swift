// NB: UIKit is there for watchOS, too, but without data sources.
#if canImport(UIKit) && !os(watchOS)
  import MotionModel
  public import UIKit
#elseif canImport(AppKit)
  public import AppKit
  import MotionModel
#endif

#if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit)
  extension LiveElements {
    /// Returns the records as a snapshot of a diffable data source: a section with their ids.
    public func snapshot<Section: Hashable & Sendable>(
      inSection section: Section
    ) -> NSDiffableDataSourceSnapshot<Section, Record.ID> {
      LiveOutline(self, in: section).snapshot
    }
  }

  extension LiveSectionList {
    /// The sections as a snapshot of a diffable data source: their keys, and the ids of their records.
    public var snapshot: NSDiffableDataSourceSnapshot<Key, Record.ID> { LiveOutline(self).snapshot }
  }

  extension LiveChange {
    /// Returns the records after the change as a snapshot of a diffable data source, which is to show those again whose
    /// columns changed.
    ///
    /// ```swift
    /// let observation = todos.onMainChange { change in dataSource.apply(change.snapshot(inSection: 0)) }
    /// ```
    public func snapshot<Section: Hashable & Sendable>(
      inSection section: Section
    ) -> NSDiffableDataSourceSnapshot<Section, Record.ID> {
      LiveOutline(self, in: section).snapshot
    }
  }

  extension LiveSectionsChange {
    /// The sections after the change as a snapshot of a diffable data source, which is to show those records again
    /// whose columns changed.
    public var snapshot: NSDiffableDataSourceSnapshot<Key, Record.ID> { LiveOutline(self).snapshot }
  }

  extension LiveOutline {
    fileprivate var snapshot: NSDiffableDataSourceSnapshot<Section, ID> {
      var snapshot = NSDiffableDataSourceSnapshot<Section, ID>()
      snapshot.appendSections(sections.map(\.section))
      for (section, ids) in sections { snapshot.appendItems(ids, toSection: section) }
      #if canImport(UIKit)
        snapshot.reconfigureItems(updated)
      #else
        snapshot.reloadItems(updated)
      #endif
      return snapshot
    }
  }
#endif
