package io.mcpbridge.realservers.stores;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.URI;
import java.nio.file.Path;

/**
 * A database that several processes share.
 *
 * @param vendor its name in Spring Boot and Flyway
 * @param url the JDBC URL
 */
record Database(String vendor, String url) {

  /** A file database; the first process that opens it serves the others. */
  static Database h2(Path file) {
    return new Database("h2", "jdbc:h2:file:" + file.toAbsolutePath() + ";AUTO_SERVER=TRUE");
  }

  /** The database of {@code with-postgres}. */
  static Database postgres() {
    URI at = URI.create(System.getenv("POSTGRES_URL"));
    return new Database(
        "postgresql",
        "jdbc:postgresql://" + at.getHost() + ":" + at.getPort() + at.getPath() + "?user=postgres");
  }

  /** The database of {@code with-mariadb}. */
  static Database mariaDb() {
    return new Database("mariadb", "jdbc:" + System.getenv("MARIADB_URL"));
  }

  HikariDataSource pool(Pool settings) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(settings.size());
    config.setAutoCommit(settings.autoCommit());
    config.setTransactionIsolation(
        settings.serializable() ? "TRANSACTION_SERIALIZABLE" : "TRANSACTION_READ_COMMITTED");
    return new HikariDataSource(config);
  }

  /** The application's connection pool settings. */
  record Pool(int size, boolean autoCommit, boolean serializable) {

    static final Pool USUAL = new Pool(4, true, false);
    static final Pool WITHOUT_AUTO_COMMIT = new Pool(2, false, false);
    static final Pool SERIALIZABLE = new Pool(2, true, true);

    String words() {
      return size + " " + autoCommit + " " + serializable;
    }

    static Pool of(String size, String autoCommit, String serializable) {
      return new Pool(
          Integer.parseInt(size),
          Boolean.parseBoolean(autoCommit),
          Boolean.parseBoolean(serializable));
    }
  }
}
