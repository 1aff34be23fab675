package io.mcpbridge.spring.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Marks a bean method that handles requests of servers. Its parameter determines the request type:
 * {@code ElicitFormRequest} and {@code ElicitUrlRequest} return an {@code ElicitResult}, {@code
 * CreateMessageRequest} a {@code CreateMessageResult}, {@code ListRootsRequest} a {@code
 * ListRootsResult}. An additional {@code InputContext} parameter describes the server and the call.
 *
 * <pre>{@code
 * @McpInputHandler(servers = "files")
 * ElicitResult confirm(ElicitFormRequest form, InputContext context) {
 *   return ElicitResult.decline();
 * }
 * }</pre>
 *
 * <p>On a bean of type {@code InputHandler}, which needs no annotation, it selects the servers. A
 * handler that names a server takes precedence over handlers that name none. Capabilities without a
 * handler are not declared to the server.
 */
@Documented
@Reflective
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface McpInputHandler {

  /** Keys of the servers it handles; default: all servers that have no handler of their own. */
  String[] servers() default {};
}
