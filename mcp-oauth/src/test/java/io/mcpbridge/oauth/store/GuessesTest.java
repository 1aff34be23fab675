package io.mcpbridge.oauth.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stores that a user would guess; the one in memory has no public type of its own. */
class GuessesTest {

  @Test
  void createsTokenStores(@TempDir Path folder) {
    DataSource dataSource = new JdbcDataSource();

    List<TokenStore> stores =
        List.of(
            TokenStore.inMemory(),
            FileTokenStore.of(folder.resolve("tokens")),
            JdbcTokenStore.of(dataSource));

    assertThat(stores).hasSize(3);
  }
}
