package coterie.node;

import java.util.Comparator;

/** Orders names as people do: numbers in them count as numbers, so that p2 comes before p10. */
final class NaturalOrder implements Comparator<String> {
  @Override
  public int compare(String one, String other) {
    int i = 0;
    int j = 0;
    while (i < one.length() && j < other.length()) {
      int endOfOne = end(one, i);
      int endOfOther = end(other, j);
      int order = comparePart(one.substring(i, endOfOne), other.substring(j, endOfOther));
      if (order != 0) {
        return order;
      }
      i = endOfOne;
      j = endOfOther;
    }
    int byLength = Integer.compare(one.length() - i, other.length() - j);
    return byLength != 0 ? byLength : one.compareTo(other);
  }

  /** A part is one character, or all digits that follow each other. */
  private static int end(String text, int from) {
    int end = from + 1;
    while (isDigit(text.charAt(from)) && end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static int comparePart(String one, String other) {
    if (!isDigit(one.charAt(0)) || !isDigit(other.charAt(0))) {
      return one.compareTo(other);
    }
    String plainOne = one.replaceFirst("^0+(?=.)", "");
    String plainOther = other.replaceFirst("^0+(?=.)", "");
    int byLength = Integer.compare(plainOne.length(), plainOther.length());
    return byLength != 0 ? byLength : plainOne.compareTo(plainOther);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
