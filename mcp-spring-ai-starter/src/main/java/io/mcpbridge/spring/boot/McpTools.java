package io.mcpbridge.spring.boot;

import io.mcpbridge.selection.ToolTrait;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Value;

/**
 * Which tools a {@link io.mcpbridge.catalog.ToolView} that is injected has: those of one agent.
 * Names are the tools' and servers' own, with {@code *} and {@code ?}; what is not said limits
 * nothing.
 *
 * <pre>{@code
 * @Bean
 * ChatClient reviewer(
 *     ChatClient.Builder chat,
 *     McpToolCallbackProvider all,
 *     @McpTools(servers = "github", traits = READ_ONLY) ToolView tools) {
 *   return chat.defaultToolCallbacks(all.withTools(tools)).build();
 * }
 * }</pre>
 *
 * <p>With LangChain4j, {@code McpToolProvider.withTools(tools)} is the same.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@Value("#{@" + McpClientAutoConfiguration.VIEW + "}") // and no other view, whatever beans there are
public @interface McpTools {

  /** Only tools of these servers. */
  String[] servers() default {};

  /** Only tools of these names. */
  String[] include() default {};

  /** Only tools of which the server says all of this. */
  ToolTrait[] traits() default {};

  /** No tools of these names. */
  String[] exclude() default {};
}
