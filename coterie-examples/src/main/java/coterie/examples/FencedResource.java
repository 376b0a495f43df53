package coterie.examples;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * A table in a database that refuses writes of those who have held a lock, but do so no more.
 *
 * <p>A lock alone cannot protect a table. A holder may be paused after it has looked whether it
 * holds the lock, lose it, and go on to write while another one is inside. So every write carries
 * the token of the lock, every row remembers the greatest token that has written it, and one
 * statement compares and writes: the database does both or neither.
 */
public final class FencedResource {
  private final DataSource database;

  /** Makes the table if there is none. */
  public FencedResource(DataSource database) throws SQLException {
    this.database = database;
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS fenced ("
              + "name VARCHAR(200) PRIMARY KEY, content VARCHAR(10000), token BIGINT NOT NULL)");
    }
  }

  /** Makes a row that nobody has written; nothing happens if it is there. */
  public void create(String name) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO fenced (name, token) SELECT ?, 0"
                    + " WHERE NOT EXISTS (SELECT 1 FROM fenced WHERE name = ?)")) {
      insert.setString(1, name);
      insert.setString(2, name);
      insert.executeUpdate();
    }
  }

  /** Whether the row was written: not if somebody has done so with a greater token. */
  public boolean write(String name, String content, long token) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE fenced SET content = ?, token = ? WHERE name = ? AND token <= ?")) {
      update.setString(1, content);
      update.setLong(2, token);
      update.setString(3, name);
      update.setLong(4, token);
      return update.executeUpdate() == 1;
    }
  }
}
