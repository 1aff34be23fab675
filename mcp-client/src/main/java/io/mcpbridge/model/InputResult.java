package io.mcpbridge.model;

/** The client's result for an {@link InputRequest}. */
public sealed interface InputResult
    permits ElicitResult, CreateMessageResult, ListRootsResult, CustomInputResult {}
