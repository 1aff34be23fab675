package io.mcpbridge.cli;

import static io.mcpbridge.cli.CliRun.url;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.internal.file.WriteLock;
import io.mcpbridge.test.LeakCheck;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code mcp login} at a server that requires a token. */
@ExtendWith(LeakCheck.class)
class LoginTest {

  private static final String PAGE = "Open this page to sign in: ";

  @TempDir Path folder;

  private final SignInServer server = new SignInServer();
  private CliRun mcp;

  @BeforeEach
  void configure() {
    mcp = new CliRun(folder).servers("web", url(server.url()));
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** Does what the browser of a user does who answers on the page. */
  private void answer(String line, String answer) {
    if (line.startsWith(PAGE)) {
      CompletableFuture.runAsync(() -> redirect(URI.create(line.substring(PAGE.length())), answer));
    }
  }

  private static void redirect(URI page, String answer) {
    Map<String, String> query =
        Arrays.stream(page.getRawQuery().split("&"))
            .map(it -> it.split("=", 2))
            .collect(
                Collectors.toMap(
                    it -> it[0], it -> URLDecoder.decode(it[1], StandardCharsets.UTF_8)));
    try {
      HttpURLConnection redirect =
          (HttpURLConnection)
              URI.create(query.get("redirect_uri") + "?" + answer + "&state=" + query.get("state"))
                  .toURL()
                  .openConnection();
      redirect.getResponseCode();
      redirect.disconnect();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void signsInOnceForAllCommands() throws IOException {
    assertThat(mcp.run("list").exitCode()).isEqualTo(4);
    assertThat(mcp.out()).contains("web  needs authorization", "mcp login web");

    mcp.errorLines(line -> answer(line, "code=c")).run("login", "web", "--no-browser");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.out()).isEqualTo("web: signed in\n");
    assertThat(mcp.run("list").exitCode()).isZero();
    assertThat(mcp.out()).contains("web__whoami");
    assertThat(mcp.err()).doesNotContain(PAGE, SignInServer.TOKEN);
    Path tokens = folder.resolve("home/.config/mcp-bridge/tokens");
    assertThat(Files.readString(tokens, StandardCharsets.ISO_8859_1))
        .doesNotContain(SignInServer.TOKEN);
  }

  @Test
  void reportsRefusedLogin() {
    mcp.errorLines(line -> answer(line, "error=access_denied"));
    mcp.run("login", "web", "--no-browser", "--json");

    assertThat(mcp.exitCode()).isEqualTo(4);
    assertThat(mcp.json().bool("signedIn")).isFalse();
    assertThat(mcp.err()).contains("access_denied").doesNotContain("mcp login");
  }

  @Test
  void reportsServersThatAreNotStarted() {
    mcp.servers("web", "{\"url\": \"" + server.url() + "\", \"disabled\": true}");
    assertThat(mcp.run("login", "web", "--json").exitCode()).isEqualTo(2);
    assertThat(mcp.json().bool("signedIn")).isFalse();
    assertThat(mcp.err()).contains("error: web: disabled");

    mcp.file(".cursor/mcp.json", "{\"mcpServers\": {\"web\": " + url(server.url()) + "}}");
    assertThat(mcp.run("login", "web", "-f", ".cursor/mcp.json").exitCode()).isEqualTo(2);
    assertThat(mcp.out()).isEmpty();
    assertThat(mcp.err()).containsOnlyOnce("error: web: ").contains("add --start");
  }

  @Test
  void reportsServerWithCredentialsOfItsOwn() {
    mcp.servers(
        "web",
        "{\"url\": \""
            + server.url()
            + "\", \"headers\": {\"Authorization\": \"Bearer "
            + SignInServer.TOKEN
            + "\"}}");
    assertThat(mcp.run("list").exitCode()).isZero();

    assertThat(mcp.run("login", "web").exitCode()).isEqualTo(2);
    assertThat(mcp.out()).isEmpty();
    assertThat(mcp.err()).contains("error: web: it uses no login");
  }

  @Test
  void rejectsUnknownServer() {
    assertThat(mcp.run("login", "other").exitCode()).isEqualTo(2);
    assertThat(mcp.err()).contains("there is no server \"other\"");
  }

  private void signIn() {
    mcp.errorLines(line -> answer(line, "code=c")).run("login", "web", "--no-browser");
    assertThat(mcp.run("list").exitCode()).isZero();
  }

  @Test
  void signsOutAndRevokesToken() {
    signIn();

    assertThat(mcp.run("logout", "web").exitCode()).isZero();
    assertThat(mcp.out()).isEqualTo("web: signed out\n");
    assertThat(server.revocations())
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("token=" + SignInServer.TOKEN);
    assertThat(mcp.run("list").exitCode()).isEqualTo(4);
    assertThat(mcp.run("logout", "web", "--json").exitCode()).isZero();
    assertThat(mcp.json().bool("signedOut")).isTrue();
    assertThat(mcp.json().string("server")).isEqualTo("web");
  }

  @Test
  void removesTokenAlsoIfItIsNotRevoked() {
    signIn();
    server.refuseRevocations();

    assertThat(mcp.run("logout", "web", "--json").exitCode()).isEqualTo(1);
    assertThat(mcp.json().bool("signedOut")).isTrue();
    assertThat(mcp.json().bool("revoked")).isFalse();
    assertThat(mcp.err()).contains("error: web: the revocation endpoint of 127.0.0.1");
    assertThat(mcp.run("list").exitCode()).isEqualTo(4);
  }

  @Test
  void signsOutOfAllServersWithoutRequest() {
    signIn();
    mcp.servers("other", url("http://127.0.0.1:1/mcp"));

    assertThat(mcp.run("logout", "--all").exitCode()).isZero();
    assertThat(mcp.out()).isEqualTo("signed out of all servers\n");
    assertThat(folder.resolve("home/.config/mcp-bridge/tokens")).doesNotExist();
    assertThat(folder.resolve("home/.config/mcp-bridge/tokens.key")).doesNotExist();
    assertThat(server.revocations()).isEmpty();
    mcp.servers("web", url(server.url()));
    assertThat(mcp.run("list").exitCode()).isEqualTo(4);
    assertThat(mcp.run("logout", "--all", "--json").json().bool("signedOut")).isTrue();
  }

  @Test
  void removesNoTokensWhileTheyAreChanged() throws Exception {
    signIn();
    Path tokens = folder.toRealPath().resolve("home/.config/mcp-bridge/tokens");
    try (WriteLock lock = WriteLock.of(tokens, Duration.ofMinutes(1), "test")) {
      CompletableFuture.runAsync(() -> mcp.run("logout", "--all", "--timeout", "1ms")).get();
    }

    assertThat(mcp.exitCode()).isEqualTo(1);
    assertThat(mcp.err()).contains("cannot be removed", "(option --timeout)");
    assertThat(tokens).exists();
  }

  @Test
  void reportsLogoutAtUnreachableServer() {
    mcp.servers("web", url("http://127.0.0.1:1/mcp")).run("logout", "web");

    assertThat(mcp.exitCode()).isEqualTo(3);
    assertThat(mcp.err()).contains("error: web: ");
    assertThat(mcp.out()).isEmpty();
  }

  @Test
  void rejectsWrongLogout() {
    assertThat(mcp.run("logout").exitCode()).isEqualTo(2);
    assertThat(mcp.run("logout", "web", "--all").exitCode()).isEqualTo(2);
    assertThat(mcp.run("logout", "other").exitCode()).isEqualTo(2);
    mcp.servers("web", "{\"command\": \"never-started\", \"disabled\": true}");
    assertThat(mcp.run("logout", "web").exitCode()).isEqualTo(2);
    assertThat(mcp.err()).contains("error: web: disabled");
  }

  @Test
  void reportsServersThatCannotBeSignedOut() {
    mcp.servers("web", url("${NO_SUCH_VARIABLE}")).run("logout", "web", "--json");
    assertThat(mcp.exitCode()).isEqualTo(5);
    assertThat(mcp.json().bool("signedOut")).isFalse();
    assertThat(mcp.err()).containsOnlyOnce("error: web: ").contains("NO_SUCH_VARIABLE");

    mcp.file(".cursor/mcp.json", "{\"mcpServers\": {\"web\": {\"command\": \"never-started\"}}}");
    assertThat(mcp.run("logout", "web", "-f", ".cursor/mcp.json").exitCode()).isEqualTo(2);
    assertThat(mcp.out()).isEmpty();
    assertThat(mcp.err()).containsOnlyOnce("error: web: ").contains("add --start");
  }

  @Test
  void signsOutOfServersOfAnotherProgramOnlyOnRequest() {
    signIn();
    mcp.file(".cursor/mcp.json", "{\"mcpServers\": {\"web\": " + url(server.url()) + "}}");

    assertThat(mcp.run("logout", "web", "-f", ".cursor/mcp.json").exitCode()).isEqualTo(2);
    assertThat(mcp.err()).contains("add --start");
    assertThat(server.revocations()).isEmpty();
    assertThat(mcp.run("logout", "web", "-f", ".cursor/mcp.json", "--start").exitCode()).isZero();
    assertThat(server.revocations()).hasSize(1);
  }

  @Test
  void signsOutOfDisabledServer() {
    signIn();
    mcp.servers("web", "{\"url\": \"" + server.url() + "\", \"disabled\": true}");

    assertThat(mcp.run("logout", "web").exitCode()).isZero();
    assertThat(mcp.out()).isEqualTo("web: signed out\n");
    assertThat(server.revocations()).hasSize(1);
  }
}
