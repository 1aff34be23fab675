package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.store.TokenStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The redirect to this machine: accepted once, with our host and our state. */
class LoopbackPromptTest {

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final List<Thread> browsers = new CopyOnWriteArrayList<>();
  private final List<String> answers = new CopyOnWriteArrayList<>();
  private final List<String> pages = new CopyOnWriteArrayList<>();
  private final Executor browser =
      visit -> {
        Thread thread = new Thread(visit, "browser");
        browsers.add(thread);
        thread.start();
      };

  @AfterEach
  void close() {
    joinBrowsers();
    environment.close();
  }

  /** Sends one request as a browser would, and records the status line of the response. */
  private void visit(int port, String target, String host) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      String head = "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      answers.add(answer.lines().findFirst().orElse(""));
      pages.add(answer);
    } catch (IOException e) {
      answers.add(e.getClass().getSimpleName());
    }
  }

  private static URI redirectUri(URI page) {
    return URI.create(FakeHttpServer.parameters(page.getRawQuery()).get("redirect_uri"));
  }

  private static String state(URI page) {
    return FakeHttpServer.parameters(page.getRawQuery()).get("state");
  }

  /** Authorization servers compare the redirect URI of a registered client by its text. */
  @Test
  void registeredClientUsesItsRedirectUri() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    URI registered = URI.create("http://localhost:" + port + "/oauth/callback");
    LoopbackPrompt prompt =
        LoopbackPrompt.showing(
                page ->
                    browser.execute(
                        () ->
                            visit(
                                port,
                                "/oauth/callback?code=c&state=" + state(page),
                                "localhost:" + port)))
            .withRedirectUri(registered);

    assertThat(
            environment
                .client(
                    environment
                        .credentials()
                        .client(ClientRegistration.of("desk"))
                        .prompt(prompt)
                        .build())
                .listTools())
        .isEmpty();

    assertThat(environment.auth.requests("/token").get(0).form())
        .containsEntry("redirect_uri", registered.toString())
        .containsEntry("client_id", "desk");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost/callback",
        "https://localhost:3334/callback",
        "http://example.com:3334/callback",
        "http://localhost:3334/callback?to=evil"
      })
  void registeredRedirectUriIsOfLoopback(String uri) {
    assertThatThrownBy(() -> LoopbackPrompt.openingBrowser().withRedirectUri(URI.create(uri)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("http://localhost:port/path");
  }

  @Test
  void receivesAuthorizationCode() {
    LoopbackPrompt prompt =
        LoopbackPrompt.showing(
            page ->
                browser.execute(
                    () -> {
                      URI back = redirectUri(page);
                      String host = "127.0.0.1:" + back.getPort();
                      String good = back.getPath() + "?code=c&state=" + state(page);
                      visit(back.getPort(), "/favicon.ico", host);
                      visit(back.getPort(), good, "rebound.example.com:" + back.getPort());
                      visit(back.getPort(), back.getPath() + "?code=evil&state=guessed", host);
                      visit(back.getPort(), good, host);
                    }));

    assertThat(environment.client(environment.credentials().prompt(prompt).build()).listTools())
        .isEmpty();

    assertThat(environment.auth.requests("/token").get(0).form()).containsEntry("code", "c");
    joinBrowsers();
    assertThat(answers)
        .containsExactly(
            "HTTP/1.1 404 Not Found",
            "HTTP/1.1 404 Not Found",
            "HTTP/1.1 404 Not Found",
            "HTTP/1.1 200 OK");
    assertThat(pages.get(3)).contains("Done");
    assertThat(pages).allMatch(page -> page.contains("X-Content-Type-Options: nosniff\r\n"));
  }

  /** The issuer is a parameter beside the code (RFC 9207), and the code may be invalid. */
  @Test
  void showsFailureOfTokenRequest() {
    for (String answer : List.of("code=c&iss=https%3A%2F%2Fevil.example", "code=refused")) {
      pages.clear();
      environment.tokens =
          request -> new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"invalid_grant\"}");
      LoopbackPrompt prompt =
          LoopbackPrompt.showing(
              page ->
                  browser.execute(
                      () -> {
                        URI back = redirectUri(page);
                        String target = back.getPath() + "?" + answer + "&state=" + state(page);
                        visit(back.getPort(), target, "127.0.0.1:" + back.getPort());
                      }));

      assertThatThrownBy(
              () ->
                  environment.client(environment.credentials().prompt(prompt).build()).listTools())
          .isInstanceOf(OAuthException.class);

      joinBrowsers();
      assertThat(pages).singleElement().asString().contains("Access was not granted", "200 OK");
      assertThat(pages.get(0)).doesNotContain("Done");
    }
  }

  /** A local program, or a page that opens connections without sending anything. */
  @ParameterizedTest
  @ValueSource(ints = {40, 200})
  void acceptsBrowserBesideSilentConnections(int count) {
    List<Socket> silent = new CopyOnWriteArrayList<>();
    LoopbackPrompt prompt =
        LoopbackPrompt.showing(
                page ->
                    browser.execute(
                        () -> {
                          URI back = redirectUri(page);
                          for (int i = 0; i < count; i++) {
                            silent.add(open(back.getPort()));
                          }
                          String good = back.getPath() + "?code=c&state=" + state(page);
                          visit(back.getPort(), good, "127.0.0.1:" + back.getPort());
                        }))
            .withTimeout(Duration.ofSeconds(10));

    assertThat(environment.client(environment.credentials().prompt(prompt).build()).listTools())
        .isEmpty();

    joinBrowsers();
    assertThat(answers).containsExactly("HTTP/1.1 200 OK");
    assertThat(silent).hasSize(count).allMatch(LoopbackPromptTest::isClosed);
  }

  /** By the server. */
  private static boolean isClosed(Socket socket) {
    try (socket) {
      socket.setSoTimeout(10_000);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException stillOpen) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Test
  void showsErrorWithoutCode() {
    for (String answer : List.of("error=access_denied", "error=invalid_scope&code=c", "code=")) {
      pages.clear();
      LoopbackPrompt prompt =
          LoopbackPrompt.showing(
              page ->
                  browser.execute(
                      () -> {
                        URI back = redirectUri(page);
                        String target = back.getPath() + "?" + answer + "&state=" + state(page);
                        visit(back.getPort(), target, "127.0.0.1:" + back.getPort());
                      }));

      assertThatThrownBy(
              () ->
                  environment.client(environment.credentials().prompt(prompt).build()).listTools())
          .hasMessageContaining("did not grant access");

      joinBrowsers();
      assertThat(pages).singleElement().asString().contains("Access was not granted", "200 OK");
      assertThat(pages.get(0)).doesNotContain("Done");
    }
  }

  /**
   * A hostile authorization server redirects the user to an honest one, whose code for this client
   * comes back (mix-up, RFC 9700, section 4.4.2.2). Without {@code iss}, the path differs.
   */
  @Test
  void rejectsResponseOfOtherAuthorizationServer() {
    List<URI> redirects = new CopyOnWriteArrayList<>();
    try (OAuthTestEnvironment honest = new OAuthTestEnvironment()) {
      LoopbackPrompt prompt =
          LoopbackPrompt.showing(
              page ->
                  browser.execute(
                      () -> {
                        URI back = redirectUri(page);
                        redirects.add(back);
                        String answer = "?code=c&state=" + state(page);
                        String host = "127.0.0.1:" + back.getPort();
                        visit(back.getPort(), redirects.get(0).getPath() + answer, host);
                        visit(back.getPort(), back.getPath() + answer, host);
                      }));
      honest.client(honest.credentials().prompt(prompt).build()).listTools();
      joinBrowsers();
      answers.clear();

      environment.client(environment.credentials().prompt(prompt).build()).listTools();

      joinBrowsers();
      assertThat(answers).containsExactly("HTTP/1.1 404 Not Found", "HTTP/1.1 200 OK");
      assertThat(redirects)
          .extracting(URI::getPath)
          .allMatch(path -> path.matches("/callback/[0-9a-f]{16}"))
          .doesNotHaveDuplicates();
      assertThat(environment.auth.requests("/register").get(0).body())
          .contains(redirects.get(1).getPath());
    }
  }

  /** A manually registered client has this path, without a port (RFC 8252, section 7.3). */
  @Test
  void usesFixedPathForPreregisteredClient() {
    List<URI> redirects = new CopyOnWriteArrayList<>();
    LoopbackPrompt prompt =
        LoopbackPrompt.showing(page -> redirects.add(redirectUri(page)))
            .withTimeout(Duration.ofMillis(1));
    List<OAuthCredentialsBuilder> builders =
        List.of(
            environment.credentials().client(ClientRegistration.of("desk")),
            environment
                .credentials()
                .clientIdMetadataDocument("https://desk.example.com/client.json"));
    environment.metadata(Map.of("client_id_metadata_document_supported", true));

    for (OAuthCredentialsBuilder credentials : builders) {
      assertThatThrownBy(() -> environment.client(credentials.prompt(prompt).build()).listTools())
          .hasMessageContaining("did not grant access");
    }

    assertThat(redirects).extracting(URI::getPath).containsExactly("/callback", "/callback");
  }

  private void joinBrowsers() {
    for (Thread thread : browsers) {
      try {
        thread.join(60_000);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void listensFromBeforePageUntilResponse() {
    AtomicReference<URI> redirect = new AtomicReference<>();
    LoopbackPrompt prompt =
        LoopbackPrompt.showing(
                page -> {
                  redirect.set(redirectUri(page));
                  connect(redirect.get().getPort());
                })
            .withTimeout(Duration.ofMillis(1));

    assertThatThrownBy(
            () -> environment.client(environment.credentials().prompt(prompt).build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("did not grant access");

    assertThat(answers).containsExactly("connected");
    assertThatThrownBy(() -> new Socket("127.0.0.1", redirect.get().getPort()).close())
        .isInstanceOf(IOException.class);
  }

  private void connect(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      answers.add(socket.isConnected() ? "connected" : "no");
    } catch (IOException e) {
      answers.add(e.getClass().getSimpleName());
    }
  }

  /** A local program that sends slowly must not keep the browser out. */
  @Test
  void closesSlowConnections() {
    LoopbackPrompt prompt =
        LoopbackPrompt.showing(
            page -> {
              URI back = redirectUri(page);
              Socket slow = open(back.getPort());
              browser.execute(() -> drip(slow));
              String good = back.getPath() + "?code=c&state=" + state(page);
              browser.execute(() -> visit(back.getPort(), good, "127.0.0.1:" + back.getPort()));
            });

    assertThat(environment.client(environment.credentials().prompt(prompt).build()).listTools())
        .isEmpty();

    joinBrowsers();
    assertThat(answers).containsExactlyInAnyOrder("cut off", "HTTP/1.1 200 OK");
  }

  @Test
  void slowConnectionsDoNotExtendTimeout() {
    LoopbackPrompt prompt =
        LoopbackPrompt.showing(
                page -> {
                  Socket slow = open(redirectUri(page).getPort());
                  browser.execute(() -> drip(slow));
                })
            .withTimeout(Duration.ofMillis(200));

    assertThatThrownBy(
            () -> environment.client(environment.credentials().prompt(prompt).build()).listTools())
        .hasMessageContaining("did not grant access");

    joinBrowsers();
    assertThat(answers).containsExactly("cut off");
  }

  private static Socket open(int port) {
    try {
      return new Socket("127.0.0.1", port);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends one byte at a time for a minute, unless the connection is closed. */
  private void drip(Socket slow) {
    try (slow) {
      for (int i = 0; i < 1_200; i++) {
        slow.getOutputStream().write('x');
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
      answers.add("heard to the end");
    } catch (IOException e) {
      answers.add("cut off");
    }
  }

  @Test
  void reusesPortForNextAuthorization() {
    LoopbackPrompt prompt = LoopbackPrompt.showing(page -> {});
    URI first;
    try (AuthorizationPrompt.CallbackReceiver callbackReceiver = prompt.prepare()) {
      first = callbackReceiver.redirectUri();
    }
    try (AuthorizationPrompt.CallbackReceiver again = prompt.prepare();
        AuthorizationPrompt.CallbackReceiver meanwhile = prompt.prepare()) {
      assertThat(again.redirectUri()).isEqualTo(first);
      assertThat(meanwhile.redirectUri()).isNotEqualTo(first);
    }
  }

  @Test
  void reusesRegisteredPortAfterRestart() {
    TokenStore store = TokenStore.inMemory();
    for (int run = 0; run < 2; run++) {
      LoopbackPrompt prompt = LoopbackPrompt.showing(page -> {}).withTimeout(Duration.ofMillis(1));
      OAuthCredentials credentials =
          environment.credentials().prompt(prompt).tokenStore(store).build();
      assertThatThrownBy(() -> environment.client(credentials).listTools())
          .hasMessageContaining("did not grant access");
    }

    assertThat(environment.auth.requests("/register")).hasSize(1);
  }

  @Test
  void startsBrowserCommandWithArguments() {
    assertThat(Browser.opener("Windows 11")).hasSize(2).doesNotContain("cmd");
    assertThat(Browser.opener("Mac OS X")).containsExactly("open");
    assertThat(Browser.opener("Linux")).containsExactly("xdg-open");
  }

  @Test
  void processWithoutDesktopSaysWhatToDoInstead() {
    assertThatThrownBy(() -> Browser.requireDesktop("Linux", Map.of("DISPLAY", "")))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("neither DISPLAY nor WAYLAND_DISPLAY is set")
        .hasMessageContaining("oauth.token-file.path")
        .hasMessageContaining("client-credentials")
        .hasMessageContaining("LoopbackPrompt.showing");
    for (String name : List.of("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME")) {
      assertThatCode(() -> Browser.requireDesktop("Linux", Map.of(name, "any")))
          .doesNotThrowAnyException();
    }
    for (String system : List.of("Mac OS X", "Windows 11")) {
      assertThatCode(() -> Browser.requireDesktop(system, Map.of())).doesNotThrowAnyException();
    }
  }
}
