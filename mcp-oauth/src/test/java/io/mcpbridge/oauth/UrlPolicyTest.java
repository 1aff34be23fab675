package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.http.AddressScope;
import io.mcpbridge.oauth.internal.http.SettingNames;
import io.mcpbridge.oauth.internal.http.UrlRules;
import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which URLs of a server are accepted, and the scope of addresses. */
class UrlPolicyTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com/",
        "http://127.0.0.1/",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "ftp://example.com/",
        "/relative",
        "https:///nowhere",
        "https://user:secret@example.com/",
        "not a url",
        "",
      })
  void rejectsInvalidHttpsUrl(String url) {
    assertThatThrownBy(
            () ->
                new UrlRules(UrlPolicy.defaults(), SettingNames.JAVA)
                    .require(url, "the token endpoint"))
        .isInstanceOf(OAuthException.class)
        .hasMessageStartingWith("the token endpoint ")
        .message()
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:80/, true",
    "http://127.0.0.1/, true",
    "http://[::1]/, true",
    "https://example.com/, true",
    "http://example.com/, false",
    "http://127.0.0.1.example.com/, false",
    "http://10.0.0.1/, false",
  })
  void allowsPlainHttpOnlyToLoopback(String url, boolean allowed) {
    UrlRules rules = new UrlRules(UrlPolicy.defaults().allowLoopback(), SettingNames.JAVA);

    if (allowed) {
      assertThat(rules.require(url, "it").toString()).isEqualTo(url);
    } else {
      assertThatThrownBy(() -> rules.require(url, "it")).isInstanceOf(OAuthException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "8.8.8.8, PUBLIC",
    "172.32.0.1, PUBLIC",
    "2606:4700::1111, PUBLIC",
    "64:ff9b::808:808, PUBLIC",
    "127.0.0.1, LOOPBACK",
    "127.9.9.9, LOOPBACK",
    "::1, LOOPBACK",
    "::ffff:127.0.0.1, LOOPBACK",
    "10.1.2.3, PRIVATE",
    "172.16.0.1, PRIVATE",
    "192.168.1.1, PRIVATE",
    "100.64.0.1, PRIVATE",
    "fd00::1, PRIVATE",
    "::ffff:10.0.0.1, PRIVATE",
    "169.254.169.254, NEVER",
    "fe80::1, NEVER",
    "0.0.0.0, NEVER",
    "::, NEVER",
    "224.0.0.1, NEVER",
    "255.255.255.255, NEVER",
    "ff02::1, NEVER",
    "64:ff9b::a9fe:a9fe, NEVER",
    "64:ff9b::1:0:808:808, NEVER",
    "64:ff9b:1:a00:0:100:808:808, NEVER",
    "64:ff9b:1::808:808, NEVER",
    "2002:7f00:1::1, NEVER",
    "2002:a00:1::1, NEVER",
    "2002:808:808::1, PUBLIC",
    "64:ff9b::7f00:1, NEVER",
    "64:ff9b::a00:1, NEVER",
    "2001:0:53aa:64c:0:0:f5ff:fffe, NEVER",
    "::ffff:169.254.169.254, NEVER",
    "::127.0.0.1, NEVER",
    "::10.0.0.1, NEVER",
    "fec0::1, NEVER",
    "febf::1, NEVER",
    "fc00::1, PRIVATE",
    "fd00:ec2::254, PRIVATE",
    "5f00::1, NEVER",
    "100::1, NEVER",
    "4000::1, NEVER",
    "172.31.255.255, PRIVATE",
    "100.127.255.255, PRIVATE",
    "100.128.0.1, PUBLIC",
    "192.0.0.8, NEVER",
    "198.18.0.1, NEVER",
    "198.19.255.255, NEVER",
    "240.0.0.1, NEVER",
    "239.255.255.250, NEVER",
    "0.1.2.3, NEVER",
  })
  void classifiesAddresses(String address, AddressScope addressScope) throws Exception {
    assertThat(AddressScope.of(InetAddress.getByName(address))).isEqualTo(addressScope);
  }
}
