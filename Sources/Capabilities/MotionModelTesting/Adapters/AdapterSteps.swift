#if canImport(Testing)
  package import MotionModel
  import Testing

  /// Steps that have the same answers and errors wherever records are kept.
  package protocol AdapterSteps: RawRepresentable<String> {
    /// Takes the steps, and notes what they answer.
    ///
    /// - Parameter seed: What random steps follow from.
    func take<Adapter>(_ models: TestModels<Adapter>, _ seed: UInt64, _ transcript: inout Transcript)
  }

  extension AdapterSteps {
    /// Takes the steps with records that an adapter keeps and with records in memory, and records the first difference
    /// as an issue of the test that is running.
    package func compare<Adapter: StorageAdapter>(_ seed: UInt64, _ makeAdapter: () throws -> Adapter) throws {
      let transcript = transcript(seed, Adapter.self, [try makeAdapter()])
      let expected = self.transcript(seed, ArrayAdapter.self, [])
      for (index, line) in expected.enumerated() {
        let found = index < transcript.count ? transcript[index] : "nothing"
        if found == line
          || (Adapter.self is any StoredFormStating.Type && found.maskingVersions == line.maskingVersions)
        {
          continue
        }
        Issue.record("\(rawValue), line \(index + 1) of seed \(seed)\n  the adapter: \(found)\n  in memory:   \(line)")
        return
      }
      #expect(transcript.count == expected.count)
    }

    private func transcript<Adapter: StorageAdapter>(
      _ seed: UInt64, _ adapter: Adapter.Type, _ adapters: [any StorageAdapter]
    ) -> [String] {
      let store = Store(clock: ManualClock(step: 1).read, notificationCenter: nil, adapters: adapters)
      return Store.with(store) {
        var transcript = Transcript()
        let models = TestModels<Adapter>(store: store)
        take(models, seed, &transcript)
        models.noteAll(in: &transcript)
        return transcript.lines
      }
    }
  }
#endif
