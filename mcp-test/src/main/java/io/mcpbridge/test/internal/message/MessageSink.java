package io.mcpbridge.test.internal.message;

import java.util.List;
import java.util.Map;

/** Sends the response to one received message. Thread-safe. */
public interface MessageSink {

  /** The message is valid and its processing begins, which may take long. */
  default void begin() {}

  /** Starts an event stream, if the response can be one. */
  default void beginStream() {}

  /** Acknowledges the message, on transports where the response does not do so. Idempotent. */
  default void confirm() {}

  /** Sends one JSON value before the response; false if it will never be received. */
  boolean send(Object json);

  /** Sends the response (one JSON value, unless a fault changes that); nothing follows. */
  void respond(int httpStatus, Map<String, String> headers, List<?> values);

  /** Acknowledges a message without a response. */
  void accept();

  /** Sends this HTTP response. */
  void http(int status, Map<String, String> headers, byte[] body);

  /** Writes bytes unchanged. */
  void raw(byte[] bytes);

  /** Ends the event stream normally, before the response. */
  void closeStream();

  /** Drops the connection. */
  void disconnect();

  /** Ends the server's process, or its equivalent. */
  void exit(int code);
}
