package io.mcpbridge.spring.oauth;

import io.mcpbridge.oauth.LoopbackPrompt;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.store.AuthorizationStore;
import io.mcpbridge.oauth.store.TokenStore;
import io.mcpbridge.spring.oauth.internal.settings.OAuthSettings.LoginOptions;
import io.mcpbridge.spring.oauth.internal.user.SignOutListener;
import io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import io.mcpbridge.spring.oauth.user.IdTokens;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.io.ResourceLoader;

/**
 * The beans and application data that authorization uses besides properties.
 *
 * @param web whether it is a web application, whose users are on other machines
 * @param name name of the application; empty if it has none
 * @param memory the in-memory stores of each server, for an application that declares none
 */
record OAuthBeans(
    ListableBeanFactory beans,
    ResourceLoader resources,
    boolean web,
    String name,
    Map<String, Stores> memory) {

  /** They survive the replacement of credentials when a property of the server changes. */
  record Stores(TokenStore tokens, AuthorizationStore authorizations) {}

  boolean has(Class<?> type) {
    return beans.getBeanNamesForType(type, true, false).length > 0;
  }

  @Nullable String currentUser() {
    CurrentUser user = beans.getBeanProvider(CurrentUser.class).getIfAvailable();
    return user == null ? null : user.name();
  }

  /** Description of the page where users of this web application give permission. */
  String permissionPage(String server) {
    return paths() == null
        ? "the page of McpAuthorization"
        : AuthorizationPages.AUTHORIZE_PATH.replace("{server}", segment(server));
  }

  /** Path of the callback; {@code null} if this application has none. */
  @Nullable String callbackPath(String server) {
    McpOAuthWebProperties paths = paths();
    return paths == null ? null : paths.callbackPath().replace("{server}", segment(server));
  }

  private @Nullable McpOAuthWebProperties paths() {
    return web ? beans.getBeanProvider(McpOAuthWebProperties.class).getIfAvailable() : null;
  }

  /** Encodes a path segment. */
  static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Nullable String idTokenOf(@Nullable String user) {
    return user == null ? null : beans.getBean(IdTokens.class).of(user);
  }

  /** The prompt; the bean is created when a user is first prompted. */
  AuthorizationPrompt prompt(LoginOptions options) {
    AuthorizationPrompt fallback = LoopbackPrompt.openingBrowser();
    return new AuthorizationPrompt() {
      @Override
      public CallbackReceiver prepare() {
        return prepare(null);
      }

      @Override
      public CallbackReceiver prepare(@Nullable URI registered) {
        AuthorizationPrompt prompt =
            beans.getBeanProvider(AuthorizationPrompt.class).getIfAvailable(() -> fallback);
        return (prompt instanceof LoopbackPrompt loopback ? with(options, loopback) : prompt)
            .prepare(registered);
      }
    };
  }

  private static LoopbackPrompt with(LoginOptions options, LoopbackPrompt prompt) {
    LoopbackPrompt withTimeout =
        options.timeout() == null ? prompt : prompt.withTimeout(options.timeout());
    return options.redirectUri() == null
        ? withTimeout
        : withTimeout.withRedirectUri(options.redirectUri());
  }

  /** Notifies the sign-out listeners on the thread of the user. */
  void signedOut(String server, boolean listed) {
    AuthorizationEvents.notifyAll(
        beans.getBeanProvider(SignOutListener.class),
        "Resources created with a user's token are not released",
        listener -> listener.signedOut(server, listed));
  }

  /** Applies stores and customizers. */
  void applyTo(String server, OAuthCredentialsBuilder oauth) {
    Stores stores =
        memory.computeIfAbsent(
            server, any -> new Stores(TokenStore.inMemory(), AuthorizationStore.inMemory()));
    oauth.tokenStore(stores.tokens()).authorizationStore(stores.authorizations());
    beans.getBeanProvider(TokenStore.class).ifAvailable(oauth::tokenStore);
    beans.getBeanProvider(AuthorizationStore.class).ifAvailable(oauth::authorizationStore);
    beans
        .getBeanProvider(McpOAuthCustomizer.class)
        .orderedStream()
        .forEach(customizer -> customizer.customize(server, oauth));
  }
}
