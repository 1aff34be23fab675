package io.mcpbridge.approval.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts for the tables; real-servers runs those for MariaDB and PostgreSQL. */
class TableScriptsTest {

  @ParameterizedTest
  @ValueSource(strings = {"h2", "mariadb", "mysql", "oracle", "postgresql", "sqlserver"})
  void documentationHasScriptOfEachDatabase(String database) throws IOException {
    assertThat(Files.readString(Path.of("../docs/reference/approval-table.md")))
        .contains(
            "```sql\n" + TestDatabase.script(database, "mcp_approval") + "```",
            "```sql\n" + TestDatabase.script(database, "mcp_approval_audit") + "```");
  }
}
