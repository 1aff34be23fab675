package io.mcpbridge.spring.callers;

import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.spring.boot.McpInputHandler;
import io.mcpbridge.spring.boot.ToolCatalogCustomizer;
import io.mcpbridge.spring.event.McpEvent;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;

/** An application that records on whose behalf it is asked and told of calls. */
@SpringBootApplication
class ChatsApplication {

  /** The user of the current thread. */
  static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

  /** Whom the server names, and whom the handler is told. */
  record Elicitation(String truth, CallerContext caller) {}

  final Queue<Elicitation> elicitations = new ConcurrentLinkedQueue<>();
  final Queue<CallEvent> events = new ConcurrentLinkedQueue<>();

  /** Whom the caller sent, by the id of the call. */
  final Map<String, String> truths = new ConcurrentHashMap<>();

  @McpInputHandler
  ElicitResult confirm(ElicitFormRequest form, CallerContext caller) {
    elicitations.add(new Elicitation(form.message(), caller));
    return ElicitResult.decline();
  }

  @EventListener
  void on(McpEvent.CallFinished event) {
    events.add(event.call());
  }

  @Bean
  ToolCatalogCustomizer truths() {
    return catalog ->
        catalog.addCallInterceptor(
            chain -> {
              if (chain.request() instanceof CallToolRequest) {
                truths.put(
                    chain.caller().executionId(),
                    String.valueOf(chain.options().meta().get(AskingServer.TRUTH)));
              }
              return chain.proceed(chain.request());
            });
  }

  @Bean
  ThreadContextProvider user() {
    return () -> new CallAs(USER.get());
  }

  private record CallAs(@Nullable String user) implements ThreadContextProvider.ContextSnapshot {
    @Override
    public <T extends @Nullable Object> T call(Supplier<T> call) {
      String before = USER.get();
      USER.set(user);
      try {
        return call.get();
      } finally {
        USER.set(before);
      }
    }
  }
}
