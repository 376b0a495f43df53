package coterie.broken;

import java.util.List;

/** Replicated data that is broken. */
final class StoreVariants {
  private static final String SLOTS = "store/registers/Slots.java";
  private static final String DECISION = "store/registers/Decision.java";
  private static final String LEDGER = "store/ledger/Ledger.java";

  static final List<Variant> ALL =
      List.of(
          Variant.of(
                  "documents-sibling-lost",
                  "documents",
                  "A join drops versions that the other copy has not seen.")
              .change(
                  "store/documents/Document.java",
                  "      if (other.has(sibling.dot()) || !other.context.covers(sibling.dot())) {",
                  "      if (other.has(sibling.dot())) {"),
          Variant.of(
                  "documents-superseded-returns",
                  "documents",
                  "A join keeps versions that the other copy has superseded.")
              .change(
                  "store/documents/Document.java",
                  "      if (other.has(sibling.dot()) || !other.context.covers(sibling.dot())) {",
                  "      if (other.context.size() >= 0) {"),
          Variant.of(
                  "documents-not-told-again",
                  "documents",
                  "A copy sends nobody what a digest lacks.")
              .change(
                  "store/documents/Documents.java",
                  "        .forEach(mine -> context.send(from, new Push(mine)));",
                  "        .forEach(mine -> {});")
              .change(
                  "store/documents/Documents.java",
                  "    if (!wanted.isEmpty()) {",
                  "    if (wanted.size() > PAGE) {")
              .in("nodes 3", "until 20", "set writing 10"),
          Variant.of(
                  "ledger-settled-too-early",
                  "ledger",
                  "Transfers count as settled before all have promised to send no earlier one.")
              .change(
                  LEDGER,
                  "    if (book.settle(progress.closed())) {",
                  "    if (book.settle(stamps.last())) {"),
          Variant.of(
                  "ledger-wrong-tie-break",
                  "ledger",
                  "Transfers of one time stay in the order in which they have come.")
              .change(
                  "store/ledger/Book.java",
                  "    return one.isBefore(other);",
                  "    return one.time() <= other.time();"),
          Variant.of(
                  "ledger-overdrawn",
                  "ledger",
                  "A transfer of more than the account has is void only where it was made.")
              .change(
                  "store/ledger/Book.java",
                  "line.isVoid = !isCountable || (left < 0 && !terms.allowsOverdraft());",
                  "line.isVoid = !isCountable || (left < 0 && line.arrived =="
                      + " line.transfer.time());"),
          Variant.of(
                  "mvcc-visible-version-collected",
                  "mvcc",
                  "The collection removes the newest version before the safe point as well.")
              .change(
                  "store/mvcc/Collector.java",
                  "    if (isNewestFound) {\n      batch.add(place);",
                  "    if (isNewestFound || !version.isDeleted()) {\n      batch.add(place);")
              .in("nodes 3", "until 20", "set keep 2s", "set think 1s"),
          Variant.of("mvcc-own-write-not-logged", "mvcc", "A process does not log its own writes.")
              .change("store/mvcc/MvccReplica.java", "    log.append(self, entry);\n", ""),
          Variant.of(
                  "mvcc-write-out-of-turn",
                  "mvcc",
                  "What is not the next write of its process is dropped, and counted as seen.")
              .change(
                  "store/mvcc/MvccReplica.java",
                  "      early.keep(entry, progress.seen(origin));\n      return false;",
                  "      while (progress.seen(origin) < entry.number) {\n"
                      + "        progress.saw(origin, progress.seen(origin) + 1);\n      }\n"
                      + "      return false;"),
          Variant.of(
                  "register-refused-ballot-accepted",
                  "register",
                  "An acceptor accepts under a ballot below the one that it has promised.")
              .change(
                  SLOTS,
                  "    if (isRefused(before, ballot)) {\n"
                      + "      return ballot.equals(before.accepted());\n    }\n",
                  "")
              .in("nodes 3", "until 20", "latency uniform:1ms,100ms", "set registers 1"),
          Variant.of(
                  "register-promise-not-saved",
                  "register",
                  "A promise is not on the disk, and is forgotten in a crash.")
              .change(
                  SLOTS,
                  "      save(new Slot(name, ballot, before.accepted(), before.content()));",
                  "      slots.put(name, new Kept(new Slot(name, ballot, before.accepted(),"
                      + " before.content()), saves));")
              .faults("crash,loss")
              .in(
                  "nodes 3",
                  "until 3",
                  "latency uniform:1ms,100ms",
                  "set registers 1",
                  "set think 20ms"),
          Variant.of(
                  "register-read-of-one",
                  "register",
                  "A read returns the highest that it sees, even if only one process has it.")
              .change(
                  "store/registers/Votes.java",
                  "    return atHighest >= quorum;",
                  "    return atHighest >= 1;")
              .in("nodes 3", "until 20", "latency uniform:1ms,200ms", "set registers 1"),
          Variant.of(
                  "register-races-itself",
                  "register",
                  "A conditional write that is proposed again meets its own value and is refused.")
              .change(
                  DECISION,
                  "    long own = found.writtenBy(task.node, task.life, request);",
                  "    long own = Math.min(0, found.writtenBy(task.node, task.life, request));")
              .in("nodes 3", "until 20", "latency uniform:1ms,200ms", "set registers 1"),
          Variant.of(
                  "register-condition-ignored",
                  "register",
                  "A conditional write succeeds if the version is at least the one expected.")
              .change(
                  DECISION,
                  "        yield found.version() == expected\n",
                  "        yield found.version() >= expected\n")
              .in("nodes 3", "until 20", "set registers 1"),
          Variant.of(
                  "register-half-is-a-majority", "register", "In an even group one half decides.")
              .change(
                  "store/registers/Registers.java",
                  "    this(context, members, config, members.size() / 2 + 1, Slots::new);",
                  "    this(context, members, config, (members.size() + 1) / 2, Slots::new);")
              .in("nodes 4", "until 20", "set registers 1"));

  private StoreVariants() {}
}
