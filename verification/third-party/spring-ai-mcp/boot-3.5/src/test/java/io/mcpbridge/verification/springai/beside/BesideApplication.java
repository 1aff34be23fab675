package io.mcpbridge.verification.springai.beside;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with Spring AI's MCP starter and this one, without code of its own. */
@SpringBootApplication
class BesideApplication {}
