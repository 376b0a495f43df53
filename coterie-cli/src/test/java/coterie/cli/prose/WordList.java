package coterie.cli.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Phrases that are not plain English, each with what to write instead. */
final class WordList {
  /** A phrase, and what to write instead. */
  private record Phrase(Pattern pattern, String advice) {}

  private static final List<Phrase> PHRASES =
      List.of(
          phrase(
              "(?-i:(?<=^|[.!?:;] |\\| |\\*\\*)Who(?:ever)?) (?![^.!]*\\?)[^.!;:]*[.!;:]?",
              "name the subject: a member, a process, the caller"),
          phrase("\\bunless said\\b|\\bif not said\\b", "(default: 4)"),
          phrase(
              "(?<!\\bthere )\\b(?:is|are|was|were|be) none\\b", "is not one, does not have one"),
          phrase(
              "(?<!\\bthere )\\b(?:is|are|was|were) no"
                  + " (?!longer|more|less|fewer|further|\\w+er than\\b)",
              "is not a ..."),
          phrase("\\bso (?:many|few)\\b(?! that)", "the number, or: that many"),
          phrase("\\b(?:is|are|was|were) wanted\\b", "is expected, is needed"),
          phrase(
              "\\bthat one\\b(?=[,.;:)\"]| (?:is|has|was|did|does|can|may|will)\\b|$)",
              "name it: the process, the other node"),
          phrase("\\bst(?:ands?|ood|anding) still\\b", "is paused, does not move"),
          phrase("\\bon the average\\b", "on average"),
          phrase("\\bfor ever\\b", "forever, without end"),
          phrase(
              "\\bh(?:eld|olds?|olding) (?:\\w+ ){0,3}for"
                  + " (?:down|gone|dead|up|crashed|lost|alive)\\b",
              "believed to be down, suspects"),
          phrase("(?<!\\bnone )(?<!\\bone )(?<!\\bthose )\\bof late\\b", "recently"),
          phrase("\\ball in all\\b|\\bat the longest\\b", "in total, at most"),
          phrase("\\bnear it is\\b", "did you mean"),
          phrase("\\boneself\\b", "itself, the process"),
          phrase("\\b[Nn]ews (?:are|ride|were|have)\\b", "news is"),
          phrase("\\bthe begin of\\b", "the start of"),
          phrase("\\b(?:how|so)[- ]manieth\\b", "its number, counted from 1"));

  private WordList() {}

  private static Phrase phrase(String pattern, String advice) {
    return new Phrase(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), advice);
  }

  /** Finds phrases in comments and strings of Java code, as lines with an advice. */
  static List<String> inJava(String name, String code) {
    return find(name, Words.ofJava(code));
  }

  /** Finds phrases outside the code of a page, or in the lines of a text. */
  static List<String> inText(String name, String text) {
    return find(name, Words.ofText(text));
  }

  private static List<String> find(String name, List<Words> all) {
    List<String> found = new ArrayList<>();
    for (Words words : all) {
      String text = words.text();
      for (Phrase phrase : PHRASES) {
        Matcher matcher = phrase.pattern.matcher(text);
        while (matcher.find()) {
          String hit = matcher.group().strip();
          String shown = hit.length() > 60 ? hit.substring(0, 60) + "…" : hit;
          int line = words.line(matcher.start() + matcher.group().indexOf(hit));
          found.add("%s:%d: \"%s\": %s".formatted(name, line, shown, phrase.advice));
        }
      }
    }
    return found;
  }
}
