package io.mcpbridge.spring.oauth;

import io.mcpbridge.spring.boot.internal.web.ReactiveRoutes;
import io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/**
 * The paths where users of a reactive application give permission. Active only while a server has
 * {@code auth.oauth2.redirect-uri}; backs off from a bean named {@code mcpOAuthRoutes}.
 */
@AutoConfiguration(after = McpOAuthAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(RouterFunction.class)
@ConditionalOnBean(McpAuthorization.class)
@EnableConfigurationProperties(McpOAuthWebProperties.class)
public class McpOAuthWebFluxAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "mcpOAuthRoutes")
  RouterFunction<ServerResponse> mcpOAuthRoutes(
      McpAuthorization authorization, McpOAuthWebProperties properties) {
    AuthorizationPages pages = new AuthorizationPages(authorization, properties, true);
    return ReactiveRoutes.of(pages::areThere, pages.routes());
  }
}
