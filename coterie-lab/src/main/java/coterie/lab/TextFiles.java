package coterie.lab;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Reading and writing with errors that a person understands. */
public final class TextFiles {
  private TextFiles() {}

  public static List<String> read(Path path) throws IOException {
    try {
      return Files.readAllLines(path);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(path + " is not text in UTF-8", e);
    } catch (IOException e) {
      String why = e instanceof FileSystemException ? why(e) : path + ": " + e.getMessage();
      throw new IllegalArgumentException("cannot read " + why, e);
    }
  }

  /** Finds out before a long run that its result cannot be written. */
  public static void requireWritable(Path path) {
    if (!isWritable(path)) {
      throw new IllegalArgumentException(
          "cannot write %s: the folder is missing or not writable".formatted(path));
    }
  }

  /** Tries it, because permissions alone do not tell; what was there stays as it was. */
  private static boolean isWritable(Path path) {
    if (Files.exists(path)) {
      return !Files.isDirectory(path) && Files.isWritable(path);
    }
    try {
      Files.createFile(path);
      Files.delete(path);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Writes a file; what goes wrong, such as a full disk, names it. What a file had before is lost
   * only when all of the new text is on the disk.
   */
  public static void write(Path path, String text) throws IOException {
    try {
      if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        replace(path, text);
      } else {
        Files.writeString(path, text);
      }
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      FileSystemException named = new FileSystemException(path.toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
  }

  private static void replace(Path path, String text) throws IOException {
    Path fresh = path.resolveSibling("." + path.getFileName() + ".new");
    try {
      Files.writeString(fresh, text);
      Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING);
    } catch (AccessDeniedException e) {
      Files.writeString(path, text); // Only the file may be written, not its folder.
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      // It is not the file that the caller knows, so it is not named.
      throw e instanceof FileSystemException other
          ? new FileSystemException(path.toString(), null, other.getReason())
          : e;
    }
  }

  public static String why(IOException e) {
    return switch (e) {
      case NoSuchFileException none -> none.getFile() + ": there is no such file";
      case AccessDeniedException denied -> denied.getFile() + ": that is not allowed";
      case FileSystemException other ->
          other.getFile() + (other.getReason() == null ? "" : ": " + other.getReason());
      default -> String.valueOf(e.getMessage());
    };
  }
}
