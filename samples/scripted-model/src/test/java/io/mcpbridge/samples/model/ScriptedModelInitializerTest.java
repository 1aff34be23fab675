package io.mcpbridge.samples.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class ScriptedModelInitializerTest {

  @Test
  void startsScriptedModelWithoutOpenAiSettings() throws IOException {
    URI model;
    try (GenericApplicationContext context = application(Map.of("OPENAI_API_KEY", " "))) {
      model = URI.create(context.getEnvironment().getRequiredProperty("OPENAI_BASE_URL"));
      try (Socket connection = new Socket(model.getHost(), model.getPort())) {
        assertThat(connection.isConnected()).isTrue();
      }
    }
    assertThatThrownBy(() -> new Socket(model.getHost(), model.getPort()).close())
        .isInstanceOf(IOException.class);
  }

  @Test
  void usesConfiguredModel() {
    try (GenericApplicationContext keyed = application(Map.of("OPENAI_API_KEY", "s3cret"));
        GenericApplicationContext local =
            application(Map.of("OPENAI_BASE_URL", "http://localhost:11434/v1"))) {
      assertThat(keyed.getBeanNamesForType(ScriptedModel.class)).isEmpty();
      assertThat(local.getEnvironment().getProperty("OPENAI_BASE_URL"))
          .isEqualTo("http://localhost:11434/v1");
    }
  }

  private static GenericApplicationContext application(Map<String, Object> settings) {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    environment.getPropertySources().addFirst(new MapPropertySource("settings", settings));
    GenericApplicationContext context = new GenericApplicationContext();
    context.setEnvironment(environment);
    new ScriptedModelInitializer().initialize(context);
    context.refresh();
    return context;
  }
}
