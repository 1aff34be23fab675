package io.mcpbridge.oauth;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** All secrets in the requests and responses of the sites of a test run. */
final class Secrets {

  private static final List<String> SENT =
      List.of(
          "code",
          "code_verifier",
          "state",
          "refresh_token",
          "client_secret",
          "client_assertion",
          "assertion",
          "subject_token",
          "token");

  private static final List<String> ANSWERED =
      List.of("access_token", "refresh_token", "id_token", "client_secret");

  private static final List<String> HEADERS =
      List.of("authorization", "proxy-authorization", "dpop");

  /** Shorter values occur in log lines by chance. */
  static final int SHORTEST = 8;

  private static final Set<String> SECRETS = ConcurrentHashMap.newKeySet();

  private Secrets() {}

  static void add(Stream<String> secrets) {
    secrets.filter(secret -> secret.length() >= SHORTEST).forEach(SECRETS::add);
  }

  static Set<String> all() {
    return SECRETS;
  }

  static Stream<String> ofRequest(FakeHttpServer.Request request) {
    Stream<String> parameters =
        Stream.of(request.query(), request.form())
            .flatMap(all -> SENT.stream().map(all::get).filter(Objects::nonNull));
    Stream<String> headers =
        HEADERS.stream().map(request::header).filter(Objects::nonNull).flatMap(Secrets::ofHeader);
    return Stream.concat(parameters, headers);
  }

  private static Stream<String> ofHeader(String value) {
    String credentials = value.substring(value.indexOf(' ') + 1);
    if (!value.startsWith("Basic ")) {
      return Stream.of(credentials);
    }
    String pair = new String(Base64.getDecoder().decode(credentials), StandardCharsets.UTF_8);
    return Stream.of(credentials, pair.substring(pair.indexOf(':') + 1));
  }

  /** The secrets of a response; none if it is not a JSON object. */
  static Stream<String> ofResponse(String body) {
    try {
      JsonObject json = JsonObject.orNull(Json.read(body));
      return json == null
          ? Stream.of()
          : ANSWERED.stream().map(json::string).filter(Objects::nonNull);
    } catch (JsonException e) {
      return Stream.of();
    }
  }

  /** Each as it is, form-encoded, JSON-escaped, and in Base64. */
  static Set<String> inAllForms(Collection<String> secrets) {
    Set<String> forms = new TreeSet<>();
    for (String secret : secrets) {
      byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
      forms.add(secret);
      forms.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
      forms.add(Json.write(secret).replaceAll("^\"|\"$", ""));
      forms.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
      forms.add(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }
    return forms;
  }
}
