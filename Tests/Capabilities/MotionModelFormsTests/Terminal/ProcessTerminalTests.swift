#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import Foundation
  import MotionModelForms
  import MotionModelFormsTerminal
  import Testing

  /// The terminal of the process, at the other end of a pseudo-terminal. One at a time has it.
  @Suite(.serialized)
  struct ProcessTerminalTests {
    @Test func `questions are answered at a terminal, which is then as it was`() throws {
      let keyboard = try PseudoTerminal(columns: 50)
      let before = keyboard.mode
      let state = FormState(
        ModelForm<Account> {
          Input(\.email)
          Input(\.password)
        }, in: try Desk().store)
      let terminal = keyboard.terminal
      #expect(terminal.columns == 50)
      keyboard.press("a@x\u{7F}b.de\r", after: "> ")
      keyboard.press("very secret\r", after: "Password*\r\n> ")
      keyboard.press("\r", after: "leaves\r\n> ")
      let account = try #require(try state.askQuestions(on: terminal))
      #expect((account.email, account.password) == ("a@b.de", "very secret"))
      #expect(keyboard.mode == before)
      #expect(!keyboard.output.contains("secret"))
    }

    @Test func `the end of the input leaves the questions`() throws {
      let keyboard = try PseudoTerminal(columns: 40)
      let before = keyboard.mode
      let state = FormState(ModelForm<Account> { Input(\.email) }, in: try Desk().store)
      keyboard.press("a@b.de\r", after: "> ")
      keyboard.press("\u{4}", after: "leaves\r\n> ")
      #expect(try state.askQuestions(on: keyboard.terminal) == nil)
      #expect(state.draft.answers.entries == [FormSubmission.Entry("email", "a@b.de")])
      #expect(keyboard.mode == before)
    }

    @Test func `a window may change its width`() throws {
      let keyboard = try PseudoTerminal(columns: 40)
      keyboard.resize(columns: 20)
      #expect(keyboard.terminal.columns == 20)
    }

    @Test func `a file has lines, the last one also without an end`() throws {
      let url = FileManager.default.temporaryDirectory.appending(path: "answers-\(UUID()).txt")
      try Data("a\r\n\nb é".utf8).write(to: url)
      defer { try? FileManager.default.removeItem(at: url) }
      let (answers, shown) = (try FileHandle(forReadingFrom: url), Pipe())
      let terminal = ProcessTerminal(
        input: answers.fileDescriptor, output: shown.fileHandleForWriting.fileDescriptor)
      #expect(terminal.columns == 80)
      let lines = try (0..<4).map { _ in try terminal.readLine(after: "> ", isHidden: true) }
      #expect(lines == ["a", "", "b é", nil])
      try shown.fileHandleForWriting.close()
      #expect(try shown.fileHandleForReading.readToEnd() == Data("> \n> \n> \n> ".utf8))
    }
  }

  /// The other end of a terminal: a keyboard and what is shown.
  private final class PseudoTerminal: @unchecked Sendable {
    struct Refused: Error {}

    private let keyboard: Int32
    private let screen: Int32
    private let lock = NSLock()
    private var shown: [UInt8] = []
    /// What is done when something is shown, in order.
    private var steps: [(text: String, run: @Sendable () -> Void)] = []
    private var from = 0

    init(columns: Int) throws {
      (keyboard, screen) = try Self.open()
      resize(columns: columns)
      Thread.detachNewThread { [self] in follow() }
    }

    #if canImport(Darwin)
      private static func open() throws -> (Int32, Int32) {
        let keyboard = posix_openpt(O_RDWR | O_NOCTTY)
        guard keyboard >= 0, grantpt(keyboard) == 0, unlockpt(keyboard) == 0, let name = ptsname(keyboard) else {
          throw Refused()
        }
        return (keyboard, Foundation.open(name, O_RDWR | O_NOCTTY))
      }
    #else
      /// Opens both ends by the requests of Linux, because the C library's functions are not visible to Swift.
      private static func open() throws -> (Int32, Int32) {
        let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        let keyboard = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (isLocked, number): (Int32, UInt32) = (0, 0)
        guard keyboard >= 0, ioctl(keyboard, unlock, &isLocked) == 0, ioctl(keyboard, getNumber, &number) == 0 else {
          throw Refused()
        }
        return (keyboard, Foundation.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY))
      }
    #endif

    deinit {
      close(screen)
      close(keyboard)
    }

    var terminal: ProcessTerminal { ProcessTerminal(input: screen, output: screen) }

    /// The modes of the terminal that a form changes.
    var mode: [tcflag_t] {
      var mode = termios()
      tcgetattr(screen, &mode)
      return [mode.c_iflag, mode.c_oflag, mode.c_lflag]
    }

    var output: String { lock.withLock { String(decoding: shown, as: UTF8.self) } }

    /// Types something as soon as a text is shown.
    func press(_ keys: String, after text: String) {
      let keyboard = keyboard
      lock.withLock {
        steps.append((text, { _ = Array(keys.utf8).withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) } }))
      }
    }

    /// Gives the window another width.
    func resize(columns: Int) {
      var size = winsize()
      (size.ws_col, size.ws_row) = (UInt16(columns), 24)
      _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
    }

    /// Reads what is shown, and does the steps whose texts have come.
    private func follow() {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(keyboard, &bytes, bytes.count)
        if count <= 0 { return }
        lock.withLock {
          shown += bytes[..<count]
          while let step = steps.first, let range = shown[from...].firstRange(of: Array(step.text.utf8)) {
            steps.removeFirst()
            from = range.upperBound
            step.run()
          }
        }
      }
    }
  }
#endif
