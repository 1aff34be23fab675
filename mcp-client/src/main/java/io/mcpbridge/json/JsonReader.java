package io.mcpbridge.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Parses JSON to plain immutable Java values: {@link java.util.Map} (in order), {@link
 * java.util.List}, {@link String}, {@link Number} ({@link Integer}, {@link Long}, {@link
 * java.math.BigInteger} or {@link java.math.BigDecimal}, without loss of digits), {@link Boolean}
 * and {@code null}. Rejects duplicate members, trailing text, NaN, exponents beyond 10,000, and
 * documents that exceed the limits on size, depth or the number of values. Thread-safe.
 */
public final class JsonReader {

  /** Message for {@code 1e99999999999}. */
  static final String EXPONENT_TOO_LARGE =
      "a number has a larger exponent than " + JsonNumbers.MAX_EXPONENT;

  private final JsonFactory factory;
  private final JsonLimits limits;

  /** A reader with these limits. */
  public JsonReader(JsonLimits limits) {
    this.limits = limits;
    this.factory =
        JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // the JVM's table has no limit
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(limits.maxDepth())
                    .maxStringLength(limits.maxMessageBytes())
                    .maxNameLength(Math.min(limits.maxMessageBytes(), 65_536))
                    .build())
            .build();
  }

  public JsonLimits limits() {
    return limits;
  }

  /**
   * Parses a text.
   *
   * @throws JsonException if it is not exactly one JSON value within the limits
   */
  public @Nullable Object read(String json) {
    try (JsonParser parser = factory.createParser(json)) {
      return document(parser);
    } catch (IOException e) {
      throw refusal(e);
    }
  }

  /**
   * Parses a range of UTF-8 bytes.
   *
   * @throws JsonException if it is not exactly one JSON value within the limits
   */
  public @Nullable Object read(byte[] utf8, int offset, int length) {
    checkLength(length);
    try (JsonParser parser = factory.createParser(utf8, offset, length)) {
      return document(parser);
    } catch (IOException e) {
      throw refusal(e);
    }
  }

  /**
   * Parses a stream to its end, without closing it. A large message waits for its turn.
   *
   * @throws JsonException if it is not exactly one JSON value within the limits
   * @throws IOException if reading the stream fails
   */
  public @Nullable Object read(InputStream utf8) throws IOException {
    return read(utf8, () -> false);
  }

  /**
   * Parses a stream to its end, without closing it. A large message waits for its turn.
   *
   * @param isCancelled ends the wait with an {@link IOException}
   * @throws JsonException if it is not exactly one JSON value within the limits
   * @throws IOException if reading the stream fails
   */
  public @Nullable Object read(InputStream utf8, BooleanSupplier isCancelled) throws IOException {
    try (InputStream limited = new LimitedInputStream(utf8, limits, isCancelled);
        JsonParser parser = factory.createParser(limited)) {
      return document(parser);
    } catch (JsonProcessingException e) {
      throw refusal(e);
    }
  }

  /**
   * Rejects a message by its length, if that is known before parsing.
   *
   * @throws JsonLimitException if it exceeds the maximum size
   */
  public void checkLength(long bytes) {
    if (bytes > limits.maxMessageBytes()) {
      throw tooLong(limits);
    }
  }

  static JsonLimitException tooLong(JsonLimits limits) {
    return new JsonLimitException(
        JsonLimits.MAX_MESSAGE_BYTES,
        "the message is longer than " + limits.maxMessageBytes() + " bytes");
  }

  private JsonLimitException tooDeep() {
    return new JsonLimitException(
        JsonLimits.MAX_DEPTH, "the JSON is nested deeper than " + limits.maxDepth() + " levels");
  }

  private @Nullable Object document(JsonParser parser) throws IOException {
    if (parser.nextToken() == null) {
      throw new JsonException("no JSON");
    }
    Object value;
    try {
      value = new JsonTree(parser, limits).value();
    } catch (StackOverflowError tooDeep) { // where the limit was raised beyond the thread's stack
      throw tooDeep();
    }
    if (parser.nextToken() != null) {
      throw new JsonException(
          "text after the end of the JSON value, at " + position(parser.currentTokenLocation()));
    }
    return value;
  }

  private JsonException refusal(IOException e) {
    if (e instanceof StreamConstraintsException constraint) {
      return refusal(constraint);
    }
    return notJson(e);
  }

  static JsonException notJson(IOException e) {
    if (e instanceof JsonProcessingException json) {
      var at = json.getLocation();
      return at == null
          ? new JsonException("not JSON")
          : new JsonException("not JSON at " + position(at), at.getLineNr());
    }
    return new JsonException("not JSON: " + e.getClass().getSimpleName());
  }

  static String position(JsonLocation at) {
    return "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  /** Jackson distinguishes its limits only by message. */
  private JsonException refusal(StreamConstraintsException constraint) {
    String words = String.valueOf(constraint.getMessage());
    if (words.contains("nesting depth")) {
      return tooDeep();
    }
    if (words.contains("Number value length")) {
      return new JsonException("a number has too many digits");
    }
    return words.contains("Name length")
        ? new JsonException("the name of a member is too long")
        : tooLong(limits);
  }

  /**
   * A message on its way to the parser: fails if it exceeds its maximum size. A large one is
   * received as a whole and then waits for its turn, so that no slow server keeps others from being
   * parsed.
   */
  private static final class LimitedInputStream extends InputStream {

    private static final int CHUNK_BYTES = 64 * 1024;

    private final InputStream in;
    private final JsonLimits limits;
    private final BooleanSupplier isCancelled;
    private final Queue<byte[]> chunks = new ArrayDeque<>();
    private final byte[] singleByte = new byte[1];
    private long total;
    private long heldBytes;
    private int offset;
    private boolean isLarge;
    private ParseMemory.@Nullable Permit permit;

    LimitedInputStream(InputStream in, JsonLimits limits, BooleanSupplier isCancelled) {
      this.in = in;
      this.limits = limits;
      this.isCancelled = isCancelled;
    }

    @Override
    public int read() throws IOException {
      return read(singleByte, 0, 1) < 0 ? -1 : singleByte[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
      if (!isLarge && total < ParseMemory.LARGE) {
        int n = in.read(buffer, from, length);
        count(n);
        return n;
      }
      if (!isLarge) {
        isLarge = true;
        receive();
      }
      byte[] chunk = chunks.peek();
      if (chunk == null) {
        return -1;
      }
      int n = Math.min(length, chunk.length - offset);
      System.arraycopy(chunk, offset, buffer, from, n);
      offset += n;
      if (offset == chunk.length) {
        chunks.remove();
        offset = 0;
        heldBytes -= chunk.length;
        ParseMemory.drop(chunk.length);
      }
      return n;
    }

    private void receive() throws IOException {
      int length;
      do {
        byte[] chunk = new byte[CHUNK_BYTES]; // readNBytes(int) would collect the bytes twice
        length = in.readNBytes(chunk, 0, CHUNK_BYTES);
        count(length);
        if (length > 0) {
          ParseMemory.keep(length);
          heldBytes += length;
          chunks.add(length == CHUNK_BYTES ? chunk : Arrays.copyOf(chunk, length));
        }
      } while (length == CHUNK_BYTES);
      if (heldBytes > 0) {
        permit = ParseMemory.acquire(total, isCancelled);
        if (permit == null) {
          throw new IOException("canceled while other large messages were parsed");
        }
      }
    }

    private void count(int n) {
      total += Math.max(0, n);
      if (total > limits.maxMessageBytes()) {
        throw JsonReader.tooLong(limits);
      }
    }

    /** Gives the heap back, and leaves the source open. */
    @Override
    public void close() {
      ParseMemory.drop(heldBytes);
      heldBytes = 0;
      chunks.clear();
      if (permit != null) {
        permit.close();
      }
    }
  }
}
