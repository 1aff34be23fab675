package io.mcpbridge.internal.client.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.transport.Channel;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ObservedChannelTest {

  /** A default method that is not delegated would hide what the transport says. */
  @Test
  void delegatesEachMethodOfTheChannel() {
    assertThat(ObservedChannel.class.getDeclaredMethods())
        .extracting(Method::getName)
        .containsAll(
            Arrays.stream(Channel.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(Method::getName)
                .toList());
  }
}
