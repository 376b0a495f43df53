/** A service of somebody else. */
module consumer {
  requires coterie;
}
