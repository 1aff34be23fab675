package io.mcpbridge.realservers.stores;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.URI;
import java.nio.file.Path;
import javax.sql.DataSource;
import liquibase.Scope;
import liquibase.UpdateSummaryEnum;
import liquibase.changelog.ChangeLogParameters;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DatabaseChangelogCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.command.core.helpers.ShowSummaryArgument;
import liquibase.ui.LoggerUIService;
import org.flywaydb.core.Flyway;

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
    return pool(settings, null);
  }

  /**
   * @param begin the first statement of each session; {@code null} for none
   */
  HikariDataSource pool(Pool settings, String begin) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(settings.size());
    config.setAutoCommit(settings.autoCommit());
    config.setTransactionIsolation(
        settings.serializable() ? "TRANSACTION_SERIALIZABLE" : "TRANSACTION_READ_COMMITTED");
    config.setConnectionInitSql(begin);
    return new HikariDataSource(config);
  }

  /** Runs Flyway as an application does, and again on restart. */
  void migrate(DataSource pool, String location) {
    for (int start = 0; start < 2; start++) {
      Flyway.configure()
          .dataSource(pool)
          .locations("classpath:" + location + "/" + vendor)
          .load()
          .migrate();
    }
  }

  void updateByLiquibase(String changelog) throws Exception {
    ChangeLogParameters parameters = new ChangeLogParameters();
    parameters.set("vendor", vendor);
    CommandScope update =
        new CommandScope(UpdateCommandStep.COMMAND_NAME)
            .addArgumentValue(DbUrlConnectionArgumentsCommandStep.URL_ARG, url)
            .addArgumentValue(UpdateCommandStep.CHANGELOG_FILE_ARG, changelog)
            .addArgumentValue(DatabaseChangelogCommandStep.CHANGELOG_PARAMETERS, parameters)
            .addArgumentValue(ShowSummaryArgument.SHOW_SUMMARY, UpdateSummaryEnum.OFF);
    Scope.child(Scope.Attr.ui, new LoggerUIService(), () -> update.execute());
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
