import ArgumentParser

/// The commands `moniker profile …`.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show and edit what your account says about itself.",
    discussion: """
      EXAMPLES:
        moniker profile                  Shows title, description and picture.
        moniker profile edit             Opens your editor on it.
        moniker profile edit --title "Reads logs"
        moniker photos                   Shows pictures to choose from.
      """,
    subcommands: [ProfileShow.self, ProfileEditCommand.self],
    defaultSubcommand: ProfileShow.self
  )
}
