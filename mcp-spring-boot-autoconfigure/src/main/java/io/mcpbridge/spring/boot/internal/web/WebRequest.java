package io.mcpbridge.spring.boot.internal.web;

import java.net.InetAddress;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request to a {@link WebRoute}, made on a thread of its user.
 *
 * @param query the raw query
 * @param header the first value of a header, by name
 * @param remoteAddress the address of the client, or of the last proxy; {@code null} if unknown
 * @param csrfToken the token against cross-site request forgery that Spring Security expects;
 *     {@code null} if it expects none
 * @param body empty if there is none
 */
public record WebRequest(
    Map<String, String> pathVariables,
    @Nullable String query,
    Function<String, @Nullable String> header,
    @Nullable InetAddress remoteAddress,
    Supplier<@Nullable CsrfHeader> csrfToken,
    String body) {

  /** A header that a page must send with each change. */
  public record CsrfHeader(String header, String value) {}
}
