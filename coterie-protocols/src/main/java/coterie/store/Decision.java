package coterie.store;

import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Cas;
import coterie.core.RegisterNote.Get;
import coterie.core.RegisterNote.Outcome;
import coterie.core.RegisterNote.Refused;
import coterie.core.RegisterNote.Set;
import coterie.core.RegisterNote.Succeeded;

/**
 * What a call makes of the content of its register: the content that is to be accepted, and the
 * outcome once it is.
 */
record Decision(Content content, Outcome outcome) {
  /**
   * A call on its way.
   *
   * @param writer its name
   * @param proposedFrom the lowest version on which a write of this call was ever proposed; {@link
   *     #NEVER} if none was
   */
  record Task(
      String register, RegisterNote.Action action, Content.Writer writer, long proposedFrom) {
    static final long NEVER = Long.MAX_VALUE;

    boolean hasProposed() {
      return proposedFrom != NEVER;
    }
  }

  /** Whether the content that was found changes. */
  boolean writes(Content found) {
    return content.version() != found.version();
  }

  /**
   * Decides. A write that was proposed under an earlier ballot may have been taken up by another
   * proposer: to write it once more, or to call it refused, would be wrong. The writers in the
   * content tell.
   */
  static Decision of(Task task, Content found) {
    String register = task.register;
    long request = task.writer.request();
    long own = task.hasProposed() ? found.writtenBy(task.writer) : 0;
    if (own > 0) {
      return new Decision(found, new Succeeded(register, request, own, valueOf(task.action)));
    }
    if (task.hasProposed() && !found.remembersSince(task.proposedFrom)) {
      String why =
          "%d versions were written since version %d, and who wrote the first is forgotten"
              .formatted(found.version() - task.proposedFrom, task.proposedFrom);
      return new Decision(found, new RegisterNote.Unknown(register, request, why));
    }
    return switch (task.action) {
      case Get get ->
          new Decision(found, new Succeeded(register, request, found.version(), found.value()));
      case Set(String value) -> write(task, found, value);
      case Cas(long expected, String value) ->
          found.version() == expected
              ? write(task, found, value)
              : new Decision(found, new Refused(register, request, found.version(), found.value()));
    };
  }

  private static Decision write(Task task, Content found, String value) {
    Content written = found.written(value, task.writer);
    return new Decision(
        written, new Succeeded(task.register, task.writer.request(), written.version(), value));
  }

  private static String valueOf(RegisterNote.Action action) {
    return switch (action) {
      case Get get -> "";
      case Set(String value) -> value;
      case Cas(long expected, String value) -> value;
    };
  }
}
