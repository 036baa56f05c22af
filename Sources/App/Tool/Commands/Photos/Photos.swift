import ArgumentParser

/// The commands `moniker photos …`.
struct Photos: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show and save pictures to choose from.",
    discussion: """
      EXAMPLES:
        moniker photos                   Shows ten pictures at random.
        moniker photos --count 30
        moniker photos show 7k3f9mxa
        moniker photos save 7k3f9mxa picture.svg
        moniker profile edit --picture 7k3f9mxa

      Each picture is drawn from its ID, so the same ID always has the same picture,
      and no network is needed.
      """,
    subcommands: [PhotosList.self, PhotosShow.self, PhotosSave.self],
    defaultSubcommand: PhotosList.self
  )
}
