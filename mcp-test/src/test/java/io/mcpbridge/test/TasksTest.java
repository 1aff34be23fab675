package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that run as tasks, of both kinds, and invalid requests for them. */
class TasksTest {

  private static final Duration AT_ONCE = Duration.ZERO;
  private static final String FORMS = "{\"elicitation\": {\"form\": {}}}";
  private static final String WITH_TASKS =
      "{\"elicitation\": {\"form\": {}}, \"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}";
  private static final FakeServerRequest NAME =
      FakeServerRequest.form(
          "Who?", "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}");
  private static final String ADA = "{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}";

  private final FakeMcpServer server = FakeMcpServer.create();
  private int id;

  @AfterEach
  void close() {
    server.close();
  }

  private static String stateless(Object id, String method, String params, String capabilities) {
    JsonObject meta =
        JsonObject.of(
            Map.of(
                "io.modelcontextprotocol/protocolVersion",
                "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities",
                Json.readObject(capabilities)));
    JsonObject object = JsonObject.of(Json.readObject(params));
    return Messages.request(id, method, object.with("_meta", meta).toJson());
  }

  private JsonObject request(Wire client, String method, String params) throws Exception {
    client.send(stateless(++id, method, params, WITH_TASKS));
    return client.receive();
  }

  private JsonObject sessionRequest(Wire client, String method, String params) throws Exception {
    client.send(Messages.request(++id, method, params));
    return client.receive();
  }

  private static JsonObject result(JsonObject response) {
    return JsonObject.of(response.map("result"));
  }

  private static String taskIdParams(JsonObject task) {
    return "{\"taskId\": \"" + task.string("taskId") + "\"";
  }

