package coterie.lab.picture.instants;

/** How much of a run its picture shows. */
public enum Detail {
  /** All of it. */
  WHOLE,
  /** Instants that hold nothing but routine share a row that is not drawn. */
  FOLDED,
  /** The same, and of the messages only those that made a difference. */
  THINNED
}
