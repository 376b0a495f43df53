package coterie.bench.peers;

/** Where a node runs: its slot in the network, and the name that it has there. */
record Place(int slot, String name) {
  static final int PORT = 7946;

  static Place of(int slot) {
    return new Place(slot, "n" + slot);
  }

  String address() {
    return address(slot);
  }

  static String address(int slot) {
    return "10.77.%d.%d".formatted(slot / 250, slot % 250 + 1);
  }
}
