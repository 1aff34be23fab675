package io.mcpbridge.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ModelPreferences;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.TextContent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The server's preferences select the model, if one matches. */
class ModelHintsTest {

  private final NamedModels sampling =
      new NamedModels.Builder()
          .alsoModel("claude-3-5-haiku", "haiku")
          .alsoModel("claude-3-5-sonnet", "sonnet")
          .consent(SamplingConsent.forServers("s"))
          .build();

  @Test
  void usesFirstMatchingHint() {
    assertThat(modelFor("sonnet", "haiku")).isEqualTo("sonnet");
    assertThat(modelFor("gpt", "Claude-3-5-Haiku")).isEqualTo("haiku");
    assertThat(modelFor("claude")).isEqualTo("haiku");
  }

  @Test
  void usesDefaultModelWithoutMatchingHint() {
    assertThat(modelFor()).isEqualTo("default");
    assertThat(modelFor("gpt", "")).isEqualTo("default");
  }

  private String modelFor(String... hints) {
    CreateMessageRequest request =
        new CreateMessageRequest(
            List.of(new SamplingMessage("user", List.of(TextContent.of("Hi")), Map.of())),
            40,
            null,
            new ModelPreferences(List.of(hints), null, null, null),
            null,
            List.of(),
            null,
            List.of(),
            null,
            Map.of(),
            Map.of());
    return sampling.handle(request, new InputContext(CallerContext.unknown("s"), null)).model();
  }

  /** An adapter for a framework whose models are their names. */
  private static final class NamedModels extends ModelSampling<String> {

    private NamedModels(Builder builder) {
      super(builder);
    }

    @Override
    protected Response ask(
        String model, CreateMessageRequest request, String server, int maxTokens) {
      return new Response(CreateMessageResult.text("Hi.", model), null);
    }

    private static final class Builder extends ModelSampling.Builder<String, Builder> {

      Builder() {
        super(request -> "default");
      }

      @Override
      protected Builder self() {
        return this;
      }

      NamedModels build() {
        return new NamedModels(this);
      }
    }
  }
}
