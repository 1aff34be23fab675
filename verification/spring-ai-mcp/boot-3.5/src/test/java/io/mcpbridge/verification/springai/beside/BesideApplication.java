package io.mcpbridge.verification.springai.beside;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with Spring AI's MCP starter and ours; nothing of its own. */
@SpringBootApplication
class BesideApplication {}
