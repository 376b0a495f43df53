package coterie.store.registers;

import coterie.core.NodeId;
import coterie.core.RegisterNote.Action;
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
  /** A call: by which process, in which of its lives, under which number. */
  record Task(String register, Action action, NodeId node, long life, long request) {}

  /** Whether the content that was found changes. */
  boolean writes(Content found) {
    return content.version() != found.version();
  }

  /**
   * Decides. A write that was proposed under an earlier ballot may have been taken up by another
   * proposer: to write it once more, or to call it refused, would be wrong. The content tells.
   */
  static Decision of(Task task, Content found) {
    String register = task.register;
    long request = task.request;
    long own = found.writtenBy(task.node, task.life, request);
    return switch (task.action) {
      case Get get ->
          new Decision(found, new Succeeded(register, request, found.version(), found.value()));
      case Set(String value) ->
          own > 0
              ? new Decision(found, new Succeeded(register, request, own, value))
              : write(task, found, value);
      case Cas(long expected, String value) -> {
        if (own > 0) {
          yield new Decision(found, new Succeeded(register, request, own, value));
        }
        yield found.version() == expected
            ? write(task, found, value)
            : new Decision(found, new Refused(register, request, found.version(), found.value()));
      }
    };
  }

  private static Decision write(Task task, Content found, String value) {
    Content written = found.written(value, task.node, task.life, task.request);
    return new Decision(
        written, new Succeeded(task.register, task.request, written.version(), value));
  }
}
