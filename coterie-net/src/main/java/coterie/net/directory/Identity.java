package coterie.net.directory;

import coterie.core.NodeId;

/**
 * Which life of which node a host runs.
 *
 * @param name that people gave to the node
 * @param node the same in every life
 * @param incarnation grows with every life
 */
public record Identity(String cluster, String name, NodeId node, long incarnation) {}
