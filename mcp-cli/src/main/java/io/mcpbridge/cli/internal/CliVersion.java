package io.mcpbridge.cli.internal;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar, and the Java version that runs it. */
final class CliVersion implements IVersionProvider {

  CliVersion() {}

  @Override
  public String[] getVersion() {
    String version = CliVersion.class.getPackage().getImplementationVersion();
    return new String[] {
      "mcp " + (version == null ? "(development)" : version),
      "Java " + System.getProperty("java.version")
    };
  }
}
