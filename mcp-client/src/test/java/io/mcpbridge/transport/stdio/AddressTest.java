package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

  @Test
  void addressIsCommandLine() {
    assertThat(StdioTransport.of("npx", "-y", "@scope/server", "/my data", "a\nb", "").address())
        .isEqualTo("stdio: npx -y @scope/server \"/my data\" \"a b\" \"\"");
  }

  @Test
  void truncatesAddressInMessagesOnly() {
    String[] args = {"--folders", "/data/".repeat(40), "the-end"};
    StdioTransport transport =
        StdioTransport.builder("no-such-command", args).env("PATH", "").build();
    String address = transport.address();

    assertThat(address).isEqualTo("stdio: no-such-command --folders " + args[1] + " the-end");
    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> transport.open(ChannelMode.SESSION, ChannelListener.none(), soon()))
        .withMessageStartingWith(address.substring(0, 80) + " ... a//data/")
        .withMessageContaining("/ the-end: the command ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xy", "x"})
  void truncatesBetweenCharacters(String last) {
    StdioTransport transport =
        StdioTransport.of("no-such-command" + last, "\ud83d\ude00".repeat(100), last);

    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> transport.open(ChannelMode.SESSION, ChannelListener.none(), soon()))
        .withMessageContaining("\ud83d\ude00 ... \ud83d\ude00");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--token                       | abc12345 | --token ***",
        "--api-key                     | abc12345 | --api-key ***",
        "--apiKey                      | abc12345 | --apiKey ***",
        "--github_access_token         | abc12345 | --github_access_token ***",
        "--api-key=abc12345            | x        | --api-key=*** x",
        "PASSWORD=abc12345             | x        | PASSWORD=*** x",
        "--header                      | Authorization: Bearer abc12345 | --header \"Authorization: ***\"",
        "--header                      | Authorization:abc12345  | --header Authorization:***",
        "postgres://me:abc12345@db/x   | x        | postgres://***@db/x x",
        "https://h/x?a=1&api_key=abc12345&b=2 | x | https://h/x?a=1&api_key=***&b=2 x",
        "Server=db;Password=abc12345;X=1 | x      | Server=db;Password=***;X=1 x",
        "ghp_abc12345abc12345abc12345  | x        | *** x",
        "--basic                       | mia:abc12345 | --basic ***",
        "--basic-auth=mia:abc12345     | x        | --basic-auth=*** x",
        "-u                            | mia:abc12345 | -u ***",
        "-c                            | API_KEY=abc12345 server | -c API_KEY=***",
        "-c                            | curl -u mia:abc12345 http://h | -c \"curl -u *** http://h\"",
        "-c                            | run --token 'abc12345' -v | -c \"run --token *** -v\"",
        "sk-abc12345abc12345           | x        | *** x",
        "-c                            | curl -H 'X-Client: abc12345' h | -c \"curl -H 'X-Client: ***' h\"",
        "-c                            | curl -HX-Client:abc12345 h | -c \"curl -HX-Client:*** h\"",
        "-umia:abc12345                | x        | -u*** x",
        "-u                            | CORP/mia:abc12345 | -u ***",
        "-c                            | x --password -abc12345 | -c \"x --password ***\"",
        "-c                            | x -debug -password abc12345 | -c \"x -debug -password ***\"",
        "--password                    | -abc12345 | --password ***",
        "-c                            | x --password \"s3\\\"abc12345\" -v | -c \"x --password *** -v\"",
        "-c                            | mysql -u mia -pabc12345 | -c \"mysql -u mia -p***\"",
        "-c                            | mysql -u mia -p abc12345 db | -c \"mysql -u mia -p *** db\"",
        "-umia                         | -pabc12345 | -umia -p***",
        "https://h/0b7c9f21-aa4e-4d35-9c1f-77abc12345aa/mcp | x | https://h/***/mcp x",
      })
  void hidesWhatLooksLikeASecret(String first, String second, String shown) {
    assertThat(StdioTransport.of("server", first, second).address())
        .isEqualTo("stdio: server " + shown)
        .doesNotContain("abc12345");
  }

  @Test
  void hidesPasswordAfterUser() {
    assertThat(StdioTransport.of("mysql", "-u", "mia", "-p", "s3cret-word", "db").address())
        .isEqualTo("stdio: mysql -u mia -p *** db");
    assertThat(StdioTransport.of("docker", "--user", "me", "-p", "8080:80/tcp").address())
        .isEqualTo("stdio: docker --user me -p 8080:80/tcp");
  }

  @ParameterizedTest
  @CsvSource({
    "--user mia:12345678, --user ***",
    "--basic=mia:98765432, --basic=***",
    "-u \"mia:12345678\", -u ***",
  })
  void hidesPasswordsOfDigits(String args, String shown) {
    assertThat(StdioTransport.of("server", args.split(" ")).address())
        .isEqualTo("stdio: server " + shown);
  }

  @ParameterizedTest
  @CsvSource({
    "--token,--verbose",
    "--keyboard,us",
    "--author,me",
    "--monkey=1,x",
    "https://h/a@b,x",
    "C:/data,x",
    "--user,1000:1000",
    "--user,mia",
    "-u,http://h/a",
    "-u,http://h:8080/a",
    "-p,abc12345",
    "--user=1000:1000,-p8080:80",
    "--token,-v",
    "http://h/weather-forecast-server-v2/mcp,x"
  })
  void hidesNothingElse(String first, String second) {
    assertThat(StdioTransport.of("server", first, second).address())
        .isEqualTo("stdio: server " + first + " " + second);
  }
}
