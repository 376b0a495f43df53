package coterie.cli.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words that belong together, such as a comment, in one line; and the line on which each began. */
final class Words {
  private static final Pattern TOKEN =
      Pattern.compile(
          "/\\*.*?\\*/|(?:(?<=\\n)[ \\t]*//[^\\n]*\\n)+|//[^\\n]*|\"\"\".*?\"\"\""
              + "|\"(?:\\\\.|[^\"\\\\\\n])*\"(?:\\s*\\+\\s*\"(?:\\\\.|[^\"\\\\\\n])*\")*"
              + "|'(?:\\\\.|[^'\\\\])'",
          Pattern.DOTALL);
  private static final Pattern EDGE =
      Pattern.compile("\\s*\\n\\s*(?:\\*(?!/) ?|// ?)?|\"\\s*\\+\\s*\"");

  private final StringBuilder text = new StringBuilder();
  private final List<Integer> lines = new ArrayList<>();

  private Words(String raw, int firstLine) {
    int line = firstLine;
    Matcher edge = EDGE.matcher(raw);
    int from = 0;
    while (edge.find()) {
      append(raw.substring(from, edge.start()), line);
      line += lineEnds(edge.group());
      append(edge.group().startsWith("\"") ? "" : " ", line);
      from = edge.end();
    }
    append(raw.substring(from), line);
  }

  private void append(String words, int line) {
    text.append(words);
    for (int i = 0; i < words.length(); i++) {
      lines.add(line);
    }
  }

  String text() {
    return text.toString();
  }

  int line(int at) {
    return lines.get(at);
  }

  static List<Words> ofJava(String code) {
    List<Words> all = new ArrayList<>();
    Matcher token = TOKEN.matcher(code);
    int counted = 0;
    int line = 1;
    while (token.find()) {
      String raw = token.group();
      String inside =
          raw.startsWith("/*")
              ? raw.replaceFirst("^/\\*+ ?", "").replaceFirst("\\s*\\*/$", "")
              : raw;
      inside = inside.startsWith("\"") ? inside.replaceAll("^\"+|\"+$", "") : inside;
      int begin = token.start() + raw.indexOf(inside);
      line += lineEnds(code.substring(counted, begin));
      counted = begin;
      all.add(new Words(inside.replaceFirst("^\\s*// ?", ""), line));
    }
    return all;
  }

  /** Each line, outside blocks of code: a sentence has one to itself. */
  static List<Words> ofText(String text) {
    List<Words> all = new ArrayList<>();
    boolean isCode = false;
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      boolean isFence = line.strip().startsWith("```");
      if (!isFence && !isCode) {
        all.add(new Words(line.strip(), number));
      }
      isCode ^= isFence;
    }
    return all;
  }

  private static int lineEnds(String text) {
    return (int) text.chars().filter(letter -> letter == '\n').count();
  }
}
