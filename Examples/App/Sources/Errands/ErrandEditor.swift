import Foundation
import MotionModel
import MotionModelTransactions
import SwiftUI

/// A sheet that edits an errand: nobody sees a change before *Save*, and *Cancel* leaves no trace.
struct ErrandEditor: View {
  @Bindable var draft: Draft
  let desk: Desk
  /// That of the window: a sheet has one of its own, for what is typed.
  let undoManager: UndoManager?
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    NavigationStack {
      Form {
        Section {
          TextField("Name", text: $draft.errand.name)
          TextField("Notes", text: $draft.errand.notes, axis: .vertical)
          Picker("Place", selection: $draft.errand.place) {
            ForEach(Place.allCases, id: \.self) { place in Text(verbatim: place.title).tag(place) }
          }
          Toggle("Due", isOn: hasDate)
          if draft.errand.due != nil { DatePicker("On", selection: date, displayedComponents: .date) }
        } footer: {
          ForEach(draft.messages, id: \.self) { message in Text(verbatim: message).foregroundStyle(.red) }
        }
      }
      .navigationTitle(Text(verbatim: draft.title))
      .toolbar {
        ToolbarItem(placement: .cancellationAction) { Button("Cancel", role: .cancel) { dismiss() } }
        ToolbarItem(placement: .confirmationAction) { Button("Save") { save() } }
      }
      .alert("Others have changed it, too", isPresented: isInConflict) {
        Button("Keep mine") { save(.ours) }
        Button("Take theirs", role: .destructive) { save(.theirs) }
        Button("Go on editing", role: .cancel) {}
      } message: {
        Text(verbatim: draft.conflict ?? "")
      }
    }
  }

  private func save(_ policy: MergePolicy = .fail) { desk.save(draft, policy, with: undoManager) }

  private var hasDate: Binding<Bool> {
    Binding {
      draft.errand.due != nil
    } set: { isOn in
      draft.errand.due = isOn ? .now : nil
    }
  }

  private var date: Binding<Date> {
    Binding {
      draft.errand.due ?? .now
    } set: { date in
      draft.errand.due = date
    }
  }

  private var isInConflict: Binding<Bool> {
    Binding {
      draft.conflict != nil
    } set: { isShown in
      if !isShown { draft.conflict = nil }
    }
  }
}
