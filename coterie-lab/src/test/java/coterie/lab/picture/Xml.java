package coterie.lab.picture;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Reads pictures back. */
public final class Xml {
  private Xml() {}

  /** Fails if the text is not well-formed. */
  public static Document parse(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  /** The looks of all shapes of that name, in their order. */
  public static List<String> looks(String svg, String shape) throws Exception {
    return elements(svg, shape).stream().map(e -> e.getAttribute("class")).toList();
  }

  /** The words of all texts with that look. */
  public static List<String> words(String svg, String look) throws Exception {
    return elements(svg, "text").stream()
        .filter(e -> List.of(e.getAttribute("class").split(" ")).contains(look))
        .map(Element::getTextContent)
        .toList();
  }

  /** How far down the last shape of that look begins; circles are asked for their middle. */
  static double top(String svg, String shape, String look) throws Exception {
    Element last =
        elements(svg, shape).stream()
            .filter(e -> e.getAttribute("class").equals(look))
            .reduce((one, other) -> other)
            .orElseThrow();
    return Double.parseDouble(last.getAttribute(shape.equals("circle") ? "cy" : "y"));
  }

  private static List<Element> elements(String svg, String shape) throws Exception {
    NodeList nodes = parse(svg).getElementsByTagName(shape);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }
}
