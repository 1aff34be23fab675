package io.mcpbridge.spring.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * A method of a bean that answers what servers ask. Which questions says its parameter: {@code
 * ElicitFormRequest} and {@code ElicitUrlRequest} are answered with an {@code ElicitResult}, {@code
 * CreateMessageRequest} with a {@code CreateMessageResult}, {@code ListRootsRequest} with a {@code
 * ListRootsResult}. An {@code InputContext} may stand beside it, which says who asks.
 *
 * <pre>{@code
 * @McpInputHandler(servers = "files")
 * ElicitResult confirm(ElicitFormRequest form, InputContext context) {
 *   return ElicitResult.decline();
 * }
 * }</pre>
 *
 * <p>On a bean of the type {@code InputHandler}, which needs no annotation, it says for which
 * servers that is. For a server that is named, its own handlers count, and otherwise those of no
 * server in particular. What has no handler is not declared to the server.
 */
@Documented
@Reflective
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface McpInputHandler {

  /** The servers it is for, by their keys; default: all that have no other. */
  String[] servers() default {};
}
