package com.example.authorization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.event.McpEvent;
import io.mcpbridge.spring.event.McpEventAutoConfiguration;
import io.mcpbridge.spring.oauth.McpOAuthAutoConfiguration;
import io.mcpbridge.spring.oauth.ProtectedServer;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** The application is notified that a user has to authorize a server. */
class AuthorizeWebUsersTest {

  @Test
  void publishesEventAndThrowsWithAuthorizationUrl() {
    try (ProtectedServer server = new ProtectedServer()) {
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  McpOAuthAutoConfiguration.class,
                  McpClientAutoConfiguration.class,
                  McpEventAutoConfiguration.class))
          .withPropertyValues(
              "mcp.client.servers.files.url=" + server.url(),
              "mcp.client.servers.files.auth.oauth2.grant=authorization-code",
              "mcp.client.servers.files.auth.oauth2.allow-loopback=true",
              "mcp.client.servers.files.auth.oauth2.redirect-uri=https://desk.example.com/back/{server}")
          .withBean(CurrentUser.class, () -> user::get)
          .withBean(Desk.class)
          .run(
              context -> {
                McpClient files = context.getBean(ToolCatalog.class).client("files");
                user.set("ann");
                AuthorizationRequiredException e =
                    catchThrowableOfType(AuthorizationRequiredException.class, files::listTools);

                Desk desk = context.getBean(Desk.class);
                assertThat(desk.permissionFirst(e).getHeaders().getLocation()).isEqualTo(e.url());
                assertThat(desk.notices.queue.poll(60, TimeUnit.SECONDS))
                    .isEqualTo("ann: Please give access to files");
              });
    }
  }

  private final ThreadLocal<String> user = new ThreadLocal<>();

  static class Desk {

    final Notices notices = new Notices();

    @EventListener
    void on(McpEvent.AuthorizationRequired event) {
      notices.add(event.user(), "Please give access to " + event.server());
    }

    @ExceptionHandler
    ResponseEntity<Void> permissionFirst(AuthorizationRequiredException e) {
      return ResponseEntity.status(HttpStatus.SEE_OTHER).location(e.url()).build();
    }
  }

  static class Notices {

    final BlockingQueue<String> queue = new LinkedBlockingQueue<>();

    void add(String user, String text) {
      queue.add(user + ": " + text);
    }
  }
}
