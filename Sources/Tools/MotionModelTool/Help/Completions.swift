/// Scripts with which shells complete commands, options and files. They are made from the commands.
enum Completions: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  // MARK: - bash

  private static var bashScript: String {
    let cases = Tool.commands.map { command in
      """
          \(command.name))
            case "$previous" in
      \(bashValues(of: command))
            esac
            words="\(command.allOptions.map { "--\($0.name)" }.joined(separator: " "))\(bashWords(of: command))"
            ;;
      """
    }
    return """
      # Completion for bash: source it, or put it where bash-completion looks for it.
      _\(Tool.name)() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words=""
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(Tool.names.joined(separator: " "))" -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(cases.joined(separator: "\n"))
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        case "$current" in
          -*) ;;
          *) COMPREPLY+=($(compgen -f -- "$current")) ;;
        esac
      }
      complete -o filenames -F _\(Tool.name) \(Tool.name)

      """
  }

  private static func bashValues(of command: Command) -> String {
    command.allOptions.filter { $0.value != nil }.map { option in
      let names = (["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])).joined(separator: "|")
      let reply =
        switch option.completion {
        case .none: "COMPREPLY=(); return"
        case .file: #"COMPREPLY=($(compgen -f -- "$current")); return"#
        case .words, .commands: #"COMPREPLY=($(compgen -W "\#(option.completion.list)" -- "$current")); return"#
        }
      return "        \(names)) \(reply) ;;"
    }.joined(separator: "\n")
  }

  private static func bashWords(of command: Command) -> String {
    command.parameters.flatMap { $0.completion.words ?? [] }.map { " \($0)" }.joined()
  }

  // MARK: - zsh

  /// zsh has what runs the functions of bash.
  private static var zshScript: String {
    """
    #compdef \(Tool.name)
    # Completion for zsh: put it into a folder of $fpath, as _\(Tool.name).
    autoload -U +X bashcompinit && bashcompinit
    \(bashScript)
    # A function of $fpath is read when it is called for the first time, and completes then, too.
    if [ "$funcstack[1]" = "_\(Tool.name)" ]; then _bash_complete -o filenames -F _\(Tool.name); fi

    """
  }

  // MARK: - fish

  private static var fishScript: String {
    let start = "complete -c \(Tool.name)"
    var lines = ["# Completion for fish: put it into ~/.config/fish/completions."]
    for command in Tool.commands {
      lines.append("\(start) -n __fish_use_subcommand -f -a \(command.name) -d \(fishQuoted(command.summary))")
      let condition = "-n \(fishQuoted("__fish_seen_subcommand_from \(command.name)"))"
      if !command.parameters.contains(where: { $0.completion == .file }) { lines.append("\(start) \(condition) -f") }
      for word in command.parameters.flatMap({ $0.completion.words ?? [] }) {
        lines.append("\(start) \(condition) -a \(word)")
      }
      for option in command.allOptions {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        lines.append(
          "\(start) \(condition) -l \(option.name)\(letter)\(fishValue(option)) -d \(fishQuoted(option.help))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishValue(_ option: Option) -> String {
    guard option.value != nil else { return "" }
    switch option.completion {
    case .none: return " -x"
    case .file: return " -r -F"
    case .words, .commands: return " -x -a \(fishQuoted(option.completion.list))"
    }
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#) + "'"
  }
}

extension Completion {
  /// The words, separated by spaces.
  fileprivate var list: String { (words ?? []).joined(separator: " ") }
}
