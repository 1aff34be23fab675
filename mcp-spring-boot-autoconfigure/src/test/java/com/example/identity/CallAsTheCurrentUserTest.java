package com.example.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.EchoingModel;
import io.mcpbridge.spring.security.RunAs;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.oauth2.client.JdbcOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.web.bind.annotation.GetMapping;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** An application whose agent calls tools on behalf of its users. */
class CallAsTheCurrentUserTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  @Test
  void agentCallsAsSignedInUser() {
    try (FakeMcpServer server = FakeMcpServer.create();
        EchoingModel model = new EchoingModel()) {
      server
          .tool("read_diary")
          .annotations("{\"readOnlyHint\": true}")
          .handler(call -> FakeResult.text(call.received().header("Authorization")));
      try (ConfigurableApplicationContext context =
          Applications.start(
              Desk.class,
              "--spring.ai.openai.base-url=" + model.url(),
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.files.url=" + server.url(),
              "--mcp.client.servers.files.auth.client-registration=keycloak")) {
        assertThat(context.getBean(ToolCatalog.class).awaitReady(SOON)).isTrue();
        Authentication ada = signIn(context);
        ChatClient chat = ChatClient.create(context.getBean(ChatModel.class));
        McpToolCallbackProvider tools = context.getBean(McpToolCallbackProvider.class);

        assertThat(RunAs.user(ada, () -> new Pages(chat, tools).ask("What did I write?")))
            .isEqualTo("Bearer of-ada");
        assertThat(
                new ReactivePages(chat, tools)
                    .ask("What did I write?")
                    .contextWrite(ReactiveSecurityContextHolder.withAuthentication(ada))
                    .collectList()
                    .block(SOON))
            .contains("Bearer of-ada");
        ChatClient reader = context.getBean(ChatClient.class);
        assertThat(
                RunAs.user(ada, () -> reader.prompt("Read").stream().content())
                    .collectList()
                    .block(SOON))
            .contains("Bearer of-ada");
      }
    }
  }

  private static Authentication signIn(ConfigurableApplicationContext context) {
    Authentication ada = UsernamePasswordAuthenticationToken.authenticated("ada", null, List.of());
    Instant now = Instant.now();
    context
        .getBean(OAuth2AuthorizedClientService.class)
        .saveAuthorizedClient(
            new OAuth2AuthorizedClient(
                context
                    .getBean(ClientRegistrationRepository.class)
                    .findByRegistrationId("keycloak"),
                "ada",
                new OAuth2AccessToken(
                    OAuth2AccessToken.TokenType.BEARER, "of-ada", now, now.plusSeconds(600))),
            ada);
    return ada;
  }

  record Pages(ChatClient chat, McpToolCallbackProvider mcpTools) {

    @GetMapping("/ask")
    String ask(String question) {
      return chat.prompt(question).toolCallbacks(mcpTools).call().content();
    }

    @GetMapping("/")
    String page(@RegisteredOAuth2AuthorizedClient("keycloak") OAuth2AuthorizedClient permission) {
      return "chat";
    }
  }

  record ReactivePages(ChatClient chat, McpToolCallbackProvider mcpTools) {

    Flux<String> ask(String question) {
      return ReactiveSecurityContextHolder.getContext()
          .flatMapMany(
              context ->
                  RunAs.user(
                      context.getAuthentication(),
                      () -> chat.prompt(question).toolCallbacks(mcpTools).stream().content()))
          .subscribeOn(Schedulers.boundedElastic());
    }
  }

  @SpringBootApplication
  static class Desk {

    @Bean
    ChatClient reader(
        ChatClient.Builder chat, ToolCatalog catalog, List<ThreadContextProvider> callers) {
      ToolView readOnly =
          catalog.view(ToolSelection.builder().include(ToolPattern.any().readOnly()).build());
      return chat.defaultToolCallbacks(
              McpToolCallbackProvider.builder()
                  .tools(readOnly)
                  .threadContext(ThreadContextProvider.all(callers))
                  .build())
          .build();
    }

    @Bean
    ClientRegistrationRepository registrations() {
      return new InMemoryClientRegistrationRepository(
          ClientRegistration.withRegistrationId("keycloak")
              .clientId("desk")
              .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
              .authorizationUri("https://login.example.com/authorize")
              .tokenUri("https://login.example.com/token")
              .redirectUri("{baseUrl}/login/oauth2/code/{registrationId}")
              .build());
    }

    @Bean
    OAuth2AuthorizedClientService authorizedClients(
        JdbcOperations jdbc, ClientRegistrationRepository registrations) {
      return new JdbcOAuth2AuthorizedClientService(jdbc, registrations);
    }

    @Bean
    JdbcOperations jdbc(DataSource database) {
      return new JdbcTemplate(database);
    }

    @Bean(destroyMethod = "shutdown")
    EmbeddedDatabase database() {
      return new EmbeddedDatabaseBuilder()
          .generateUniqueName(true)
          .setType(EmbeddedDatabaseType.H2)
          .addScript("org/springframework/security/oauth2/client/oauth2-client-schema.sql")
          .build();
    }
  }
}
