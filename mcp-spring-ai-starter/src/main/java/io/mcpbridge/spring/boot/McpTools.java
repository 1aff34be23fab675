package io.mcpbridge.spring.boot;

import io.mcpbridge.selection.ToolTrait;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Value;

/**
 * Selects the tools of an injected {@link io.mcpbridge.catalog.ToolView}, such as those of one
 * agent. Names are those of the servers and of their tools, with {@code *} and {@code ?} as
 * wildcards. An attribute that is not set does not restrict the view.
 *
 * <pre>{@code
 * @Bean
 * ChatClient reviewer(
 *     ChatClient.Builder chat,
 *     McpToolCallbackProvider all,
 *     @McpTools(servers = "github", traits = READ_ONLY) ToolView tools) {
 *   return chat.defaultToolCallbacks(all.forTools(tools)).build();
 * }
 * }</pre>
 *
 * <p>The equivalent for LangChain4j is {@code McpToolProvider.forTools(tools)}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@Value("#{@" + McpClientAutoConfiguration.VIEW + "}") // this view, even if other beans match
public @interface McpTools {

  /** Includes only tools of these servers. */
  String[] servers() default {};

  /** Includes only tools with these names. */
  String[] include() default {};

  /** Includes only tools with all of these traits, as declared by the server. */
  ToolTrait[] traits() default {};

  /** Excludes tools with these names. */
  String[] exclude() default {};
}
