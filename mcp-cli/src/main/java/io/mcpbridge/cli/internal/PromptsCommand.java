package io.mcpbridge.cli.internal;

import io.mcpbridge.catalog.server.CatalogListing;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.cli.internal.CliOutput.Style;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.PromptArgument;
import io.mcpbridge.model.TextContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists prompts, or gets one. */
@Command(name = "prompts", description = "Lists the prompts, or gets the messages of one.")
final class PromptsCommand extends ServersCommand {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PROMPT",
      description = "The prompt to get, with or without its server. Default: list all.")
  private @Nullable String prompt;

  @Parameters(index = "1..*", arity = "0..*", paramLabel = "ARGUMENT", description = "key=value")
  private List<String> words = new ArrayList<>();

  @Override
  ExitCode run(ServerSession session) {
    CatalogListing<Prompt> prompts =
        session.catalog().prompts().list(CallOptions.builder().timeout(timeout).build());
    String name = prompt;
    if (name != null) {
      return get(name, session, prompts);
    }
    if (json) {
      List<Object> documents = new ArrayList<>();
      prompts
          .byServer()
          .forEach((server, list) -> list.forEach(it -> documents.add(json(server, it))));
      output().json(Map.of("prompts", documents));
    } else {
      prompts.byServer().forEach((server, list) -> list.forEach(it -> print(server, it)));
    }
    return session.reportUnavailable().and(session.reportFailures(prompts));
  }

  private ExitCode get(String name, ServerSession session, CatalogListing<Prompt> prompts) {
    List<Map.Entry<String, Prompt>> owners = new ArrayList<>();
    prompts
        .byServer()
        .forEach(
            (server, list) ->
                list.stream()
                    .filter(it -> name.equals(it.name()) || name.equals(modelName(server, it)))
                    .forEach(it -> owners.add(Map.entry(server, it))));
    if (owners.size() != 1) {
      ExitCode servers = owners.isEmpty() ? session.reportUnavailable() : ExitCode.OK;
      if (servers != ExitCode.OK) {
        return servers;
      }
      throw new CliException(
          ExitCode.USAGE,
          owners.isEmpty()
              ? "there is no prompt \"" + name + "\"; see: mcp prompts"
              : "several servers have the prompt \"" + name + "\"; name one with --server");
    }
    String server = owners.get(0).getKey();
    Map<String, String> arguments = CallArguments.parse(words, streams().in()).texts();
    GetPromptResult result =
        session
            .catalog()
            .prompts()
            .get(server, owners.get(0).getValue().name(), arguments, callOptions(server).build());
    if (json) {
      Map<String, @Nullable Object> document =
          CliOutput.ordered(
              "messages",
              result.messages().stream()
                  .map(
                      it ->
                          CliOutput.ordered(
                              "role", it.role(), "content", ContentJson.of(it.content())))
                  .toList());
      CliOutput.put(document, "description", result.description());
      output().json(document);
    } else {
      result
          .messages()
          .forEach(
              message ->
                  output()
                      .serverText(
                          Style.BOLD.of(message.role() + ":"),
                          message.content() instanceof TextContent text
                              ? text.text()
                              : Json.write(ContentJson.of(message.content()))));
    }
    return ExitCode.OK;
  }

  /** A name that no prompt of another server has, as that of a tool. */
  private static String modelName(String server, Prompt listed) {
    return ToolNames.modelName(server, listed.name());
  }

  private void print(String server, Prompt listed) {
    String arguments =
        listed.arguments().stream()
            .map(it -> ListCommand.oneLine(it.name()) + (it.required() ? "*" : ""))
            .collect(Collectors.joining(", "));
    output()
        .line(
            Style.BOLD.of(server),
            "  ",
            Style.GREEN.of(modelName(server, listed)),
            Style.DIM.of("(" + arguments + ")"),
            "  ",
            ListCommand.oneLine(listed.description()));
  }

  private static Map<String, @Nullable Object> json(String server, Prompt listed) {
    Map<String, @Nullable Object> json =
        CliOutput.ordered(
            "name", modelName(server, listed), "server", server, "prompt", listed.name());
    CliOutput.put(json, "title", listed.title());
    CliOutput.put(json, "description", listed.description());
    json.put("arguments", listed.arguments().stream().map(PromptsCommand::json).toList());
    return json;
  }

  private static Map<String, @Nullable Object> json(PromptArgument argument) {
    Map<String, @Nullable Object> json =
        CliOutput.ordered("name", argument.name(), "required", argument.required());
    CliOutput.put(json, "description", argument.description());
    return json;
  }
}
