extension Command {
  private static let shell = Parameter(
    name: "SHELL", help: "bash, zsh or fish.", completion: .words(Completions.allCases.map(\.rawValue)))

  static let completions = Command(
    name: "completions",
    summary: "Prints a script with which a shell completes the commands.",
    parameters: [shell],
    examples: [
      .init(
        line: "completions bash > ~/.local/share/bash-completion/completions/motionmodel",
        meaning: "Complete in bash.")
    ]
  ) { call in
    let name = call.arguments[shell] ?? ""
    guard let shell = Completions(rawValue: name) else {
      throw UsageError(unknown: "shell", name, known: Completions.allCases.map(\.rawValue))
    }
    try call.console.write(shell.script)
    return .success
  }
}
