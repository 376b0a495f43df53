package coterie.sim;

import org.jspecify.annotations.Nullable;

/** First in, first out: what happens within the present instant. A ring of reused places. */
final class InstantQueue {
  private long[] words = new long[2 * 64];
  private @Nullable Object[] subjects = new @Nullable Object[64];
  private int head;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void add(long first, long second, Object subject) {
    if (size == subjects.length) {
      grow();
    }
    int at = (head + size++) & (subjects.length - 1);
    words[2 * at] = first;
    words[2 * at + 1] = second;
    subjects[at] = subject;
  }

  long first() {
    return words[2 * head];
  }

  long second() {
    return words[2 * head + 1];
  }

  /** Takes the subject of the head, and with it the head itself; read its words before. */
  Object take() {
    Object subject = subjects[head];
    assert subject != null : "the queue is empty";
    subjects[head] = null;
    head = (head + 1) & (subjects.length - 1);
    size--;
    return subject;
  }

  private void grow() {
    int capacity = subjects.length;
    long[] moreWords = new long[4 * capacity];
    @Nullable Object[] moreSubjects = new @Nullable Object[2 * capacity];
    for (int i = 0; i < size; i++) {
      int at = (head + i) & (capacity - 1);
      moreWords[2 * i] = words[2 * at];
      moreWords[2 * i + 1] = words[2 * at + 1];
      moreSubjects[i] = subjects[at];
    }
    words = moreWords;
    subjects = moreSubjects;
    head = 0;
  }
}
