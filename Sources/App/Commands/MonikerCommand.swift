import ArgumentParser

/// The command line as a whole.
struct MonikerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moniker",
    abstract: "Remember who is signed in.",
    discussion: """
      EXAMPLES:
        moniker login gildong        Sign in; a free nickname becomes yours.
        moniker whoami               Print the nickname of whoever is signed in.
        moniker rename hong          Change your nickname.
        moniker logout               Sign out.
        moniker status               Show the session, the store and the settings.
        moniker whoami --as mina     Act as somebody else who is signed in.
        moniker watch                Tell of each change.
        moniker switch mina          Make somebody else who is signed in active.
        moniker sessions             List sessions, look at one, and end them.
        moniker history              Tell what has happened.
        moniker accounts             List, add and remove accounts.
        moniker use gildong          Name who is meant in this folder.
        moniker store backup FILE    Look at the store, check it, back it up and move it.
        moniker nickname check ab    Tell whether a text is a nickname.

      EXIT STATUS:
        0   done                          64  wrong usage
        1   any other failure             65  bad data
        4   nobody is signed in           69  the store cannot be reached
        5   the session has ended         74  input/output error
        6   conflict                      75  the store is busy: try again
        7   no such account or session    77  permission denied
                                          78  configuration
                                          130 interrupted
      """,
    version: "0.1.0",
    subcommands: [
      Login.self, Logout.self, Whoami.self, Status.self, Watch.self, Rename.self, Switch.self,
      Use.self,
      Accounts.self, Sessions.self, History.self,
      StoreCommand.self,
      NicknameCommand.self,
    ]
  )
}
