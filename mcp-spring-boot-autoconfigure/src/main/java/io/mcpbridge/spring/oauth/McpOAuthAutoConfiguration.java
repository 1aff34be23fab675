package io.mcpbridge.spring.oauth;

import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.store.FileTokenStore;
import io.mcpbridge.oauth.store.TokenStore;
import io.mcpbridge.spring.boot.internal.configuration.ConditionalOnText;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.oauth.internal.user.SignedInHints;
import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Configures tokens for protected servers if {@code mcp-oauth} is on the class path; {@code
 * auth.type=oauth2} of a server uses them. Sends no request and loads no class of it before a
 * server asks for a token.
 */
@AutoConfiguration(beforeName = "io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration")
@ConditionalOnProperty(prefix = "mcp.client", name = "enabled", matchIfMissing = true)
@ConditionalOnClass(OAuthCredentials.class)
public class McpOAuthAutoConfiguration {

  @Bean
  @Lazy
  @ConditionalOnMissingBean
  McpAuthorization mcpAuthorization(OAuthServers servers) {
    return new McpAuthorization(servers);
  }

  @Bean(destroyMethod = "close")
  @Lazy
  @ConditionalOnMissingBean
  OAuthServers mcpServerAuthorization(
      ListableBeanFactory beans,
      ResourceLoader resources,
      ObjectProvider<WebApplication> web,
      ObjectProvider<AuthorizationListener> listeners,
      Environment environment) {
    OAuthBeans oauthBeans =
        new OAuthBeans(
            beans,
            resources,
            web.getIfAvailable() != null,
            environment.getProperty("spring.application.name", ""),
            new ConcurrentHashMap<>());
    return new OAuthServers(oauthBeans, new AuthorizationEvents(listeners));
  }

  /** The token file of the properties, unless the application has a token store. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnText("mcp.client.oauth.token-file.path")
  @EnableConfigurationProperties(McpOAuthWebProperties.class)
  static class File {

    @Bean
    @ConditionalOnMissingBean(TokenStore.class)
    FileTokenStore mcpTokenFile(McpOAuthWebProperties properties) {
      String path = Objects.requireNonNullElse(properties.tokenFile().path(), "").strip();
      try {
        return FileTokenStore.of(
            Path.of(path.startsWith("file:") ? path.substring("file:".length()) : path));
      } catch (IllegalArgumentException e) { // without it, since it has the value
        throw new InvalidMcpConfigurationException(
            "mcp.client.oauth.token-file.path is not a file path.",
            "Set one in the user's home directory, such as '${user.home}/.desk/tokens.json'.");
      }
    }
  }

  /** Marks a web application, whose users are on other machines. */
  record WebApplication() {}

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication
  static class Web {

    @Bean
    WebApplication mcpWebApplication() {
      return new WebApplication();
    }
  }

  /** The current user is the user who is signed in with Spring Security. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(SecurityContextHolder.class)
  @ImportRuntimeHints(SignedInHints.class)
  static class Security {

    @Bean
    @ConditionalOnMissingBean
    CurrentUser mcpCurrentUser() {
      return SignedInUser::name;
    }
  }
}
