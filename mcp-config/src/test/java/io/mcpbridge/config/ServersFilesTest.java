package io.mcpbridge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.config.ConfigProblem.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How files of other clients are interpreted. */
class ServersFilesTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("TOKEN", "s3cr3t-value", "EMPTY", "", "HOST", "example.com");

  @TempDir Path folder;

  private ServersFiles.Builder files(String json) throws IOException {
    Path file = folder.resolve("mcp.json");
    Files.writeString(file, json);
    return ServersFiles.builder().global(file).environment(ENVIRONMENT::get);
  }

  private ConfiguredServers read(String json) throws IOException {
    return files(json).build().read();
  }

  /** The one server of a file with this entry. */
  private ConfiguredServer server(String entry) throws IOException {
    return read("{\"mcpServers\": {\n\"one\":\n" + entry + "}}").servers().get(0);
  }

  private static List<String> messages(ConfiguredServer server) {
    return server.problems().stream().map(ConfigProblem::message).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'mcpServers': {'one': {'command': 'npx', 'args': ['-y', 'some-server']}}}",
        "{'servers': {'one': {'type': 'stdio', 'command': 'npx', 'args': ['-y', 'some-server']}}}",
        "{'mcp': {'servers': {'one': {'command': 'npx', 'args': ['-y', 'some-server']}}}}",
        "{'context_servers': {'one': {'command': 'npx', 'args': ['-y', 'some-server']}}}",
        "{'one': {'command': 'npx', 'args': ['-y', 'some-server'], 'keep_alive': true}}",
        "{'mcpServers': {'one': {'transport': {'type': 'stdio', 'command': 'npx', 'args': ['-y',"
            + " 'some-server']}, 'disabled': false}}}",
        "{'mcpServers': {'one': {'transportType': 'stdio', 'command': 'npx', 'args': ['-y',"
            + " 'some-server']}}}",
        "{'mcpServers': {'one': {'command': ['npx', '-y', 'some-server']}}}",
        "{'mcpServers': {'one': {'transport': 'stdio', 'command': 'npx', 'url': '', 'headers': {},"
            + " 'args': ['-y', 'some-server']}}}",
        "// of VS Code\n{'servers': {'one': {'command': 'npx', 'args': ['-y', 'some-server',]},},}",
        "\uFEFF{'mcpServers': {'one': {'command': 'npx', 'args': ['-y', 'some-server']}}}"
      })
  void programsInEveryShape(String json) throws IOException {
    ConfiguredServer server = read(json.replace('\'', '"')).server("one");

    assertThat(server).isNotNull();
    assertThat(server.isUsable()).as("%s", server.problems()).isTrue();
    assertThat(server.commandLine()).containsExactly("npx", "-y", "some-server");
    assertThat(server.address()).isEqualTo("stdio: npx -y some-server");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'url': 'http://x/mcp'}                                             | Streamable",
        "{'url': 'http://x/sse'}                                             | Sse",
        "{'url': 'http://x/sse/?key=1'}                                      | Sse",
        "{'url': 'http://x/sse', 'type': 'http'}                             | Streamable",
        "{'url': 'http://x/mcp', 'type': 'sse'}                              | Sse",
        "{'url': 'http://x/mcp', 'type': 'streamableHttp'}                   | Streamable",
        "{'url': 'http://x/mcp', 'type': 'streamable-http'}                  | Streamable",
        "{'url': 'http://x/mcp', 'transport': 'streamable_http'}             | Streamable",
        "{'url': 'http://x/mcp', 'transport': 'SSE'}                         | Sse",
        "{'url': 'http://x/mcp', 'transportType': 'http'}                    | Streamable",
        "{'transport': {'type': 'sse', 'url': 'http://x/mcp'}}               | Sse",
        "{'transport': {'type': 'streamableHttp', 'url': 'http://x/sse'}}    | Streamable",
        "{'serverUrl': 'http://x/mcp'}                                       | Streamable"
      })
  void urlsInEveryShape(String entry, String transport) throws IOException {
    ConfiguredServer server = server(entry.replace('\'', '"'));

    assertThat(server.isUsable()).as("%s", server.problems()).isTrue();
    assertThat(String.valueOf(server.transport()))
        .containsIgnoringCase(transport)
        .contains("http://x/");
  }

  @Test
  void namesFieldThatWasProbablyMeant() throws IOException {
    ConfiguredServers servers =
        read(
            "{\"mcpServers\": {\"one\": {\"url\": \"http://x\", \"timeuot\": 5,"
                + " \"exclude\": [\"rm\"], \"color\": \"red\"}}}");

    assertThat(servers.server("one").problems())
        .map(problem -> problem.severity() + " " + problem.setting() + " " + problem.message())
        .containsExactly(
            "INFO timeuot `timeuot` has no effect (did you mean `timeout`?)",
            "WARNING exclude `exclude` has no effect (did you mean `disabledTools`?)",
            "INFO null unused fields, kept in the file: [color]");
  }

  @ParameterizedTest
  @CsvSource({
    "comment, INFO",
    "server, INFO",
    "timeuot, INFO",
    "disabledTool, WARNING",
    "disabeldTools, WARNING",
    "disabled_tools, WARNING",
    "exclude, WARNING",
  })
  void warnsOnlyOfFieldsThatRestrictOrConnect(String written, Severity severity)
      throws IOException {
    ConfiguredServers servers =
        read("{\"mcpServers\": {\"one\": {\"url\": \"http://x\", \"" + written + "\": []}}}");

    assertThat(servers.server("one").problems())
        .extracting(ConfigProblem::severity)
        .containsExactly(severity);
  }

  @ParameterizedTest
  @CsvSource({"ulr, url", "uri, url", "Url, url", "sererUrl, url", "comand, command"})
  void suggestsNameForMisspelledUrlOrCommand(String written, String suggestion) throws IOException {
    ConfiguredServers servers =
        read("{\"mcpServers\": {\"one\": {\"" + written + "\": \"http://x\"}}}");

    assertThat(servers.server("one").problems())
        .filteredOn(problem -> problem.severity() == Severity.ERROR)
        .singleElement()
        .extracting(ConfigProblem::message)
        .asString()
        .contains("(did you mean `" + suggestion + "` by `" + written + "`?)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'command': 'a', 'url': 'http://x'}           | both set | 3",
        "{'args': ['a']}                               | neither | 2",
        "{'command': ' '}                              | neither | 2",
        "{'command': 'a',^'type': 'sse'}              | but `command` is set | 4",
        "{'url': 'http://x',^^'type': 'stdio'}       | needs a `command` | 5",
        "{'url': 'http://x', 'type': 'websocket'}      | must be stdio, http or sse | 3",
        "{'url': 'http://x',^'args': ['a']}           | `args` are for a `command` | 4",
        "{'command': 'a',^'headers': {'A': 'b'}}      | `headers` are for a `url` | 4",
        "{'command': 'a', 'args': 'b'}                 | list of strings | 3",
        "{'command': 'a', 'args': [{}]}                | one of its elements | 3",
        "{'command': 'a', 'env': {'N': {}}}            | \"N\" is not | 3",
        "{'command': 'a', 'disabled': 'maybe'}         | true or false | 3",
        "{'command': 'a', 'disabledTools': 7}          | `disabledTools` must be a list | 3",
        "{'command': 'a', 'alwaysAllow': ['']}         | `alwaysAllow` contains an empty name | 3",
        "{'command': 'a', 'envFile': 'none.env'}       | `envFile` cannot be read | 3",
        "{^'url': 'ftp://x'}                           | http:// or https://, not with | 4",
        "{^'url': 'http://x y'}                        | the url cannot be read | 4",
        "{^'url': '8080'}                              | must start with http:// or https:// | 4",
        "{^'url': '127.0.0.1:80/mcp'}                  | must start with http:// or https:// | 4",
        "{^'url': 'http://x:78010'}                    | the url has an invalid port | 4",
        "{'url': 'http://x', 'headers': {^'a b': 'c'}} | not a header name | 4",
        "{'url': 'http://x', 'headers': {^'a': 'b\\nc'}} | has a line break | 4",
        "{'command': 'a',^'arg': ['b']}                | `arg` has no effect (did you mean `args` |"
            + " 4",
        "{'command': 'a',^'arguments': ['b']}          | has no effect (did you mean `args`?) | 4",
        "{'command': 'a',^'envs': {'A': 'b'}}          | has no effect (did you mean `env`?) | 4",
        "{'url': 'http://x',^'header': {'A': 'b'}}     | has no effect (did you mean `headers`?) |"
            + " 4",
        "{^'cmd': 'a'}                                 | (did you mean `command` by `cmd`?) | 4",
        "{^'exec': 'a'}                                | (did you mean `command` by `exec`?) | 4",
        "{^'uri': 'http://x'}                          | (did you mean `url` by `uri`?) | 4",
        "'npx some-server'                             | must be an object | 2"
      })
  void eachMistakeHasItsOwnMessageAndLine(String entry, String message, int line)
      throws IOException {
    ConfiguredServers servers =
        read(
            "{\"mcpServers\": {\n\"one\":\n"
                + entry.replace('\'', '"').replace('^', '\n')
                + ", \"good\": {\"command\": \"b\"}}}");

    assertThat(servers.server("good").isUsable()).isTrue();
    ConfiguredServer wrong = servers.server("one");
    assertThat(wrong.isUsable()).isFalse();
    assertThat(wrong.problems()).hasSize(1);
    ConfigProblem problem = wrong.problems().get(0);
    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
    assertThat(problem.message()).contains(message);
    assertThat(problem.toString())
        .startsWith(folder.resolve("mcp.json") + ":" + line + ": server \"one\": ");
  }

  @Test
  void resolvesAllVariableForms() throws IOException {
    ConfiguredServer server =
        files(
                """
                {"mcpServers": {"one": {
                  "command": "${userHome}/bin/run",
                  "args": ["${TOKEN}", "${env:HOST}", "${NONE:-a default}", "${EMPTY:-other}",
                           "${EMPTY}.", "${workspaceFolder}", "${workspaceFolderBasename}", "$HOST",
                           "${OWN}"],
                  "env": {"OWN": "<${HOST}>"}
                }}}
                """)
            .workspaceFolder(Path.of("/projects/space"))
            .build()
            .read()
            .servers()
            .get(0);

    assertThat(server.commandLine())
        .containsExactly(
            System.getProperty("user.home") + "/bin/run",
            "s3cr3t-value",
            "example.com",
            "a default",
            "other",
            ".",
            "/projects/space",
            "space",
            "$HOST",
            "<example.com>");
    assertThat(server.entry().get("args").toString()).contains("${TOKEN}");
  }

  @Test
  void disablesServerWithUnresolvedVariables() throws IOException {
    ConfiguredServer server =
        server(
            """
            {"url": "http://x/mcp",
             "headers": {
               "X-Fine": "${TOKEN}",
               "Authorization": "Bearer ${NOT_SET}",
               "X-Odd": "${command:pick}"}}
            """);

    assertThat(server.isUsable()).isFalse();
    assertThat(server.transport()).isNull();
    assertThat(server.problems()).extracting(ConfigProblem::line).containsExactly(6, 7);
    assertThat(messages(server).get(0)).contains("headers.Authorization", "NOT_SET is not set");
    assertThat(messages(server).get(1)).contains("${command...}", "not a known variable");
  }

  @Test
  void promptsOnceAndOnlyForRequiredInputs() throws IOException {
    List<String> prompts = new ArrayList<>();
    ServersFiles files =
        files(
                """
                {"inputs": [
                   {"id": "key", "type": "promptString", "description": "API key", "password": true},
                   {"id": "region", "type": "pickString", "options": ["eu", "us"], "default": "eu"},
                   {"id": "unused", "type": "promptString"},
                   {"id": "undefined-input", "type": "promptString"}],
                 "servers": {
                   "one": {"url": "https://x/${input:region}", "headers": {"K": "${input:key}"}},
                   "off": {"url": "https://x/${input:unused}", "disabled": true},
                   "two": {"url": "https://x/${input:undefined-input}"}}}
                """)
            .inputs(
                input -> {
                  prompts.add(input.id() + " " + input.description() + " " + input.password());
                  return input.id().equals("key") ? "k3y" : null;
                })
            .build();

    files.read();
    ConfiguredServers servers = files.read();

    assertThat(servers.server("one").url()).isEqualTo("https://x/eu");
    assertThat(servers.server("two").isUsable()).isFalse();
    assertThat(messages(servers.server("two")).get(0)).contains("\"undefined-input\"");
    assertThat(prompts).containsOnlyOnce("key API key true").doesNotContain("unused null false");
  }

  @Test
  void entryOverridesEnvFile() throws IOException {
    Files.writeString(
        folder.resolve("dev.env"), "# a comment\nexport A='one'\nB=\"two # 2\"\nC=three # 3\n");
    ConfiguredServer server =
        files(
                """
                {"servers": {"one": {"command": "run", "args": ["${A}", "${B}", "${C}"],
                  "envFile": "${workspaceFolder}/dev.env", "env": {"C": "own"}}}}
                """)
            .workspaceFolder(folder)
            .build()
            .read()
            .servers()
            .get(0);

    assertThat(server.commandLine()).containsExactly("run", "one", "two # 2", "own");
  }

  @ParameterizedTest
  @CsvSource({
    "30, PT30S, 0",
    "1.5, PT1.5S, 0",
    "'\"30\"', PT30S, 0",
    "'\"30s\"', PT30S, 0",
    "'\"500ms\"', PT0.5S, 0",
    "'\"2 min\"', PT2M, 0",
    "'\"2h\"', PT2H, 0",
    "'\"PT2H\"', PT2H, 0",
    "'\"PT30S\"', PT30S, 0",
    "3600, PT1H, 0",
    "30000, PT8H20M, 1",
    "'\"60000\"', PT16H40M, 1",
    "0, , 1",
    "-5, , 1",
    "'\"soon\"', , 1",
    "1e300, , 1"
  })
  void readsTimeoutWithoutUnitAsSeconds(String value, Duration timeout, int warnings)
      throws IOException {
    ConfiguredServer server = server("{\"command\": \"run\", \"timeout\": " + value + "}");

    assertThat(server.isUsable()).isTrue();
    assertThat(server.timeout()).isEqualTo(timeout);
    assertThat(server.options().timeout())
        .isEqualTo(timeout == null ? Duration.ofSeconds(60) : timeout);
    assertThat(server.problems())
        .hasSize(warnings)
        .allMatch(problem -> problem.severity() == Severity.WARNING);
  }

  @Test
  void readsPolicyFieldsOfOtherClients() throws IOException {
    ConfiguredServer roo =
        server(
            """
            {"command": "run", "alwaysAllow": ["*"], "disabledTools": ["rm"],
             "watchPaths": ["build/out.js"], "timeout": 90}
            """);
    ConfiguredServer local =
        server("{\"command\": \"node\", \"args\": [\"/x/dist/index.js\"], \"cwd\": \"/work\"}");
    ConfiguredServer cline = server("{\"command\": \"run\", \"autoApprove\": [\"a\", \"b\"]}");
    ConfiguredServer gemini =
        server(
            "{\"httpUrl\": \"http://x/mcp\", \"includeTools\": [\"a\"], \"excludeTools\":"
                + " [\"b\"]}");

    assertThat(roo.autoApprove()).containsExactly("*");
    assertThat(roo.disabledTools()).containsExactly("rm");
    assertThat(roo.watchPaths())
        .containsExactly(Path.of("").toAbsolutePath().resolve("build/out.js"));
    assertThat(local.watchPaths()).containsExactly(Path.of("/x/dist/index.js"));
    assertThat(cline.autoApprove()).containsExactly("a", "b");
    assertThat(gemini.allowedTools()).containsExactly("a");
    assertThat(gemini.disabledTools()).containsExactly("b");
  }

  @Test
  void keepsUnknownFieldsAndReportsThemOnce() throws IOException {
    ConfiguredServer server =
        server("{\"command\": \"run\", \"gallery\": true, \"sandbox\": {\"secret\": \"hidden\"}}");

    assertThat(server.isUsable()).isTrue();
    assertThat(server.unknownFields())
        .isEqualTo(Map.of("gallery", true, "sandbox", Map.of("secret", "hidden")));
    assertThat(messages(server))
        .containsExactly("unused fields, kept in the file: [gallery, sandbox]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "npx | '-y', 'mcp-remote', 'https://x/sse'                                  | Sse",
        "npx | '-y', 'mcp-remote@latest', 'https://x/mcp', '3334', '--allow-http'   | Streamable",
        "npx | 'mcp-remote', 'https://x/sse', '--transport', 'http-only'            | Streamable",
        "npx | 'mcp-remote', 'https://x/mcp', '--transport', 'sse-only', '--debug'  | Sse",
        "cmd | '/c', 'npx', '-y', 'mcp-remote@0.1.2', 'https://x/mcp'               | Streamable",
        "npx | '-y', '-p', 'mcp-remote', 'mcp-remote', 'https://x/mcp'              | Streamable",
        "bunx | 'mcp-remote', '--debug', 'https://x/mcp', '--transport', 'sse-first' | Sse",
        "npm | 'exec', 'mcp-remote', '--', 'https://x/mcp'                          | Streamable",
        "pnpm | 'dlx', 'mcp-remote', 'https://x/mcp'                                | Streamable",
        "C:\\\\node\\\\npx.cmd | 'mcp-remote', 'https://x/mcp'                      | Streamable",
        "mcp-remote | 'https://x/mcp'                                               | Streamable"
      })
  void connectsDirectlyInsteadOfStartingMcpRemote(String command, String args, String transport)
      throws IOException {
    ConfiguredServer server =
        server(
            "{\"command\": \""
                + command
                + "\", \"args\": ["
                + args.replace('\'', '"')
                + ", \"--header\", \"Authorization:${AUTH}\", \"--ignore-tool\", \"rm\"],"
                + " \"env\": {\"AUTH\": \"Bearer ${TOKEN}\"}}");

    assertThat(server.isUsable()).as("%s", server.problems()).isTrue();
    assertThat(String.valueOf(server.transport())).containsIgnoringCase(transport);
    assertThat(server.url()).startsWith("https://x/");
    assertThat(server.disabledTools()).containsExactly("rm");
    assertThat(messages(server).get(0)).contains("mcp-remote is not started");
    assertThat(server.remote().wantsLogin()).as("it has a key").isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'-y', 'mcp-remote', 'https://x', '--static-oauth-client-info', '{}'",
        "'-y', 'mcp-remote', 'https://x', '--static-oauth-client-info', '@/no/such/file'",
        "'-y', 'mcp-remote', 'https://x', '--static-oauth-client-metadata', 'none'",
        "'-y', 'mcp-remote', 'https://x', '--resource', 'https://tenant/'",
        "'-y', 'mcp-remote', 'https://x', '--disable-resource-parameter'",
        "'-y', 'mcp-remote', 'https://x', '--transport', 'carrier-pigeon'",
        "'-y', 'mcp-remote', 'https://x', '--auth-timeout', 'soon'",
        "'-y', 'mcp-remote-else', 'https://x'",
        "'-y', 'mcp-remote'",
        "'some-server', 'mcp-remote', 'https://x'"
      })
  void startsProcessForUnsupportedMcpRemoteOptions(String args) throws IOException {
    ConfiguredServer server =
        server("{\"command\": \"npx\", \"args\": [" + args.replace('\'', '"') + "]}");

    assertThat(server.commandLine()).startsWith("npx");
  }

  /** A direct connection asks for the login that mcp-remote would have performed. */
  @Test
  void mcpRemoteOptionsBecomeLogin() throws IOException {
    Path metadata =
        Files.writeString(
            folder.resolve("client.json"),
            "{\"scope\": \"read write\", \"client_name\": \"Desk\"}");
    RemoteServer server =
        server(
                "{\"command\": \"npx\", \"args\": [\"-y\", \"mcp-remote\", \"http://intranet/mcp\","
                    + " \"3334\", \"--allow-http\", \"--host\", \"127.0.0.1\", \"--auth-timeout\","
                    + " \"90\", \"--header\", \"X-Tenant:${TENANT}\","
                    + " \"--static-oauth-client-info\", \"{\\\"client_id\\\": \\\"desk\\\"}\","
                    + " \"--static-oauth-client-metadata\", \"@"
                    + metadata
                    + "\"], \"env\": {\"TENANT\": \"of ${HOST}\"}}")
            .remote();

    assertThat(server.wantsLogin()).isTrue();
    assertThat(server.name()).isEqualTo("one");
    assertThat(server.url()).hasToString("http://intranet/mcp");
    assertThat(server.headers()).containsEntry("X-Tenant", "of example.com");
    assertThat(server.clientId()).isEqualTo("desk");
    assertThat(server.clientName()).isEqualTo("Desk");
    assertThat(server.scopes()).containsExactly("read", "write");
    assertThat(server.redirectUri()).hasToString("http://127.0.0.1:3334/oauth/callback");
    assertThat(server.loginTimeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(server.allowsPlainHttp()).isTrue();
    assertThat(server.toString()).doesNotContain("example.com", "intranet", "desk");
  }

  @Test
  void warnsOfMcpRemoteOptionsWithoutEffect() throws IOException {
    ConfiguredServer server =
        server(
            "{\"command\": \"npx\", \"args\": [\"mcp-remote\", \"https://x/mcp\", \"--debug\","
                + " \"--enable-proxy\"], \"env\": {\"NODE_EXTRA_CA_CERTS\": \"/ca.pem\"}}");

    assertThat(server.url()).isEqualTo("https://x/mcp");
    assertThat(server.problems())
        .filteredOn(problem -> problem.severity() == Severity.WARNING)
        .singleElement()
        .asString()
        .contains("--debug", "--enable-proxy", "NODE_EXTRA_CA_CERTS", "no effect")
        .doesNotContain("ca.pem");
  }

  /** A client secret is only sent to a known issuer, which mcp-remote does not ask for. */
  @Test
  void saysWhyMcpRemoteIsStartedAsProcess() throws IOException {
    ConfiguredServer server =
        server(
            "{\"command\": \"npx\", \"args\": [\"mcp-remote\", \"https://x/mcp\", \"3334\","
                + " \"--static-oauth-client-info\", \"{\\\"client_id\\\": \\\"desk\\\","
                + " \\\"client_secret\\\": \\\"${TOKEN}\\\"}\"]}");

    assertThat(server.commandLine()).startsWith("npx");
    assertThat(server.remote()).isNull();
    assertThat(messages(server).get(0))
        .contains("started as a process", "client_secret", "issuer")
        .doesNotContain("s3cr3t");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "oauth | true",
        "OAuth | true",
        "${TOKEN} | false",
      })
  void authOauthAsksForLogin(String auth, boolean login) throws IOException {
    ConfiguredServer server = server("{\"url\": \"https://x/mcp\", \"auth\": \"" + auth + "\"}");

    assertThat(server.remote().wantsLogin()).isEqualTo(login);
    assertThat(server.remote().headers().containsKey("Authorization")).isEqualTo(!login);
    assertThat(server.problems()).isEmpty();
  }

  @Test
  void readsOAuthClientOfClaudeCode() throws IOException {
    ConfiguredServer server =
        server(
            "{\"type\": \"http\", \"url\": \"https://x/mcp\", \"oauth\": {\"clientId\":"
                + " \"${HOST}\", \"callbackPort\": 8080, \"scopes\": \"read  write\"}}");

    assertThat(server.problems()).isEmpty();
    assertThat(server.remote().wantsLogin()).isTrue();
    assertThat(server.remote().clientId()).isEqualTo("example.com");
    assertThat(server.remote().scopes()).containsExactly("read", "write");
    assertThat(server.remote().redirectUri()).hasToString("http://localhost:8080/callback");
  }

  @Test
  void readsOAuthClientOfCursor() throws IOException {
    ConfiguredServer server =
        server(
            "{\"url\": \"https://x/mcp\", \"auth\": {\"CLIENT_ID\": \"${env:HOST}\","
                + " \"scopes\": [\"read\", \"write\"]}}");

    assertThat(server.problems()).isEmpty();
    assertThat(server.remote().wantsLogin()).isTrue();
    assertThat(server.remote().clientId()).isEqualTo("example.com");
    assertThat(server.remote().scopes()).containsExactly("read", "write");
    assertThat(server.remote().redirectUri()).as("a free port").isNull();
  }

  /** A secret is only sent to a known issuer, so that its client is not used without it. */
  @Test
  void warnsOfOAuthClientSecret() throws IOException {
    ConfiguredServer server =
        server(
            "{\"url\": \"https://x/mcp\", \"auth\": {\"CLIENT_ID\": \"desk\","
                + " \"CLIENT_SECRET\": \"${TOKEN}\", \"scopes\": [\"read\"]}}");

    assertThat(server.remote().wantsLogin()).isTrue();
    assertThat(server.remote().clientId()).isNull();
    assertThat(server.remote().scopes()).containsExactly("read");
    assertThat(messages(server))
        .singleElement()
        .asString()
        .contains("client secret of `auth`", "issuer")
        .doesNotContain("s3cr3t");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'callbackPort': 70000} | `oauth.callbackPort` is not a port between 1 and 65535",
        "{'scopes': [{}]} | `oauth.scopes` must be a string or a list of strings",
        "{'authServerMetadataUrl': 'https://y'} | unused fields of `oauth`:"
            + " [authServerMetadataUrl]",
        "true | `oauth` is ignored, because it is not an object",
      })
  void reportsUnusableOAuthClient(String oauth, String problem) throws IOException {
    ConfiguredServer server =
        server("{\"url\": \"https://x/mcp\", \"oauth\": " + oauth.replace('\'', '"') + "}");

    assertThat(messages(server)).containsExactly(problem);
  }

  @Test
  void objectWithoutClientAsksForNoLogin() throws IOException {
    ConfiguredServer server =
        server(
            "{\"url\": \"https://x/mcp\", \"oauth\": {\"enabled\": false, \"callbackPort\":"
                + " null}}");

    assertThat(server.remote().wantsLogin()).isFalse();
    assertThat(messages(server)).containsExactly("unused fields of `oauth`: [enabled]");
  }

  @Test
  void warnsOfCallbackPortWithoutClient() throws IOException {
    ConfiguredServer server =
        server("{\"url\": \"https://x/mcp\", \"oauth\": {\"callbackPort\": 8080}}");

    assertThat(server.remote().wantsLogin()).isTrue();
    assertThat(messages(server))
        .containsExactly("`oauth.callbackPort` is ignored, because there is no client id");
  }

  @Test
  void headersTakePrecedenceOverOAuthClient() throws IOException {
    ConfiguredServer server =
        server(
            "{\"url\": \"https://x/mcp\", \"headers\": {\"Authorization\": \"Bearer ${TOKEN}\"},"
                + " \"oauth\": {\"clientId\": \"desk\"}}");

    assertThat(server.remote().wantsLogin()).isFalse();
    assertThat(server.problems()).isEmpty();
  }

  @Test
  void projectOverridesGlobal() throws IOException {
    Path project = folder.resolve("project/.vscode/mcp.json");
    Files.createDirectories(project.getParent());
    Files.writeString(
        project,
        """
        {"servers": {
          "own": {"command": "run", "args": ["${workspaceFolder}"]},
          "both": {"command": "of-project"},
          "off": {"command": "x", "disabled": true}}}
        """);
    ConfiguredServers servers =
        files(
                """
                {"mcpServers": {
                  "first": {"command": "f"}, "both": {"url": "http://x/${NOT_SET}"},
                  "off": {"command": "of-global"}}}
                """)
            .project(project)
            .build()
            .read();

    assertThat(servers.servers())
        .extracting(ConfiguredServer::name)
        .containsExactly("own", "both", "off", "first");
    assertThat(servers.server("own").commandLine()).contains(folder.resolve("project").toString());
    assertThat(servers.server("both").commandLine()).containsExactly("of-project");
    assertThat(servers.server("off").isDisabled()).isTrue();
    assertThat(servers.server("both", ConfigSource.GLOBAL).isShadowed()).isTrue();
    assertThat(servers.server("both", ConfigSource.PROJECT).isShadowed()).isFalse();
    assertThat(servers.problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"mcpServers\": {^\"one\": {\"command\": \"run\"} | not JSON at line",
        "`` | no JSON",
        "[] | expected a JSON object",
        "{\"mcpServers\": []} | `mcpServers` must be an object"
      })
  void reportsUnreadableFileAndUsesTheOther(String text, String message) throws IOException {
    Path project = folder.resolve(".mcp.json");
    Files.writeString(project, text.replace('^', '\n'));
    ConfiguredServers servers =
        files("{\"mcpServers\": {\"one\": {\"command\": \"run\"}}}")
            .project(project)
            .build()
            .read();

    assertThat(servers.server("one").isUsable()).isTrue();
    assertThat(servers.problems()).hasSize(1);
    assertThat(servers.problems().get(0).toString()).contains(project.toString(), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{^\"mcpServers\": {^\"a\": {^\"command\": \"x\"^^\"args\": [\"y\"]}}} | 4 | a comma is"
            + " missing after line 4",
        "{^\"mcpServers\": {^\"a\": {}^\"b\": {}}} | 3 | a comma is missing after line 3",
        "{^\"mcpServers\": {^\"a\": {\"args\": [1^\"y\"]}}} | 3 | a comma is missing after line 3",
        "{\"a\": {^\"command\": \"C:\\Users\\me\"}} | 2 | a backslash in a string is written twice,"
            + " such as in C:\\\\Users",
        "{^\u201cmcpServers\u201d: {}} | 2 | \u201c is no quotation mark of JSON; write \" before"
            + " and after the text",
        "{^'mcpServers': {}} | 2 | ' is no quotation mark of JSON; write \" before and after the"
            + " text",
        "{^\"mcpServers\": {^\"a\": {^}^ | 2 | the file ends before the } for the { of line 2",
        "{^\"mcpServers\": {^\"a\": [1}}} | 3 | the [ of line 3 needs ] before this }",
        "{^\"mcpServers\" {}} | 2 | a : is missing after the name in line 2",
        "{^\"mcpServers: {^}} | 2 | a string has no \" at its end",
        "{^// {^mcpServers: {}} | 3 | a name has no \" before and after it",
      })
  void namesMistakeInJson(String text, int line, String mistake) throws IOException {
    ConfigProblem problem = read(text.replace('^', '\n')).problems().get(0);

    assertThat(problem.line()).isEqualTo(line);
    assertThat(problem.message()).startsWith("not JSON at line ").contains(": " + mistake + ";");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n\"a\": node,\n\"b\": {",
        "{\n\"a\": {,}\n\"b\": 1",
        "{\n\"a\": 1e\n",
        "[1,,2]",
        "{\"a\": \"\u0001\"}"
      })
  void namesNoOtherMistakeThanTheFirst(String text) throws IOException {
    assertThat(read(text).problems().get(0).message())
        .matches("not JSON at line \\d+, column \\d+; none of its servers .*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp_servers", "mcpServer", "mcpservers", "MCPServers", "mcp-servers"})
  void suggestsNameOfMemberWithServers(String name) throws IOException {
    ConfiguredServers servers =
        read("{\"version\": 1,\n\"" + name + "\": {\"one\": {\"command\": \"run\"}}}");

    assertThat(servers.servers()).isEmpty();
    assertThat(servers.problems())
        .singleElement()
        .asString()
        .contains(
            "mcp.json:2: `" + name + "` has no effect (did you mean `mcpServers`?); none of its");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"mcpServer\": \"none\", \"server\": {\"port\": 8080}}",
        "{\"mcpServers\": {\"one\": {\"command\": \"a\"}}, \"servers\": {\"two\": {\"command\":"
            + " \"b\"}}}"
      })
  void doesNotTakeOtherMembersForMisspelledOnes(String json) throws IOException {
    assertThat(read(json).problems()).isEmpty();
  }

  @Test
  void reportsWrongEncodingAndMissingFile() throws IOException {
    Path file = folder.resolve("utf16.json");
    Files.write(file, "{\"mcpServers\": {}}".getBytes(StandardCharsets.UTF_16));

    assertThat(ServersFiles.of(file).read().problems())
        .singleElement()
        .asString()
        .contains("not UTF-8");
    assertThat(ServersFiles.of(folder.resolve("none.json")).read().problems())
        .singleElement()
        .asString()
        .contains("no such file");
  }

  @Test
  void usesLastOfDuplicateServersAndReportsThem() throws IOException {
    ConfiguredServers servers =
        read("{\"mcpServers\": {\"one\": {\"command\": \"a\"},\n\"one\": {\"command\": \"b\"}}}");

    assertThat(servers.servers()).hasSize(1);
    assertThat(servers.server("one").commandLine()).containsExactly("b");
    assertThat(servers.problems().get(0).toString()).contains("mcp.json:2", "twice");
  }

  @Test
  void doesNotUseServersRejectedByAllowFilter() throws IOException {
    ConfiguredServers servers =
        files(
                """
                {"mcpServers": {
                  "in": {"url": "https://in.example.com/mcp"},
                  "out": {"url": "https://elsewhere/mcp"}, "local": {"command": "run"}}}
                """)
            .allow(
                server ->
                    server.url() != null && server.url().startsWith("https://in.example.com/"))
            .build()
            .read();

    assertThat(servers.servers())
        .filteredOn(ConfiguredServer::isUsable)
        .extracting(ConfiguredServer::name)
        .containsExactly("in");
    assertThat(messages(servers.server("out")).get(0)).contains("does not allow");
  }

  @Test
  void doesNotExposeConfiguredValuesInMessages() throws IOException {
    ConfiguredServers servers =
        read(
            """
            {"inputs": [{"id": "i", "default": "s3cr3t-input"}],
             "mcpServers": {
              "a": {"command": "run", "args": ["--token", "s3cr3t-arg"], "env": {"K": "s3cr3t-env"},
                    "type": "s3cr3t-type", "oauth": {"secret": "s3cr3t-oauth"}},
              "b": {"url": "https://u:s3cr3t-user@x/mcp?key=s3cr3t-query", "timeout": "s3cr3t-time",
                    "headers": {"Authorization": "Bearer ${TOKEN}"}, "auth": "s3cr3t-auth"},
              "c": {"url": "https://x/ s3cr3t-url", "headers": {"K": "${NONE_SUCH}s3cr3t-header"}},
              "d": {"command": "run", "args": [["s3cr3t-element"]], "disabled": "s3cr3t-flag"},
              "e": {"url": "https://x/mcp", "headers": {"K": "s3cr3t\\nline"}}}}
            """);

    assertThat(servers.servers()).hasSize(5);
    servers
        .all()
        .forEach(
            server ->
                assertThat(
                        server
                            + " "
                            + server.problems()
                            + " "
                            + server.address()
                            + " "
                            + server.transport()
                            + " "
                            + server.options())
                    .doesNotContain("s3cr3t"));
  }
}
