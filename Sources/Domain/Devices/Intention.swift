/// The permanent ID of an intention.
public typealias IntentionID = Identifier<Intention>

/// Something that a caller wants a store to change.
///
/// A caller that may have to repeat an intention, since its answer can be lost, gives it an ID.
public enum Intention {}
