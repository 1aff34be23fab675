package io.mcpbridge.validation;

import com.networknt.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Caches parsed schemas: parsing one takes longer than validating against it. */
final class ReadSchemas {

  private static final int MOST = 1_000;

  private final Function<Map<String, @Nullable Object>, Schema> reader;

  /** The most recently used ones. */
  private final Map<Same, Schema> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Same, Schema> eldest) {
          return size() > MOST;
        }
      };

  ReadSchemas(Function<Map<String, @Nullable Object>, Schema> reader) {
    this.reader = reader;
  }

  /** Compares by identity: comparing large schemas would take as long as parsing them. */
  private static final class Same {

    private final Object schema;

    Same(Object schema) {
      this.schema = schema;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Same that && schema == that.schema;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(schema);
    }
  }

  Schema read(Map<String, @Nullable Object> schema) {
    Same key = new Same(schema);
    Schema read;
    synchronized (known) {
      read = known.get(key);
    }
    if (read == null) {
      read = reader.apply(schema);
      synchronized (known) {
        known.put(key, read);
      }
    }
    return read;
  }
}
