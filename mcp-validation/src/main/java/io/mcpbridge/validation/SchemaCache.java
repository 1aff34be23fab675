package io.mcpbridge.validation;

import com.networknt.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Caches parsed schemas: parsing one takes longer than validating against it. */
final class SchemaCache {

  private static final int MAX_SCHEMAS = 1_000;

  private final Function<Map<String, @Nullable Object>, Schema> reader;

  /** The most recently used ones. */
  private final Map<IdentityKey, Schema> schemas =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<IdentityKey, Schema> eldest) {
          return size() > MAX_SCHEMAS;
        }
      };

  SchemaCache(Function<Map<String, @Nullable Object>, Schema> reader) {
    this.reader = reader;
  }

  /** Compares by identity: comparing large schemas would take as long as parsing them. */
  private static final class IdentityKey {

    private final Object schema;

    IdentityKey(Object schema) {
      this.schema = schema;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof IdentityKey that && schema == that.schema;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(schema);
    }
  }

  Schema read(Map<String, @Nullable Object> schema) {
    IdentityKey key = new IdentityKey(schema);
    Schema read;
    synchronized (schemas) {
      read = schemas.get(key);
    }
    if (read == null) {
      read = reader.apply(schema);
      synchronized (schemas) {
        schemas.put(key, read);
      }
    }
    return read;
  }
}
