package dev.langchain4j.mcp.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.langchain4j.agent.tool.ToolSpecification;

/** Reaches what LangChain4j's own MCP client makes of one tool in a server's list. */
public final class OwnConverter {

  private static final ObjectMapper JSON = new ObjectMapper();

  private OwnConverter() {}

  /**
   * @param toolJson the tool, as its server lists it
   * @throws RuntimeException if its list would be lost for this tool
   */
  public static ToolSpecification convert(String toolJson) {
    try {
      ArrayNode list = JSON.createArrayNode().add(JSON.readTree(toolJson));
      return ToolSpecificationHelper.toolSpecificationListFromMcpResponse(list).get(0);
    } catch (java.io.IOException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
