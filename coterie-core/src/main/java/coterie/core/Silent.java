package coterie.core;

/** The family of a protocol that only uses those below it and says nothing itself. */
public sealed interface Silent extends Message {
  /** Nobody sends it; a family has at least one kind of message. */
  record Nothing() implements Silent {}
}
