package coterie.net;

import coterie.core.NodeId;
import coterie.net.disk.FolderLock;
import coterie.net.disk.StableException;
import coterie.net.disk.StableFolder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lives of a {@link GroupNode}: they are counted from 1, in its folder, before others hear of
 * them. Packets have a number from the clock instead, as two processes that were given one id by
 * mistake could both be in their first life.
 */
final class GroupLife implements AutoCloseable {
  private static final String NODE = "node";
  private static final String LIFE = "life";

  private final GroupMemory own;
  private final @Nullable Path folder;
  private final @Nullable FolderLock right;
  private long life;
  private long incarnation;

  private GroupLife(GroupMemory own, @Nullable Path folder, @Nullable FolderLock right) {
    this.own = own;
    this.folder = folder;
    this.right = right;
  }

  /**
   * Takes the folder for this node alone.
   *
   * @throws IllegalArgumentException if it belongs to another node, or is not a folder
   * @throws IOException if it cannot be used now
   */
  static GroupLife in(@Nullable Path folder, String cluster, NodeId self, String stack)
      throws IOException {
    GroupMemory own = new GroupMemory(cluster, self.value(), stack, 0, 0);
    if (folder == null) {
      return new GroupLife(own, null, null);
    }
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "the data folder %s is a file; a folder is needed".formatted(folder));
    }
    try {
      new StableFolder(folder).create();
      FolderLock right = FolderLock.to(folder);
      if (right == null) {
        throw new IOException("the data folder %s is in use by another node".formatted(folder));
      }
      return remembered(new GroupLife(own, folder, right), folder);
    } catch (AccessDeniedException e) {
      throw new IOException(
          "the data folder %s cannot be used: no permission".formatted(folder), e);
    }
  }

  private static GroupLife remembered(GroupLife life, Path folder) throws IOException {
    try {
      GroupMemory last = new StableFolder(folder).read(NODE, LIFE, GroupMemory.class);
      life.remember(folder, last);
      return life;
    } catch (StableException e) {
      life.close();
      throw new IOException(e.getMessage(), e);
    } catch (RuntimeException e) {
      life.close();
      throw e;
    }
  }

  private void remember(Path in, @Nullable GroupMemory last) {
    if (last == null) {
      return;
    }
    boolean isOwn =
        last.cluster().equals(own.cluster())
            && last.node() == own.node()
            && last.stack().equals(own.stack());
    if (!isOwn) {
      throw new IllegalArgumentException(
          "the data folder %s belongs to %s, not to %s".formatted(in, text(last), text(own)));
    }
    life = last.life();
    incarnation = last.incarnation();
  }

  private static String text(GroupMemory memory) {
    String of = memory.stack().isEmpty() ? "" : " of " + memory.stack();
    return "%s%s in the cluster %s".formatted(new NodeId(memory.node()), of, memory.cluster());
  }

  /**
   * Begins the next life; its numbers are durable when this returns.
   *
   * @param lifeAbove a life that others know of; this one is later
   * @param incarnationAbove the incarnation of such a life
   */
  void next(long lifeAbove, long incarnationAbove) throws IOException {
    life = Math.max(life, lifeAbove) + 1;
    long known = Math.max(incarnation, incarnationAbove);
    incarnation = Math.max(known + 1, System.currentTimeMillis());
    write();
  }

  /** This life was refused before it began: the next attempt must not pass for a later one. */
  void undo() throws IOException {
    life--;
    write();
  }

  private void write() throws IOException {
    if (folder != null) {
      GroupMemory memory =
          new GroupMemory(own.cluster(), own.node(), own.stack(), life, incarnation);
      new StableFolder(folder).write(NODE, LIFE, GroupMemory.class, memory);
    }
  }

  long life() {
    return life;
  }

  long incarnation() {
    return incarnation;
  }

  @Override
  public void close() {
    if (right != null) {
      right.close();
    }
  }
}
