import ArgumentParser
import MonikerCommandLine

/// The command line as a whole.
struct MonikerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moniker",
    abstract: "Remember who is signed in.",
    discussion: """
      EXAMPLES:
        moniker login gildong        Sign in; a free nickname becomes yours.
        moniker whoami               Print your nickname.
        moniker rename hong          Change your nickname.
        moniker logout               Sign out.
        moniker status               Show the session, the store and the settings.
        moniker whoami --as mina     Act as another account that is signed in.
        moniker watch                Show each change of the active session.
        moniker switch mina          Make another signed-in account active.
        moniker sessions             List, show and end sessions.
        moniker history              Show what has happened.
        moniker accounts             List, add and remove accounts.
        moniker profile edit         Say something about yourself.
        moniker photos               Show pictures to choose from.
        moniker link CODE            Let another device in (on a service).
        moniker token                Tokens that only identify you (on a service).
        moniker devices              List and forget devices (on a service).
        moniker use gildong          Choose the account for this folder.
        moniker store backup FILE    Back up, check, copy and repair the store.
        moniker nickname check ab    Check whether a text is a nickname.
        moniker -V                   Print the version.

      EXIT STATUS:
        0   done                          64  wrong usage
        1   any other failure             65  bad data
        4   not signed in                 69  the store cannot be reached
        5   the session has ended         74  input/output error
        6   conflict                      75  the store is busy: try again
        7   no such account, session      77  permission denied
            or photo                      78  configuration
                                          130 interrupted
      """,
    version: Release.version,
    subcommands: [
      Login.self, Logout.self, Whoami.self, Status.self, Watch.self, Rename.self, Switch.self,
      Use.self,
      Accounts.self, Sessions.self, History.self,
      ProfileCommand.self, Photos.self,
      LinkCommand.self, TokenCommand.self, DevicesCommand.self, RecoveryKeyCommand.self,
      StoreCommand.self,
      NicknameCommand.self,
    ]
  )
}
