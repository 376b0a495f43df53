package coterie.web.jdk.java.util;

/** Bytes as two lower-case digits each. */
public final class WebHexFormat {
  private static final String DIGITS = "0123456789abcdef";
  private static final WebHexFormat PLAIN = new WebHexFormat();

  private WebHexFormat() {}

  public static WebHexFormat of() {
    return PLAIN;
  }

  public String formatHex(byte[] bytes) {
    StringBuilder text = new StringBuilder(2 * bytes.length);
    for (byte each : bytes) {
      text.append(DIGITS.charAt((each >> 4) & 0xF)).append(DIGITS.charAt(each & 0xF));
    }
    return text.toString();
  }

  public byte[] parseHex(CharSequence text) {
    if (text.length() % 2 != 0) {
      throw new IllegalArgumentException(text + " has an odd number of digits");
    }
    byte[] bytes = new byte[text.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ((digit(text.charAt(2 * i)) << 4) | digit(text.charAt(2 * i + 1)));
    }
    return bytes;
  }

  private static int digit(char c) {
    int value = Character.digit(c, 16);
    if (value < 0) {
      throw new IllegalArgumentException(c + " is not a hexadecimal digit");
    }
    return value;
  }
}