  @Test
  void serverReturnsTaskForCall() throws Exception {
    server
        .tool("slow")
        .runsAs(
            FakeTask.polledEvery(AT_ONCE)
                .working(1)
                .asking("who", NAME)
                .completes(answers -> FakeResult.text(answers.toJson())));
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      JsonObject task = result(request(client, "tools/call", "{\"name\": \"slow\"}"));
      assertThat(task.string("resultType")).isEqualTo("task");
      assertThat(task.string("status")).isEqualTo("working");
      assertThat(task.has("ttlMs")).isTrue();

      assertThat(result(request(client, "tasks/get", taskIdParams(task) + "}")).string("status"))
          .isEqualTo("working");
      JsonObject inputRequired = result(request(client, "tasks/get", taskIdParams(task) + "}"));
      assertThat(inputRequired.string("status")).isEqualTo("input_required");
      assertThat(inputRequired.map("inputRequests")).containsOnlyKeys("who");
      String update = taskIdParams(task) + ", \"inputResponses\": {\"who\": " + ADA + "}}";
      assertThat(result(request(client, "tasks/update", update)).map("content")).isEmpty();
      assertThat(server.violations()).isEmpty();
      request(client, "tasks/update", update);
      assertThat(server.violations())
          .singleElement()
          .asString()
          .contains("\"who\"", "already answered");

      JsonObject done = result(request(client, "tasks/get", taskIdParams(task) + "}"));
      assertThat(done.string("status")).isEqualTo("completed");
      assertThat(done.string("resultType")).isEqualTo("complete");
      assertThat(done.object("result").toJson()).contains("Ada");
    }
  }

  @Test
  void requiresDeclaredTasksExtension() throws Exception {
    server.tool("slow").runsAs(FakeTask.polledEvery(AT_ONCE));
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.send(stateless(1, "tools/call", "{\"name\": \"slow\"}", "{}"));
      assertThat(client.receive().toJson()).contains("-32021", "io.modelcontextprotocol/tasks");
      assertThat(server.violations()).isEmpty();

      client.send(stateless(2, "tasks/get", "{\"taskId\": \"any\"}", "{}"));
      assertThat(client.receive().toJson()).contains("-32021");
      assertThat(server.violations()).singleElement().asString().contains("declared extension");
    }
  }

  @Test
  void reportsPollingFasterThanPollInterval() throws Exception {
    server.tool("slow").runsAs(FakeTask.polledEvery(Duration.ofMinutes(1)).working(1));
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      JsonObject task = result(request(client, "tools/call", "{\"name\": \"slow\"}"));

      request(client, "tasks/get", taskIdParams(task) + "}");

      assertThat(server.violations()).singleElement().asString().contains("poll interval of PT1M");
    }
  }

  @Test
  void failsCancelsAndForgetsTasks() throws Exception {
    server
        .tool("fails")
        .runsAs(FakeTask.polledAtWill().completes(FakeResult.failure(-32603, "no")));
    server.tool("stuck").runsAs(FakeTask.polledAtWill().until(new Latch()));
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      JsonObject fails = result(request(client, "tools/call", "{\"name\": \"fails\"}"));
      assertThat(request(client, "tasks/get", taskIdParams(fails) + "}").toJson())
          .contains("\"status\":\"failed\"", "\"code\":-32603", "\"message\":\"no\"");

      JsonObject stuck = result(request(client, "tools/call", "{\"name\": \"stuck\"}"));
      request(client, "tasks/cancel", taskIdParams(stuck) + "}");
      assertThat(request(client, "tasks/get", taskIdParams(stuck) + "}").toJson())
          .contains("\"status\":\"cancelled\"");

      server.forgetTasks();
      assertThat(request(client, "tasks/get", taskIdParams(stuck) + "}").toJson())
          .contains("-32602");
    }
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void sessionEraClientRequestsTask() throws Exception {
    server
        .tool("slow")
        .runsAs(
            FakeTask.polledEvery(AT_ONCE)
                .working(1)
                .asking("who", NAME)
                .completes(answers -> FakeResult.text(answers.toJson())));
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.greet("2025-11-25", FORMS);
      assertThat(sessionRequest(client, "tools/call", "{\"name\": \"slow\"}").toJson())
          .contains("-32601");
      JsonObject task =
          JsonObject.of(
              result(sessionRequest(client, "tools/call", "{\"name\": \"slow\", \"task\": {}}"))
                  .map("task"));
      assertThat(task.string("status")).isEqualTo("working");
      sessionRequest(client, "tasks/get", taskIdParams(task) + "}");
      assertThat(
              result(sessionRequest(client, "tasks/get", taskIdParams(task) + "}"))
                  .string("status"))
          .isEqualTo("input_required");

      JsonObject question = sessionRequest(client, "tasks/result", taskIdParams(task) + "}");
      assertThat(question.toJson()).contains("elicitation/create", "related-task");
      client.answer(question, ADA);

      assertThat(client.receive().toJson()).contains("Ada", "related-task");
    }
    assertThat(server.violations()).singleElement().asString().contains("does not name its task");
  }

  @Test
  void rejectsTaskCallOfToolWithoutTaskSupport() throws Exception {
    server.tool("slow").runsAs(FakeTask.polledEvery(AT_ONCE));
    server.tool("quick");
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.greet("2025-11-25", FORMS);

      assertThat(
              sessionRequest(client, "tools/call", "{\"name\": \"quick\", \"task\": {}}").toJson())
          .contains("-32601");
    }
    assertThat(server.violations()).singleElement().asString().contains("forbidden");
  }

  @Test
  void ignoresTaskParameterWithoutTasksCapability() throws Exception {
    server.tool("slow").runsAs(FakeTask.polledEvery(AT_ONCE).completes(FakeResult.text("done")));
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.greet("2025-06-18", FORMS);

      assertThat(
              sessionRequest(client, "tools/call", "{\"name\": \"slow\", \"task\": {}}").toJson())
          .contains("done");
    }
    assertThat(server.violations()).singleElement().asString().contains("offers none");
  }
}
