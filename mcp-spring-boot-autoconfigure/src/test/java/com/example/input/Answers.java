package com.example.input;

import io.mcpbridge.input.InputContext;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.Root;
import io.mcpbridge.spring.boot.McpInputHandler;
import java.nio.file.Path;
import java.util.List;
import org.springframework.stereotype.Component;

@Component
class Answers {

  @McpInputHandler(servers = "files")
  ListRootsResult roots(ListRootsRequest request) {
    return new ListRootsResult(List.of(Root.of(Path.of("/data"))));
  }

  @McpInputHandler
  ElicitResult confirm(ElicitFormRequest form, InputContext context) {
    return ElicitResult.decline();
  }
}
