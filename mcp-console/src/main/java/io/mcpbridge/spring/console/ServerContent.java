package io.mcpbridge.spring.console;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.PromptArgument;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.spring.boot.internal.web.WebResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * The prompts and resources of one server, requested as the current user. Texts, lists and the
 * whole of a response are bounded; of binary contents there are only size and type.
 *
 * @param catalog the one that has the server
 */
record ServerContent(ToolCatalog catalog, String server) {

  /** In each list of a server. */
  static final int MAX_ENTRIES = 1_000;

  /** In characters, of each text. */
  static final int MAX_TEXT = 100_000;

  /** In characters, of all texts of a response, and of all else in its entries. */
  static final int MAX_RESPONSE = 400_000;

  private static final CallOptions BY_HAND =
      CallOptions.builder().conversationId(Console.CONVERSATION).build();

  WebResponse prompts() {
    return answer(
        () -> {
          List<Prompt> prompts = catalog.prompts().list(server, BY_HAND);
          Map<String, @Nullable Object> json = new LinkedHashMap<>();
          json.put("prompts", new Budget().entries(prompts, ServerContent::prompt));
          json.put("total", prompts.size());
          return json;
        });
  }

  private static Map<String, @Nullable Object> prompt(Prompt prompt) {
    Map<String, @Nullable Object> json = described(prompt.title(), prompt.description());
    json.put("name", prompt.name());
    json.put("arguments", prompt.arguments().stream().map(ServerContent::argument).toList());
    return json;
  }

  private static Map<String, @Nullable Object> argument(PromptArgument argument) {
    Map<String, @Nullable Object> json = described(argument.title(), argument.description());
    json.put("name", argument.name());
    json.put("required", argument.required());
    return json;
  }

