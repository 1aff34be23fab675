/** The command line. */
module io.mcpbridge.cli {
  requires info.picocli;
  requires io.mcpbridge.config;
  requires io.mcpbridge.doctor;
  requires io.mcpbridge.oauth;
  requires static org.jspecify;
  requires org.slf4j;
  requires org.yaml.snakeyaml;

  exports io.mcpbridge.cli;

  opens io.mcpbridge.cli.internal to
      info.picocli;
}
