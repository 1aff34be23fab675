package io.mcpbridge.spring.boot;

import io.mcpbridge.selection.ToolTrait;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Selects the tools of one agent. Names are those of the servers and of their tools, with {@code *}
 * and {@code ?} as wildcards. An attribute that is not set does not restrict the tools. Servers
 * with {@code per-user} are included; each user gets their own.
 *
 * <p>On an {@code @AiService} of LangChain4j, in addition to its other beans:
 *
 * <pre>{@code
 * @AiService
 * @McpTools(servers = "github", traits = READ_ONLY)
 * interface Reviewer {
 *   String review(String question);
 * }
 * }</pre>
 *
 * <p>On a parameter or field with one of the types {@code ChatClient.Builder}, {@code
 * McpToolCallbackProvider}, {@code McpToolProvider}, {@link io.mcpbridge.catalog.ToolView} or
 * {@link io.mcpbridge.catalog.ToolSet}. A view has no tools of servers with {@code per-user}.
 *
 * <pre>{@code
 * @Bean
 * ChatClient reviewer(@McpTools(servers = "github", traits = READ_ONLY) ChatClient.Builder chat) {
 *   return chat.build();
 * }
 * }</pre>
 *
 * <p>On a {@code @Bean} method or a class, it applies to all parameters and fields of these types,
 * unless they have an annotation of their own or a {@code @Qualifier}. Subclasses and implementing
 * classes inherit it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.TYPE,
  ElementType.METHOD,
  ElementType.FIELD,
  ElementType.PARAMETER,
  ElementType.ANNOTATION_TYPE
})
@Qualifier // without this starter's auto-configuration, no bean matches
public @interface McpTools {

  /**
   * Includes only tools of these servers. A name without wildcards must be that of a server; if
   * servers may be added at run time, an unknown one is logged.
   */
  String[] servers() default {};

  /** Includes only tools with these names. */
  String[] include() default {};

  /** Includes only tools with all of these traits, as declared by the server. */
  ToolTrait[] traits() default {};

  /** Excludes tools with these names. */
  String[] exclude() default {};
}
