package io.mcpbridge.transport.stdio;

/** Receives the lines of a stream. The bytes are valid only during the call. */
interface LineSink {

  /** A whole line, without its line end. */
  void line(byte[] buffer, int offset, int length);

  /** A piece of a line that is longer than the limit; the line goes on. */
  void pieceOfLongLine(byte[] buffer, int offset, int length);

  /** The end of a line that came in pieces. */
  void endOfLongLine();
}
