package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Chooses credentials by the AI service invocation of a tool call.
 *
 * <pre>{@code
 * StreamableHttpTransport.builder(url)
 *     .credentials(
 *         InvocationCredentials.of(
 *             context -> BearerToken.of(context.invocationParameters().get("token"))))
 *     .build()
 * }</pre>
 *
 * <p>Requests outside of an invocation, such as listing the tools in the background, use no
 * credentials unless {@link #orElse} provides some.
 */
public final class InvocationCredentials implements Credentials {

  private final Function<InvocationContext, Credentials> ofInvocation;
  private final Credentials outsideOfInvocations;

  private InvocationCredentials(
      Function<InvocationContext, Credentials> ofInvocation, Credentials outsideOfInvocations) {
    this.ofInvocation = ofInvocation;
    this.outsideOfInvocations = outsideOfInvocations;
  }

  /**
   * Credentials supplied by a function of the invocation. An exception fails only that call.
   *
   * @param ofInvocation called on the calling thread, for each request
   */
  public static InvocationCredentials of(Function<InvocationContext, Credentials> ofInvocation) {
    return new InvocationCredentials(ofInvocation, Credentials.none());
  }

  /** The same, with these credentials outside of invocations. */
  public InvocationCredentials orElse(Credentials outsideOfInvocations) {
    return new InvocationCredentials(ofInvocation, outsideOfInvocations);
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    return current().headersFor(request);
  }

  @Override
  public boolean renew(Challenge challenge) {
    return current().renew(challenge);
  }

  @Override
  public @Nullable Object principal() {
    return current().principal();
  }

  private Credentials current() {
    InvocationContext context = CurrentInvocation.get();
    return context == null ? outsideOfInvocations : ofInvocation.apply(context);
  }
}
