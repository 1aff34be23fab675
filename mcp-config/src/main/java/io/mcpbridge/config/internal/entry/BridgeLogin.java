package io.mcpbridge.config.internal.entry;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options of {@code mcp-remote} that concern its OAuth login. */
final class BridgeLogin {

  private static final String METADATA = "--static-oauth-client-metadata";
  private static final String INFO = "--static-oauth-client-info";
  private static final String DEFAULT_PATH = "/oauth/callback";
  private static final int MAX_PORT = 65_535;
  private static final long MAX_FILE_BYTES = 64 * 1024;

  /** The hosts of a loopback redirect that the receiver of this library listens at. */
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1");

  private int port;
  private String host = "localhost";
  private String callbackPath = DEFAULT_PATH;
  private @Nullable Duration timeout;
  private boolean allowPlainHttp;
  private JsonObject metadata = JsonObject.empty();
  private @Nullable JsonObject info;
  private @Nullable String problem;

  void port(int number) {
    port = number;
    if (number < 1 || number > MAX_PORT) {
      problem = "its port is not between 1 and " + MAX_PORT;
    }
  }

  void host(String name) {
    host = name;
  }

  void callbackPath(String path) {
    callbackPath = path;
    if (!path.matches("/[\\w./~-]*")) {
      problem = "--callback-path is not a path";
    }
  }

  void timeout(String seconds) {
    if (seconds.matches("[1-9]\\d{0,5}")) {
      timeout = Duration.ofSeconds(Integer.parseInt(seconds));
    } else {
      problem = "--auth-timeout is not a number of seconds";
    }
  }

  void allowPlainHttp() {
    allowPlainHttp = true;
  }

  void clientMetadata(String json) {
    metadata = object(METADATA, json);
  }

  void clientInfo(String json) {
    info = object(INFO, json);
  }

  /** The JSON object, or that of a file whose path follows {@code @}. */
  private JsonObject object(String option, String value) {
    try {
      return JsonObject.of(Json.readObject(value.startsWith("@") ? file(value) : value));
    } catch (IOException | InvalidPathException e) {
      problem = "the file of " + option + " cannot be read (" + e.getClass().getSimpleName() + ")";
    } catch (JsonException e) { // whose message may hold a part of the value
      problem = option + " is not a JSON object";
    }
    return JsonObject.empty();
  }

  private static String file(String value) throws IOException {
    Path file = Path.of(value.substring(1));
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new IOException("too large");
    }
    return Files.readString(file);
  }

  /** The login; {@code null} if only the process can perform it. */
  @Nullable EntryLogin read() {
    String clientId = info == null ? null : info.string("client_id");
    if (problem != null || (info != null && !isUsable(info, clientId))) {
      return null;
    }
    return new EntryLogin(
        clientId,
        metadata.string("client_name"),
        EntryLogin.scopes(metadata.string("scope", "")),
        clientId == null ? null : URI.create("http://" + host + ":" + port + callbackPath),
        timeout,
        allowPlainHttp);
  }

  private boolean isUsable(JsonObject client, @Nullable String clientId) {
    if (clientId == null || clientId.isBlank()) {
      problem = INFO + " has no client_id";
    } else if (client.has("client_secret")) {
      problem =
          "the client_secret of "
              + INFO
              + " is not sent without a known issuer: set auth.oauth2.client-id, client-secret and"
              + " issuer of a server with a url instead";
    } else if (port == 0) {
      problem = INFO + " is given without the port of its redirect URI";
    } else if (!LOOPBACK.contains(host)) {
      problem = "--host is not localhost or 127.0.0.1";
    }
    return problem == null;
  }

  /** Why there is no login. */
  @Nullable String problem() {
    return problem;
  }
}
