package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.langchain4j.IncompatibleLangChain4jException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Reports which dependency to add if LangChain4j's own starter brings a release that is too old.
 */
final class IncompatibleLangChain4jFailureAnalyzer
    extends AbstractFailureAnalyzer<IncompatibleLangChain4jException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, IncompatibleLangChain4jException cause) {
    String[] artifact = cause.artifact().split(":", 2);
    return new FailureAnalysis(
        "mcp-langchain4j needs %s %s, but %s is on the class path."
            .formatted(cause.artifact(), cause.requiredVersion(), cause.actualVersion()),
        """
        Add the dependency to the application. Declared there, it takes precedence over the version \
        that another dependency brings, such as LangChain4j's Spring starter:

            <dependency>
              <groupId>%s</groupId>
              <artifactId>%s</artifactId>
              <version>%s</version>
            </dependency>

        or, with Gradle: implementation("%s:%s"). Or replace LangChain4j's Spring starter by \
        io.mcpbridge:mcp-langchain4j-starter, which brings both in versions that fit. An \
        application that does not use LangChain4j sets mcp.client.langchain4j.enabled=false."""
            .formatted(
                artifact[0],
                artifact[1],
                cause.requiredVersion(),
                cause.artifact(),
                cause.requiredVersion()),
        cause);
  }
}
