package io.mcpbridge.model;

/** What the client gives a server that asked for input. */
public sealed interface InputResult permits ElicitResult, CreateMessageResult, ListRootsResult {}
