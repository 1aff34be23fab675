package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The scripts for the table of {@link JdbcTokenStore}; real-servers covers MariaDB and PostgreSQL.
 */
public class TableScriptsTest {

  public static void createTable(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(script("h2")); // H2 runs several statements at once
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static String script(String database) {
    String name = database + "/R__mcp_oauth_entry.sql";
    try (InputStream script = OAuthCredentials.class.getResourceAsStream(name)) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "mariadb", "mysql", "oracle", "postgresql", "sqlserver"})
  void documentationHasScriptOfEachDatabase(String database) throws IOException {
    assertThat(Files.readString(Path.of("../docs/reference/token-table.md")))
        .contains("```sql\n" + script(database) + "```");
  }
}
