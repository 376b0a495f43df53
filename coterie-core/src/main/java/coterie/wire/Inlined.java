package coterie.wire;

/**
 * Marks a record whose fields are those of the record that holds it, as its last component: on the
 * wire without a length of its own, in traces without its name. So fields that belong together have
 * one type, and bytes and traces are as if each of them stood there.
 */
public interface Inlined {}
