package io.mcpbridge.verification.authorization.issuer;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

/** The signing keys: the newest one signs; older ones stay in the key set until dropped. */
@Configuration(proxyBeanMethods = false)
class Keys {

  private volatile List<JWK> newestFirst = List.of(newKey());

  /** Signs with a new key from now on. */
  void change() {
    newestFirst = Stream.concat(Stream.of(newKey()), newestFirst.stream()).toList();
  }

  /** Removes the keys that no longer sign from the key set. */
  void dropOld() {
    newestFirst = newestFirst.subList(0, 1);
  }

  private static JWK newKey() {
    try {
      return new RSAKeyGenerator(2048).keyID(UUID.randomUUID().toString()).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @Bean
  JWKSource<SecurityContext> jwkSource() {
    return (selector, context) -> selected(selector, newestFirst);
  }

  @Bean
  JwtEncoder signing() {
    return new NimbusJwtEncoder(
        (selector, context) -> selected(selector, newestFirst.subList(0, 1)));
  }

  private static List<JWK> selected(JWKSelector selector, List<JWK> of) {
    return selector.select(new JWKSet(of));
  }
}
