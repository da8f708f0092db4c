import MotionModel
import MotionModelLive
import MotionModelSearch
import SwiftUI

/// The errands by place, with search and swipe actions.
struct ErrandList: View {
  @Bindable var desk: Desk
  @State private var text = ""
  @Environment(\.undoManager) private var undoManager

  var body: some View {
    NavigationStack {
      ErrandSections(matching: text, desk: desk)
        .searchable(text: $text, prompt: "Walk the do")
        .navigationTitle(Text("Errands"))
        .toolbar {
          ToolbarItem(placement: .primaryAction) {
            Button("Add") { desk.draft = Draft(in: desk.store) }
          }
        }
        .sheet(item: $desk.draft) { draft in ErrandEditor(draft: draft, desk: desk, undoManager: undoManager) }
    }
  }
}

/// The sections of a live list. Another text makes another list; each commit changes this one.
private struct ErrandSections: View {
  @LiveState<LiveSectionList<Place, Errand>, LiveSectionsChange<Place, Errand>>
  private var sections: LiveSectionList<Place, Errand>
  private let desk: Desk
  @Environment(\.undoManager) private var undoManager

  init(matching text: String, desk: Desk) {
    self.desk = desk
    _sections = LiveState(Errand.records.matching(text).order(by: \.name).live(sectionedBy: \.place), id: text)
  }

  var body: some View {
    List {
      ForEach(sections, id: \.key) { section in
        Section {
          ForEach(section.records) { errand in row(errand) }
        } header: {
          Text(verbatim: "\(section.key.title) (\(section.records.count))")
        }
      }
    }
    .overlay { if sections.isEmpty { ContentUnavailableView("Nothing to do", systemImage: "checkmark") } }
  }

  private func row(_ errand: Errand) -> some View {
    ErrandRow(errand: errand)
      .swipeActions(edge: .trailing) {
        Button("Delete", role: .destructive) { desk.delete(errand, with: undoManager) }
        Button("Edit") { desk.draft = Draft(of: errand, in: desk.store) }
      }
      .swipeActions(edge: .leading, allowsFullSwipe: true) {
        Button(errand.isDone ? "Reopen" : "Finish") { desk.finish(errand, with: undoManager) }
      }
  }
}

/// An errand with its place, which a picker changes where it is stored.
private struct ErrandRow: View {
  let errand: Errand
  @Environment(\.modelStore) private var store

  var body: some View {
    VStack(alignment: .leading) {
      Text(verbatim: errand.name).strikethrough(errand.isDone)
      if !errand.notes.isEmpty { Text(verbatim: errand.notes).font(.footnote).foregroundStyle(.secondary) }
      Picker("Place", selection: Binding(to: errand, \.place, in: store)) {
        ForEach(Place.allCases, id: \.self) { place in Text(verbatim: place.title).tag(place) }
      }
    }
  }
}

/// What is open, by date. The list is shown again when errands come, go or move, and a row when its name or date changes.
struct DueList: View {
  @LiveItems(Errand.records.open.order(by: \.due).order(by: \.name)) private var errands

  var body: some View {
    List { ForEach(errands) { errand in DueRow(errand: errand) } }
  }
}

private struct DueRow: View {
  let errand: LiveItem<Errand>

  var body: some View {
    HStack {
      Text(verbatim: errand.name)
      if let due = errand.due { Text(due, style: .date).foregroundStyle(.secondary) }
    }
  }
}
