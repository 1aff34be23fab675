package io.mcpbridge.test.internal.content;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The content blocks of a result. */
public final class Content {

  private Content() {}

  public static Map<String, @Nullable Object> text(String text) {
    return block("text", "text", text);
  }

  public static Map<String, @Nullable Object> image(byte[] bytes, String mimeType) {
    return media("image", bytes, mimeType);
  }

  public static Map<String, @Nullable Object> audio(byte[] bytes, String mimeType) {
    return media("audio", bytes, mimeType);
  }

  public static Map<String, @Nullable Object> link(String uri, String name) {
    Map<String, @Nullable Object> block = block("resource_link", "uri", uri);
    block.put("name", name);
    return block;
  }

  public static Map<String, @Nullable Object> embedded(String uri, String mimeType, String text) {
    return block("resource", "resource", Map.of("uri", uri, "mimeType", mimeType, "text", text));
  }

  public static Map<String, @Nullable Object> embedded(String uri, String mimeType, byte[] bytes) {
    String blob = Base64.getEncoder().encodeToString(bytes);
    return block("resource", "resource", Map.of("uri", uri, "mimeType", mimeType, "blob", blob));
  }

  private static Map<String, @Nullable Object> media(String type, byte[] bytes, String mimeType) {
    Map<String, @Nullable Object> block =
        block(type, "data", Base64.getEncoder().encodeToString(bytes));
    block.put("mimeType", mimeType);
    return block;
  }

  private static Map<String, @Nullable Object> block(String type, String member, Object value) {
    Map<String, @Nullable Object> block = new LinkedHashMap<>();
    block.put("type", type);
    block.put(member, value);
    return block;
  }
}
