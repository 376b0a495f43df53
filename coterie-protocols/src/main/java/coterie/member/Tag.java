package coterie.member;

/** One thing that a member tells the others about itself, such as its role or its version. */
public record Tag(String key, String value) {}
