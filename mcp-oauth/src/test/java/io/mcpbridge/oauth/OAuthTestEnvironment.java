package io.mcpbridge.oauth;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.PendingAuthorization;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.http.AuthHttp;
import io.mcpbridge.oauth.internal.http.SettingNames;
import io.mcpbridge.oauth.internal.http.UrlRules;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A protected MCP server and its authorization server, both scripted, and a user who agrees. All
 * secrets contain {@code s3cret}.
 */
public final class OAuthTestEnvironment implements AutoCloseable {

  public static final String SECRET = "s3cret";

  final FakeHttpServer mcp = new FakeHttpServer();
  public final FakeHttpServer auth = new FakeHttpServer();
  final Set<String> accepted = ConcurrentHashMap.newKeySet();
  final List<PendingAuthorization> prompts = new CopyOnWriteArrayList<>();
  final AtomicInteger issued = new AtomicInteger();
  private final List<AutoCloseable> open = new ArrayList<>();

  /** The query of the redirect. */
  volatile Function<PendingAuthorization, String> userResponse =
      pending -> "code=code-" + SECRET + "&state=" + pending.state();

  public volatile Function<FakeHttpServer.Request, FakeHttpServer.Reply> tokens =
      request -> FakeHttpServer.Reply.json(token(null));
  volatile String challenge = "";
  volatile String scheme = "Bearer";

  /** Whether the MCP server accepts the request's token. */
  volatile Predicate<FakeHttpServer.Request> admits =
      request -> {
        String authorization = String.valueOf(request.header("Authorization"));
        return authorization.startsWith("Bearer ")
            && accepted.contains(authorization.substring("Bearer ".length()));
      };

  volatile String tools = "[]";

  /** Sends requests as the policy allows, without a proxy. */
  static AuthHttp http(UrlPolicy policy) {
    return new AuthHttp(
        new UrlRules(policy, SettingNames.JAVA), null, null, InetAddress::getAllByName);
  }

  public OAuthTestEnvironment() {
    mcp.json(
        "/.well-known/oauth-protected-resource/mcp",
        Json.write(
            Map.of(
                "resource", mcpUrl(),
                "authorization_servers", List.of(auth.url()),
                "scopes_supported", List.of("a", "b"))));
    metadata(Map.of());
    auth.page("/token", request -> tokens.apply(request));
    auth.json("/register", "{\"client_id\":\"dynamic\",\"token_endpoint_auth_method\":\"none\"}");
    auth.page("/revoke", request -> FakeHttpServer.Reply.status(200));
    mcp.page("/mcp", this::serve);
  }

  public String mcpUrl() {
    return mcp.url() + "/mcp";
  }

  public String issuer() {
    return auth.url();
  }

  /** The authorization server's metadata, with these members added or replaced. */
  OAuthTestEnvironment metadata(Map<String, Object> extraMembers) {
    auth.json(
        "/.well-known/oauth-authorization-server", Json.write(metadataOf(auth, extraMembers)));
    return this;
  }

  /** Sets the authorization servers in the MCP server's metadata. */
  void trusts(String... issuers) {
    mcp.json(
        "/.well-known/oauth-protected-resource/mcp",
        Json.write(Map.of("resource", mcpUrl(), "authorization_servers", List.of(issuers))));
  }

  static Map<String, Object> metadataOf(
      FakeHttpServer httpServer, Map<String, Object> extraMembers) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("issuer", httpServer.url());
    members.put("authorization_endpoint", httpServer.url() + "/authorize");
    members.put("token_endpoint", httpServer.url() + "/token");
    members.put("registration_endpoint", httpServer.url() + "/register");
    members.put("revocation_endpoint", httpServer.url() + "/revoke");
    members.put("code_challenge_methods_supported", List.of("S256"));
    members.putAll(extraMembers);
    return members;
  }

  /** A token response with a new access token, which the MCP server accepts from now on. */
  public String token(Map<String, Object> extraMembers) {
    int number = issued.incrementAndGet();
    String accessToken = "access-" + SECRET + "-" + number;
    accepted.add(accessToken);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("access_token", accessToken);
    members.put("token_type", "bearer");
    members.put("refresh_token", "refresh-" + SECRET + "-" + number);
    if (extraMembers != null) {
      members.putAll(extraMembers);
    }
    return Json.write(members);
  }

  FakeHttpServer.Reply serve(FakeHttpServer.Request request) {
    if (!admits.test(request)) {
      return new FakeHttpServer.Reply(
          401, Map.of("WWW-Authenticate", scheme + " " + challenge), "");
    }
    if (!request.method().equals("POST")) {
      return FakeHttpServer.Reply.status(405);
    }
    JsonObject message = JsonObject.of(Json.readObject(request.body()));
    Object id = message.get("id");
    if (id == null) {
      return FakeHttpServer.Reply.status(202);
    }
    String result =
        switch (message.string("method", "")) {
          case "initialize" ->
              "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                  + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
          case "tools/list" -> "{\"tools\":" + tools + "}";
          case "tools/call" -> "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";
          default -> "{}";
        };
    return FakeHttpServer.Reply.json(
        "{\"jsonrpc\":\"2.0\",\"id\":" + Json.write(id) + ",\"result\":" + result + "}");
  }

  /** The key of a dynamically registered client's token in the store. */
  TokenKey tokenKey(String principal) {
    return new TokenKey(mcpUrl(), mcpUrl(), issuer(), "dynamic", principal);
  }

  public OAuthCredentialsBuilder credentials() {
    return OAuthCredentials.builder(mcpUrl())
        .urlPolicy(UrlPolicy.defaults().allowLoopback())
        .prompt(prompt());
  }

  public OAuthCredentialsBuilder credentials(Clock clock) {
    return credentials().clock(clock);
  }

  AuthorizationPrompt prompt() {
    return () ->
        new AuthorizationPrompt.CallbackReceiver() {
          @Override
          public URI redirectUri() {
            return URI.create("http://localhost:3000/callback");
          }

          @Override
          public String await(PendingAuthorization pending) {
            prompts.add(pending);
            return userResponse.apply(pending);
          }

          @Override
          public void close() {}
        };
  }

  McpClient client(OAuthCredentials credentials) {
    McpClient client =
        McpClient.builder(
                StreamableHttpTransport.builder(mcp.uri("/mcp")).credentials(credentials).build())
            .protocolVersion("2025-11-25")
            .build();
    open.add(0, client);
    return client;
  }

  /** The parameters of an authorization page. */
  Map<String, String> page(int index) {
    return FakeHttpServer.parameters(prompts.get(index).url().getRawQuery());
  }

  @Override
  public void close() {
    open.forEach(
        closeable -> {
          try {
            closeable.close();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    mcp.close();
    auth.close();
  }
}
