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
    String artifact = cause.artifact().substring(cause.artifact().indexOf(':') + 1);
    String group = cause.artifact().substring(0, cause.artifact().indexOf(':'));
    return new FailureAnalysis(
        "mcp-langchain4j needs "
            + cause.artifact()
            + " "
            + cause.required()
            + ", but "
            + cause.found()
            + " is on the class path.",
        "Add the dependency to the application. Declared there, it takes precedence over the"
            + " version that another dependency brings, such as LangChain4j's Spring starter:\n\n"
            + "    <dependency>\n"
            + "      <groupId>"
            + group
            + "</groupId>\n      <artifactId>"
            + artifact
            + "</artifactId>\n      <version>"
            + cause.required()
            + "</version>\n    </dependency>\n\n"
            + "or, with Gradle: implementation(\""
            + cause.artifact()
            + ":"
            + cause.required()
            + "\"). Or replace LangChain4j's Spring starter by"
            + " io.mcpbridge:mcp-langchain4j-starter, which brings both in versions that fit. An"
            + " application that does not use LangChain4j sets"
            + " mcp.client.langchain4j.enabled=false.",
        cause);
  }
}
