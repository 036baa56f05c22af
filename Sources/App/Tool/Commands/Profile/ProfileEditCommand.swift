import ArgumentParser
import Glibc
import MonikerDomain
import MonikerPresentation

/// The command `moniker profile edit`.
struct ProfileEditCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit the profile of your account.",
    discussion: """
      EXAMPLES:
        moniker profile edit             Opens $VISUAL, $EDITOR or vi on it.
        moniker profile edit --title "Reads logs" --picture 7k3f9mxa
        moniker profile edit --description "First line
        second line"
        moniker profile edit --description - < about.txt
        moniker profile edit --picture ""
        moniker profile edit --clear

      The title has at most 100 characters and 1,000 bytes of UTF-8, the description
      at most 2,000 and 20,000, and any number of lines. An empty text or picture
      removes the present one. What no option names stays as it is.

      In the editor the first line is the title, and the rest is the description. If
      the text is left unchanged or empty, nothing is changed. If moniker is killed
      while the editor is open, the editor's file stays in $TMPDIR, else /tmp.

      Exit status 6: somebody else has changed the profile meanwhile. Nothing is
      overwritten, both texts are printed, and the editor's file is kept.
      """
  )

  @Option(help: "The new title; an empty one removes it.")
  var title: String?

  @Option(help: "The new description; - reads standard input, an empty one removes it.")
  var description: String?

  @Option(
    help: ArgumentHelp(
      "The ID of the new picture, as moniker photos shows it; an empty one removes it.",
      valueName: "id"
    )
  )
  var picture: String?

  @Flag(help: "Remove the title, the description and the picture.")
  var clear = false

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var isChange: Bool { true }

  var actingAs: String? { actingAccount.nickname }

  func validate() throws {
    guard clear, title != nil || description != nil || picture != nil else { return }
    throw ValidationError("--clear removes everything; give it without the other options.")
  }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let isGiven = clear || title != nil || description != nil || picture != nil
    // Report that no editor can be opened before the store is read.
    guard isGiven || prompt != nil else {
      throw Problem(
        .usage,
        "Nothing to change was given, and no editor can be opened here. Give --title, "
          + "--description, --picture or --clear."
      )
    }
    let description = try description.map { text throws(Problem) in
      text == "-" ? try services.standardInput() : text
    }
    return try await services.onProfileScreen { screen async throws(Problem) in
      await screen.load()
      _ = try screen.response()
      guard isGiven else { return try await edit(on: screen, services) }
      if clear { screen.fields = ProfileFields() }
      if let title { screen.fields.title = title }
      if let description { screen.fields.description = description }
      if let picture {
        if picture.isEmpty {
          screen.fields.picture = nil
        } else {
          await screen.choose(picture)
          _ = try screen.response()
        }
      }
      await screen.save()
      return try screen.response()
    }
  }

  /// Edits the profile in the person's editor, whose file is kept if the text is not saved.
  @MainActor
  private func edit(
    on screen: ProfileScreen,
    _ services: Services
  ) async throws(Problem) -> Response {
    let template = ProfileTemplate(screen.fields)
    let file = try services.editor.get().edit(template.text, named: "profile")
    do throws(Problem) {
      let text = try file.text()
      guard text != template.text else {
        file.remove()
        // As it is now: somebody else may have saved meanwhile.
        await screen.load()
        _ = try screen.response()
        await screen.save()
        return try screen.response()
      }
      guard let fields = template.fields(in: text) else {
        throw Problem(
          .interrupted,
          "The text is empty, so nothing was changed. To remove the texts: "
            + "moniker profile edit --title '' --description ''"
        )
      }
      screen.fields = fields
      await screen.save()
      let response = try screen.response()
      file.remove()
      return response
    } catch {
      guard error.code != .interrupted else {
        file.remove()
        throw error
      }
      throw file.isThere ? error.keeping(file.path) : error
    }
  }
}

extension Problem {
  /// The problem with a sentence that the person's text is kept in a file, for its owner alone.
  func keeping(_ path: String) -> Problem {
    // The editor may have made it anew.
    _ = chmod(path, 0o600)
    return Problem(code, "\(message)\nYour text is kept in \(path).", remedies)
  }
}
