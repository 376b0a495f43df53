package coterie.cli.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts every sentence of a page on a line of its own, so that a change of a sentence is a change of
 * a line. Code, tables, headings, quotes and HTML stay as they are. A paragraph or an item may
 * begin with a few words in bold, which belong to the sentence behind them; and an item that begins
 * with a label such as <b>Needs:</b> is one line.
 */
final class Markdown {
  private static final Pattern ITEM = Pattern.compile("( *)([-*]|\\d+\\.) +(.*)");
  private static final Pattern VERBATIM = Pattern.compile(" *(\\||#|>|<|\\[[^\\]]+\\]: |---).*");
  private static final Pattern LABELLED = Pattern.compile("( *)[-*] \\*\\*[^*]+:\\*\\* .*");
  private static final Pattern END = Pattern.compile("[.!?][)\"”*_`]*(?= +[^ ])");
  private static final Pattern ABBREVIATION =
      Pattern.compile(".*(?:\\b[A-Z]|\\bet al|\\bpp|\\bvs|\\bcf|\\bNo|\\be\\.g|\\bi\\.e)\\.$");

  private final List<String> out = new ArrayList<>();
  private final StringBuilder sentences = new StringBuilder();
  private String first = "";
  private String rest = "";

  private Markdown() {}

  static String reflow(String text) {
    Markdown page = new Markdown();
    boolean isCode = false;
    for (String line : text.split("\n", -1)) {
      boolean isFence = line.strip().startsWith("```");
      if (isFence || isCode) {
        page.verbatim(line);
        isCode ^= isFence;
      } else {
        page.line(line);
      }
    }
    page.flush();
    return String.join("\n", page.out);
  }

  private void line(String line) {
    Matcher item = ITEM.matcher(line);
    boolean isIndentedCode = line.startsWith("    ") && sentences.isEmpty() && rest.isEmpty();
    if (line.isBlank()) {
      boolean wasItem = !rest.isEmpty();
      flush();
      out.add(line);
      rest = wasItem ? rest : "";
    } else if (VERBATIM.matcher(line).matches() || isIndentedCode) {
      verbatim(line);
    } else if (item.matches()) {
      flush();
      first = item.group(1) + item.group(2) + " ";
      rest = " ".repeat(first.length());
      sentences.append(item.group(3));
    } else if (sentences.isEmpty()) {
      boolean isInItem = !rest.isEmpty() && line.startsWith(rest);
      rest = isInItem ? rest : "";
      first = rest;
      sentences.append(line.strip());
    } else {
      sentences.append(' ').append(line.strip());
    }
  }

  private void verbatim(String line) {
    flush();
    if (!line.startsWith(" ")) {
      rest = "";
    }
    out.add(line);
  }

  private void flush() {
    if (sentences.isEmpty()) {
      return;
    }
    String text = sentences.toString().replaceAll(" +", " ").strip();
    sentences.setLength(0);
    if (LABELLED.matcher(first + text).matches()) {
      out.add(first + text);
      return;
    }
    String indent = first;
    for (String sentence : split(text)) {
      out.add(indent + sentence);
      indent = rest;
    }
  }

  static List<String> split(String text) {
    List<String> sentences = new ArrayList<>();
    int begin = 0;
    Matcher end = END.matcher(text);
    while (end.find()) {
      String sentence = text.substring(begin, end.end());
      if (isWhole(sentence, text.substring(end.end()).strip())) {
        sentences.add(sentence.strip());
        begin = end.end();
      }
    }
    sentences.add(text.substring(begin).strip());
    return sentences;
  }

  /** Whether a sentence ends here: not within brackets, code or an abbreviation. */
  private static boolean isWhole(String sentence, String next) {
    String plain = sentence.replaceAll("`[^`]*`", "").replaceAll("\\]\\([^)]*\\)", "]");
    boolean isBalanced =
        count(plain, '(') <= count(plain, ')')
            && count(plain, '[') <= count(plain, ']')
            && count(plain, '`') == 0
            && count(plain, '"') % 2 == 0;
    boolean isHeading = sentence.strip().matches("\\*\\*[^* ]+( [^* ]+){0,2}\\*\\*");
    boolean opensNext = next.matches("(?s)[\\p{Lu}\\d`*_\\[(\"“$◇].*");
    return isBalanced && opensNext && !isHeading && !ABBREVIATION.matcher(sentence).matches();
  }

  private static long count(String text, char letter) {
    return text.chars().filter(each -> each == letter).count();
  }
}
