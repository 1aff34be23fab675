package io.mcpbridge.langchain4j;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The release of LangChain4j on the class path lacks an API that this library calls. Thrown when a
 * provider or client is built, so that an application fails at startup and not at the first
 * request. LangChain4j's Spring starter, for one, may bring an older release than required.
 */
public final class IncompatibleLangChain4jException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  private static final String GROUP = "dev.langchain4j";
  private static final String UNKNOWN = "an unknown version";

  private final String artifact;
  private final String actualVersion;
  private final String requiredVersion;

  /**
   * @param artifactId the outdated module, such as {@code langchain4j-core}
   * @param requiredVersion the required version
   * @param missing the failed lookup
   */
  public IncompatibleLangChain4jException(
      String artifactId, String requiredVersion, Throwable missing) {
    this(artifactId, versionOf(artifactId), requiredVersion, missing);
  }

  private IncompatibleLangChain4jException(
      String artifactId, String actualVersion, String requiredVersion, Throwable missing) {
    super(
        String.format(
            "mcp-langchain4j needs %1$s:%2$s %3$s, but %4$s is on the class path. Add the"
                + " dependency %1$s:%2$s:%3$s to the application; declared there, it takes"
                + " precedence over the version that another dependency brings.",
            GROUP, artifactId, requiredVersion, actualVersion),
        missing);
    this.artifact = GROUP + ":" + artifactId;
    this.actualVersion = actualVersion;
    this.requiredVersion = requiredVersion;
  }

  /** The outdated module, as {@code group:artifact}. */
  public String artifact() {
    return artifact;
  }

  /** Its version on the class path; {@code an unknown version} if the jar does not declare one. */
  public String actualVersion() {
    return actualVersion;
  }

  /** The version to declare as a dependency of the application. */
  public String requiredVersion() {
    return requiredVersion;
  }

  private static String versionOf(String artifactId) {
    Properties pom = new Properties();
    try (@Nullable InputStream in =
        IncompatibleLangChain4jException.class.getResourceAsStream(
            "/META-INF/maven/" + GROUP + "/" + artifactId + "/pom.properties")) {
      if (in != null) {
        pom.load(in);
      }
    } catch (IOException e) {
      return UNKNOWN;
    }
    return pom.getProperty("version", UNKNOWN);
  }
}
