package io.mcpbridge.spring.oauth;

import io.mcpbridge.oauth.AuthorizationPrompt;
import io.mcpbridge.oauth.AuthorizationStore;
import io.mcpbridge.oauth.LoopbackPrompt;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.TokenStore;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.io.ResourceLoader;

/**
 * What the application has for authorization besides properties.
 *
 * @param web whether it is a web application, whose users are others than whoever runs it
 * @param name what it is called; empty if it has no name
 * @param memory for an application that has no stores
 */
record OAuthParts(
    ListableBeanFactory beans,
    ResourceLoader resources,
    boolean web,
    String name,
    StoresInMemory memory) {

  private static final Logger log = LoggerFactory.getLogger(McpAuthorization.class);

  boolean has(Class<?> type) {
    return beans.getBeanNamesForType(type, true, false).length > 0;
  }

  @Nullable String currentUser() {
    CurrentUser user = beans.getBeanProvider(CurrentUser.class).getIfAvailable();
    return user == null ? null : user.name();
  }

  /** Where users of this web application give permission, in words. */
  String permissionPage(String server) {
    McpOAuthWebProperties paths =
        beans.getBeanProvider(McpOAuthWebProperties.class).getIfAvailable();
    return paths == null || !web
        ? "the page of McpAuthorization"
        : paths.authorizePath().replace("{server}", segment(server));
  }

  /** Where they come back to; {@code null} where this application has no such path. */
  @Nullable String callbackPath(String server) {
    McpOAuthWebProperties paths =
        beans.getBeanProvider(McpOAuthWebProperties.class).getIfAvailable();
    return paths == null || !web ? null : paths.callbackPath().replace("{server}", segment(server));
  }

  /** As it stands in a path. */
  static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Nullable String idTokenOf(@Nullable String user) {
    return user == null ? null : beans.getBean(IdTokens.class).of(user);
  }

  /** Made when a person is asked first. */
  AuthorizationPrompt prompt() {
    AuthorizationPrompt none = LoopbackPrompt.openingBrowser();
    return new AuthorizationPrompt() {
      @Override
      public Reception prepare() {
        return prepare(null);
      }

      @Override
      public Reception prepare(@Nullable URI registered) {
        return beans
            .getBeanProvider(AuthorizationPrompt.class)
            .getIfAvailable(() -> none)
            .prepare(registered);
      }
    };
  }

  /** Ends what was made with the token of the user on this thread. */
  void signedOut(String server, boolean listed) {
    List<SignOutListener> all;
    try {
      all = beans.getBeanProvider(SignOutListener.class).orderedStream().toList();
    } catch (BeansException | IllegalStateException e) { // as while the application is closed
      log.warn(
          "What was made with the token of a user is not ended: {}", e.getClass().getSimpleName());
      return;
    }
    for (SignOutListener listener : all) {
      try {
        listener.signedOut(server, listed);
      } catch (RuntimeException e) { // the others are to end what is theirs all the same
        log.error("The listener {} failed", listener.getClass().getName(), e);
      }
    }
  }

  /** What beans say of the credentials of a server. */
  void applyTo(String server, OAuthCredentialsBuilder oauth) {
    memory.applyTo(server, oauth);
    beans.getBeanProvider(TokenStore.class).ifAvailable(oauth::tokenStore);
    beans.getBeanProvider(AuthorizationStore.class).ifAvailable(oauth::authorizationStore);
    beans
        .getBeanProvider(McpOAuthCustomizer.class)
        .orderedStream()
        .forEach(customizer -> customizer.customize(server, oauth));
  }
}
