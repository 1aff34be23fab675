package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ResourceLink;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The content types besides text in the results of {@code server-everything}. */
final class Content {

  private Content() {}

  static void isAnnotated(CallToolResult result) {
    assertThat(result.content().get(0).annotations().priority()).isEqualTo(1.0);
    assertThat(result.content().get(0).annotations().audience())
        .containsExactly("user", "assistant");
    assertThat(result.content().get(1).annotations().audience()).containsExactly("user");
  }

  static void isAnImage(CallToolResult result) {
    ImageContent image = only(ImageContent.class, result);
    assertThat(image.mimeType()).isEqualTo("image/png");
    assertThat(Base64.getDecoder().decode(image.data()))
        .startsWith((byte) 0x89, (byte) 'P', (byte) 'N', (byte) 'G');
  }

  static void hasThreeLinks(CallToolResult result) {
    assertThat(result.content())
        .filteredOn(ResourceLink.class::isInstance)
        .extracting(link -> ((ResourceLink) link).uri())
        .containsExactly(
            "demo://resource/dynamic/blob/1",
            "demo://resource/dynamic/text/2",
            "demo://resource/dynamic/blob/3");
  }

  static byte[] blob(CallToolResult result) {
    return Base64.getDecoder().decode(only(EmbeddedResource.class, result).resource().blob());
  }

  static String unzipped(byte[] bytes) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static <T> T only(Class<T> kind, CallToolResult result) {
    List<T> matches = result.content().stream().filter(kind::isInstance).map(kind::cast).toList();
    assertThat(matches).hasSize(1);
    return matches.get(0);
  }
}
