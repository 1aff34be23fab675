package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.call.FanOut;
import io.mcpbridge.catalog.internal.call.ServerOperation;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.catalog.server.CatalogListing;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.ListPromptsRequest;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.PromptArgument;
import io.mcpbridge.transport.Deadline;
import java.util.List;
import java.util.Map;

/**
 * The prompts of all servers of a catalog: {@link ToolCatalog#prompts()}. Prompts are
 * user-controlled: offer them to users as a menu or as commands.
 *
 * <pre>{@code
 * GetPromptResult review = catalog.prompts().get("git", "review", Map.of("branch", "main"));
 * }</pre>
 */
public final class CatalogPrompts {

  private static final String CAPABILITY = "prompts";

  private final ServerRegistry servers;
  private final FanOut fanOut;

  CatalogPrompts(ServerRegistry servers, FanOut fanOut) {
    this.servers = servers;
    this.fanOut = fanOut;
  }

  /** {@link #list(CallOptions)} with the default options. */
  public CatalogListing<Prompt> list() {
    return list(CallOptions.defaults());
  }

  /**
   * Lists the prompts of all servers in parallel; as {@link CatalogResources#list(CallOptions)}.
   */
  public CatalogListing<Prompt> list(CallOptions options) {
    return fanOut.of(ListPromptsRequest.first(), CAPABILITY, options);
  }

  /** {@link #list(String, CallOptions)} with the default options. */
  public List<Prompt> list(String server) {
    return list(server, CallOptions.defaults());
  }

  /** Lists the prompts of one server; as {@link CatalogResources#list(String, CallOptions)}. */
  public List<Prompt> list(String server, CallOptions options) {
    return fanOut.of(server, ListPromptsRequest.first(), CAPABILITY, options);
  }

  /** {@link #get(String, String, Map, CallOptions)} with the default options. */
  public GetPromptResult get(String server, String name, Map<String, String> arguments) {
    return get(server, name, arguments, CallOptions.defaults());
  }

  /**
   * Gets a prompt. Blocks the calling thread. First lists the server's prompts, to report all
   * missing arguments at once.
   *
   * @param name the prompt's name on its server
   * @param arguments values by argument name
   * @param options a timeout here replaces the server's, for both requests together
   * @throws IllegalArgumentException if there is no such server
   * @throws IllegalStateException if the server is disabled
   * @throws McpInvalidArgumentsException if required arguments are missing; the prompt is not
   *     requested then
   * @throws io.mcpbridge.error.McpException if the server is unavailable, does not answer in time
   *     or rejects the request
   */
  public GetPromptResult get(
      String server, String name, Map<String, String> arguments, CallOptions options) {
    return servers.during(server, managedServer -> get(managedServer, name, arguments, options));
  }

  private static GetPromptResult get(
      ManagedServer managedServer,
      String name,
      Map<String, String> arguments,
      CallOptions options) {
    Deadline deadline = managedServer.deadline(options);
    FanOut.list(managedServer, ListPromptsRequest.first(), CAPABILITY, options, deadline)
        .orElse(List.of())
        .stream()
        .filter(prompt -> prompt.name().equals(name))
        .findFirst()
        .ifPresent(prompt -> requireArguments(managedServer.name(), prompt, arguments));
    return ServerOperation.run(
        managedServer,
        "prompts/get " + name,
        deadline,
        client ->
            client.newCall(new GetPromptRequest(name, arguments), options, deadline).execute());
  }

  private static void requireArguments(
      String server, Prompt prompt, Map<String, String> arguments) {
    List<String> missing =
        prompt.arguments().stream()
            .filter(PromptArgument::required)
            .map(PromptArgument::name)
            .filter(argument -> !arguments.containsKey(argument))
            .map(argument -> "\"" + argument + "\"")
            .toList();
    if (!missing.isEmpty()) {
      throw new McpInvalidArgumentsException(
              "required arguments of the prompt are missing: " + String.join(", ", missing))
          .withOperation(server, "prompts/get " + prompt.name());
    }
  }
}
