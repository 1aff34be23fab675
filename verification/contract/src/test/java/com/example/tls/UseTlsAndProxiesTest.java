package com.example.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** A server with a certificate of the company, behind a proxy. */
class UseTlsAndProxiesTest {

  @Test
  void configuresSslContextAndProxyPerTransport() throws NoSuchAlgorithmException {
    SSLContext companyTls = SSLContext.getDefault();
    String password = "s3cret";

    StreamableHttpTransport ledger =
        StreamableHttpTransport.builder(URI.create("https://ledger.example.com/mcp"))
            .sslContext(companyTls)
            .proxy(URI.create("http://mia:" + password + "@proxy.example.com:3128"))
            .build();

    assertThat(ledger.address()).isEqualTo("https://ledger.example.com/mcp");
    assertThat(ledger.toString()).doesNotContain(password);
  }
}
