package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Credentials of whoever an AI service works for, chosen by the invocation that a tool is called
 * in.
 *
 * <pre>{@code
 * StreamableHttpTransport.builder(url)
 *     .credentials(
 *         InvocationCredentials.of(
 *             context -> BearerToken.of(context.invocationParameters().get("token"))))
 *     .build()
 * }</pre>
 *
 * <p>What is not done for an invocation, such as listing the tools in the background, is done with
 * other credentials; with none unless the application says so.
 */
public final class InvocationCredentials implements Credentials {

  private final Function<InvocationContext, Credentials> ofInvocation;
  private final Credentials outside;

  private InvocationCredentials(
      Function<InvocationContext, Credentials> ofInvocation, Credentials outside) {
    this.ofInvocation = ofInvocation;
    this.outside = outside;
  }

  /**
   * The credentials that a function gives for an invocation. What it throws fails that call only.
   *
   * @param ofInvocation called on the thread that makes the call, for each request
   */
  public static InvocationCredentials of(Function<InvocationContext, Credentials> ofInvocation) {
    return new InvocationCredentials(ofInvocation, Credentials.none());
  }

  /** The same, with these where there is no invocation. */
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
    return context == null ? outside : ofInvocation.apply(context);
  }
}
