package io.mcpbridge.spring.security;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with Spring AI, LangChain4j, this starter, and the OAuth clients of a test. */
@SpringBootApplication
class UsersApplication {}