  private static Map<String, @Nullable Object> described(
      @Nullable String title, @Nullable String description) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("title", title);
    json.put("description", description);
    return json;
  }

  /**
   * @param body the name of the prompt, and its arguments
   */
  WebResponse messages(@Nullable JsonObject body) {
    String name = body == null ? null : body.string("name");
    if (body == null || name == null) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, "'name' must be a text.");
    }
    return answer(
        () -> {
          GetPromptResult prompt =
              catalog.prompts().get(server, name, texts(body, "arguments"), BY_HAND);
          Map<String, @Nullable Object> json = new LinkedHashMap<>();
          json.put(
              "messages",
              new Budget()
                  .entries(
                      prompt.messages(), message -> content(message.role(), message.content())));
          json.put("total", prompt.messages().size());
          return json;
        });
  }

  private static Map<String, @Nullable Object> content(String role, ContentBlock block) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("role", role);
    if (block instanceof TextContent text) {
      putText(json, text.text());
    } else if (block instanceof ImageContent image) {
      putBinary(json, image.mimeType(), image.data());
    } else if (block instanceof AudioContent audio) {
      putBinary(json, audio.mimeType(), audio.data());
    } else if (block instanceof EmbeddedResource embedded) {
      json.putAll(contents(embedded.resource()));
    } else if (block instanceof ResourceLink link) {
      json.put("uri", link.uri());
    }
    json.put("type", block.getClass().getSimpleName());
    return json;
  }

  WebResponse resources() {
    return answer(
        () -> {
          List<Resource> resources = catalog.resources().list(server, BY_HAND);
          List<ResourceTemplate> templates = catalog.resources().templates(server, BY_HAND);
          Map<String, @Nullable Object> json = new LinkedHashMap<>();
          Budget budget = new Budget();
          json.put("resources", budget.entries(resources, ServerContent::resource));
          json.put("templates", budget.entries(templates, ServerContent::template));
          json.put("total", resources.size() + templates.size());
          return json;
        });
  }

  private static Map<String, @Nullable Object> resource(Resource resource) {
    Map<String, @Nullable Object> json = described(resource.title(), resource.description());
    json.put("uri", resource.uri());
    json.put("name", resource.name());
    json.put("mimeType", resource.mimeType());
    json.put("size", resource.size());
    return json;
  }

  private static Map<String, @Nullable Object> template(ResourceTemplate template) {
    Map<String, @Nullable Object> json = described(template.title(), template.description());
    json.put("uriTemplate", template.uriTemplate());
    json.put("name", template.name());
    json.put("mimeType", template.mimeType());
    try {
      json.put("variables", template.variables());
    } catch (IllegalArgumentException e) { // cannot be expanded
      json.put("variables", null);
    }
    return json;
  }

  /**
   * @param body a URI, or a template with the values of its variables
   */
  WebResponse read(@Nullable JsonObject body) {
    if (body == null || (body.string("uri") == null && body.string("uriTemplate") == null)) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, "'uri' must be a text.");
    }
    return answer(
        () -> {
          String template = body.string("uriTemplate");
          String uri =
              template == null ? body.string("uri", "") : expand(template, texts(body, "values"));
          Map<String, @Nullable Object> json = new LinkedHashMap<>();
          json.put("uri", uri);
          List<ResourceContents> contents =
              catalog.resources().read(server, uri, BY_HAND).contents();
          json.put("contents", new Budget().entries(contents, ServerContent::contents));
          json.put("total", contents.size());
          return json;
        });
  }

  private static String expand(String template, Map<String, String> values) {
    return new ResourceTemplate(
            template, template, null, null, null, Annotations.none(), List.of(), Map.of())
        .expand(values);
  }

  private static Map<String, @Nullable Object> contents(ResourceContents contents) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("uri", contents.uri());
    json.put("mimeType", contents.mimeType());
    if (contents.text() != null) {
      putText(json, contents.text());
    } else {
      putBinary(json, contents.mimeType(), Objects.toString(contents.blob(), ""));
    }
    return json;
  }

  private static void putText(Map<String, @Nullable Object> json, String text) {
    json.put("text", text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
    json.put("characters", text.length());
  }

  private static void putBinary(
      Map<String, @Nullable Object> json, @Nullable String mimeType, String base64) {
    json.put("mimeType", mimeType);
    int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
    json.put("bytes", (base64.length() - padding) * 3L / 4);
  }

  /** How much of a response is left. */
  private static final class Budget {

    private int texts = MAX_RESPONSE;
    private int descriptions = MAX_RESPONSE;

    /** The first entries, as many as fit; their texts are cut off where it ends. */
    <T> List<Map<String, @Nullable Object>> entries(
        List<T> values, Function<T, Map<String, @Nullable Object>> json) {
      List<Map<String, @Nullable Object>> entries = new ArrayList<>();
      for (T value : values.subList(0, Math.min(values.size(), MAX_ENTRIES))) {
        Map<String, @Nullable Object> entry = json.apply(value);
        String text = Objects.toString(entry.get("text"), "");
        descriptions -= entry.toString().length() - text.length();
        if (descriptions < 0) {
          break;
        }
        if (text.length() > texts) {
          text = text.substring(0, texts);
          entry.put("text", text);
        }
        texts -= text.length();
        entries.add(entry);
      }
      return entries;
    }
  }

  private static Map<String, String> texts(JsonObject body, String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    JsonObject values = body.object(name);
    if (values != null) {
      values.toMap().forEach((key, value) -> texts.put(key, Objects.toString(value, "")));
    }
    return texts;
  }

  private static WebResponse answer(Supplier<Map<String, @Nullable Object>> work) {
    try {
      return WebResponse.json(work.get());
    } catch (McpInvalidArgumentsException | IllegalArgumentException e) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, Objects.toString(e.getMessage(), ""));
    } catch (IllegalStateException e) {
      return WebResponse.problem(HttpStatus.CONFLICT, Objects.toString(e.getMessage(), ""));
    } catch (McpException e) {
      return WebResponse.problem(HttpStatus.BAD_GATEWAY, e.getMessage());
    }
  }
}
