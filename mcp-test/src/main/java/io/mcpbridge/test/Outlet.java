package io.mcpbridge.test;

import java.util.List;
import java.util.Map;

/** The way back for what answers one received message. Thread-safe. */
interface Outlet {

  /** The message is understood and work on its answer begins, which may take long. */
  default void begin() {}

  /** Begins an event stream, where the answer can be one. */
  default void beginStream() {}

  /**
   * Says that the message has come, where that is not said by the answer itself. Harmless when
   * repeated.
   */
  default void confirm() {}

  /** Sends one JSON value ahead of the response; false if it is never going to be heard. */
  boolean send(Object json);

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

  /** Ends the event stream in good order, ahead of the response. */
  void closeStream();

  /** Drops the connection. */
  void disconnect();

  /** Ends the server's process, or what stands for it. */
  void exit(int code);
}
