package io.mcpbridge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that only a proxy can reach, and other settings that a file cannot have. */
class ProxyDiagnosisTest extends DoctorServers {

  /** Of a file without settings for a proxy and a login. */
  private static final SettingOrigins NO_NAMES =
      new SettingOrigins() {
        @Override
        public @Nullable SettingOrigin origin(String server, String setting) {
          return null;
        }

        @Override
        public @Nullable String name(String server, String setting) {
          return null;
        }
      };

  @ParameterizedTest
  @CsvSource({
    "https://mcp.invalid/mcp, HTTPS_PROXY, , HTTPS_PROXY",
    "https://mcp.invalid/mcp, https_proxy, other.invalid, https_proxy",
    "http://mcp.invalid/mcp, HTTP_PROXY, , HTTP_PROXY",
    "http://mcp.invalid/mcp, ALL_PROXY, , ALL_PROXY",
    "http://mcp.invalid/mcp, HTTPS_PROXY, ,",
    "https://mcp.invalid/mcp, HTTPS_PROXY, '.company.example, .invalid',",
    "https://mcp.invalid/mcp, HTTPS_PROXY, mcp.invalid:443,",
    "https://mcp.invalid/mcp, HTTPS_PROXY, *,",
    "https://127.0.0.1:1/mcp, HTTPS_PROXY, ,",
  })
  void namesProxyVariableThatIsNotRead(
      String url, String variable, @Nullable String excluded, @Nullable String reported) {
    Map<String, String> environment =
        Map.of(variable, "http://proxy:3128", "NO_PROXY", excluded == null ? "" : excluded);
    Doctor doctor = Doctor.builder().deadline(MINUTE).environment(environment).build();
    try (ToolCatalog catalog = ToolCatalog.builder().server(FAULTY, http(url)).build()) {
      List<Finding> findings = doctor.examine(catalog, FAULTY).findings();

      assertThat(findings.stream().filter(it -> "proxy".equals(it.setting())))
          .map(Finding::cause)
          .isEqualTo(
              reported == null
                  ? List.of()
                  : List.of(
                      "The environment has the variable "
                          + reported
                          + ", which the client does not read."));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://mcp.invalid/mcp, http.proxyHost",
    "https://mcp.invalid/mcp, https.proxyHost",
  })
  void advisesPropertyOfScheme(String url, String property) {
    AdvisedSettings advised = new AdvisedSettings(NO_NAMES, FAULTY);
    McpException refused = new McpException("refused").withSetting("proxy");

    assertThat(advised.proxy(url)).contains("`-D" + property + "`");
    assertThat(new FailureFinding(refused, false, url, null, advised).finding().advice())
        .contains("`" + property + "`");
  }

  @ParameterizedTest
  @ValueSource(strings = {"auth.oauth2.issuer", "auth.oauth2.client-secret"})
  void leavesSettingsThatTheFileCannotHaveToTheOperator(String setting) {
    McpAuthorizationException failure =
        (McpAuthorizationException)
            new McpAuthorizationException("the metadata is wrong").withSetting(setting);

    assertThat(
            new FailureFinding(
                    failure, false, "https://h/mcp", null, new AdvisedSettings(NO_NAMES, FAULTY))
                .finding()
                .advice())
        .isEqualTo("The operator of the server has to correct the metadata of its login.");
  }

  @Test
  void doesNotLookAtPortOfServerBehindProxy() {
    AtomicInteger connections = new AtomicInteger();
    PeerServer port =
        open(
            new PeerServer(
                socket -> {
                  connections.incrementAndGet();
                  HttpDiagnosisTest.ssh(socket);
                }));
    PeerServer proxy = open(PeerServer.http("200 OK", "Content-Type: text/html\r\n", "<p>"));
    Transport transport =
        StreamableHttpTransport.builder(URI.create(port.url()))
            .proxy(URI.create("http://127.0.0.1:" + proxy.port()))
            .build();
    Map<String, String> environment = Map.of("HTTP_PROXY", "http://proxy:3128");
    Doctor doctor = Doctor.builder().deadline(MINUTE).environment(environment).build();
    try (ToolCatalog catalog = ToolCatalog.builder().server(FAULTY, transport).build()) {
      assertThat(doctor.examine(catalog, FAULTY).findings())
          .singleElement()
          .asString()
          .contains("text/html")
          .doesNotContain("SSH");
    }
    assertThat(connections).hasValue(0);
  }
}
