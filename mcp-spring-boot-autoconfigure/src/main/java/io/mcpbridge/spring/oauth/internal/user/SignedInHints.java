package io.mcpbridge.spring.oauth.internal.user;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * Hints for what {@link SignedInUser} looks up by reflection. Without them, a native image would
 * treat two users of the same name as one if they signed in by SAML, by OAuth or with a token. A
 * custom principal needs a hint of its own.
 */
public final class SignedInHints implements RuntimeHintsRegistrar {

  private static final String PACKAGE =
      "org.springframework.security.saml2.provider.service.authentication.";

  /** The principal of Spring Security 6, and the authentication of 7. */
  private static final List<String> TYPES =
      List.of(
          "Saml2AuthenticatedPrincipal",
          "DefaultSaml2AuthenticatedPrincipal",
          "Saml2AssertionAuthentication");

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    for (String name : SignedInUser.OPTIONAL_CLASSES) {
      hints.reflection().registerType(TypeReference.of(name), hint -> {});
    }
    for (String type : TYPES) {
      hints
          .reflection()
          .registerType(
              TypeReference.of(PACKAGE + type),
              hint ->
                  hint.withMethod(
                      SignedInUser.SAML_REGISTRATION, List.of(), ExecutableMode.INVOKE));
    }
  }
}
