package highwater;

/** The broken sibling: a read returns what a majority says, before a majority knows it. */
public final class HastyRecipe extends HighWaterRecipe {
  @Override
  public String name() {
    return "hasty-high-water";
  }

  @Override
  public String summary() {
    return "broken on purpose: a read does not write back what it returns";
  }

  @Override
  boolean isHasty() {
    return true;
  }
}
