package io.mcpbridge.test;

import java.util.List;
import java.util.Map;

/** The way back for what answers one received message. Thread-safe. */
interface Outlet {

  /** Sends one JSON value ahead of the response. */
  void send(Object json);

  /**
   * Sends the response (one JSON value, unless somebody misbehaves), after which nothing follows.
   */
  void respond(int httpStatus, Map<String, String> headers, List<?> values);

  /** Confirms a message that is not answered. */
  void accept();

  /** Answers with this HTTP response. */
  void http(int status, Map<String, String> headers, byte[] body);

  /** Writes bytes as they are. */
  void raw(byte[] bytes);

  /** Drops the connection. */
  void disconnect();

  /** Ends the server's process, or what stands for it. */
  void exit(int code);
}
