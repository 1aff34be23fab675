package io.mcpbridge.approval.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts for the tables; real-servers runs those for MariaDB and PostgreSQL. */
class TableScriptsTest {

  private static final Path PAGE = Path.of("../docs/reference/approval-table.md");

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void documentationHasScriptOfDatabase(String database) throws IOException {
    assertThat(Files.readString(PAGE))
        .contains(
            "```sql\n" + TestDatabase.script(database, "mcp_approval") + "```",
            "```sql\n" + TestDatabase.script(database, "mcp_approval_audit") + "```");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mariadb", "mysql", "oracle", "sqlserver"})
  void documentationLinksToScriptOfOtherDatabase(String database) throws IOException {
    String folder = "../../mcp-approval/src/main/resources/io/mcpbridge/approval/jdbc/" + database;

    assertThat(Files.readString(PAGE))
        .contains(
            "(" + folder + "/R__mcp_approval.sql)", "(" + folder + "/R__mcp_approval_audit.sql)");
  }
}
