package io.mcpbridge.search;

import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.internal.concurrent.Workers;
import io.mcpbridge.internal.text.Sha256;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The vectors of tools and queries, cached by hash of their text. Vectors of new tools are made in
 * the background; without them, and while the embedding model fails, the search is lexical.
 */
final class ToolVectors {

  private static final Logger log = LoggerFactory.getLogger(ToolSearch.class);

  /** The maximum number of cached vectors: 30 MB with 768 dimensions. */
  static final int MAX_VECTORS = 10_000;

  /** The maximum number of texts in one call of the embedding model. */
  static final int BATCH = 64;

  private static final Duration PAUSE = Duration.ofSeconds(60);

  private final ToolEmbedder embedder;
  private final Duration timeout;
  private final LruMap<String, float[]> vectors = new LruMap<>(MAX_VECTORS);
  private final ExecutorService workers = Workers.named("tool-search");
  private final AtomicBoolean inBackground = new AtomicBoolean();
  private final AtomicBoolean hasFailed = new AtomicBoolean();
  private volatile long pausedUntil = System.nanoTime();

  ToolVectors(ToolEmbedder embedder, Duration timeout) {
    this.embedder = embedder;
    this.timeout = timeout;
  }

  /**
   * How similar each tool is to the query, by cosine; {@code null} if that is not known now. The
   * vectors of new tools are then being made.
   */
  float @Nullable [] similarities(String query, List<ToolDocument> tools) {
    if (System.nanoTime() - pausedUntil < 0) {
      return null;
    }
    float[][] toolVectors = cachedVectors(tools);
    if (toolVectors == null) {
      prepareInBackground(tools);
      return null;
    }
    float[] queryVector = ofQuery(query);
    if (queryVector == null) {
      return null;
    }
    float[] similarities = new float[toolVectors.length];
    for (int i = 0; i < toolVectors.length; i++) {
      similarities[i] = product(queryVector, toolVectors[i]);
    }
    return similarities;
  }

  private float @Nullable [][] cachedVectors(List<ToolDocument> tools) {
    float[][] toolVectors = new float[tools.size()][];
    for (int i = 0; i < toolVectors.length; i++) {
      float[] vector = vectors.get(tools.get(i).hash());
      if (vector == null) {
        return null;
      }
      toolVectors[i] = vector;
    }
    return toolVectors;
  }

  /** Makes the missing vectors, on the calling thread. */
  void prepare(List<ToolDocument> tools) {
    Map<String, String> missing = new LinkedHashMap<>();
    for (ToolDocument tool : tools) {
      if (missing.size() < MAX_VECTORS && vectors.get(tool.hash()) == null) {
        missing.put(tool.hash(), tool.text());
      }
    }
    List<Map.Entry<String, String>> entries = List.copyOf(missing.entrySet());
    for (int i = 0; i < entries.size(); i += BATCH) {
      List<Map.Entry<String, String>> batch =
          entries.subList(i, Math.min(entries.size(), i + BATCH));
      List<float[]> embeddings = embedded(batch.stream().map(Map.Entry::getValue).toList());
      for (int n = 0; n < batch.size(); n++) {
        vectors.put(batch.get(n).getKey(), embeddings.get(n));
      }
    }
  }

  private void prepareInBackground(List<ToolDocument> tools) {
    if (tools.size() <= MAX_VECTORS && inBackground.compareAndSet(false, true)) {
      workers.execute(
          () -> {
            try {
              prepare(tools);
            } catch (RuntimeException | Error e) {
              failed(e);
            } finally {
              inBackground.set(false);
            }
          });
    }
  }

  private float @Nullable [] ofQuery(String query) {
    String hash = Sha256.of("query " + query);
    float[] cached = vectors.get(hash);
    if (cached != null) {
      return cached;
    }
    FutureTask<float[]> task = new FutureTask<>(() -> normalized(embedder.embedQuery(query)));
    workers.execute(task);
    try {
      float[] vector = task.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      vectors.put(hash, vector);
      return vector;
    } catch (ExecutionException e) {
      failed(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      task.cancel(true);
      failed(new TimeoutException("no answer within " + timeout.toMillis() + " ms"));
    } catch (InterruptedException e) {
      task.cancel(true);
      Thread.currentThread().interrupt();
    }
    return null;
  }

  private List<float[]> embedded(List<String> texts) {
    List<float[]> embeddings = embedder.embed(texts);
    if (embeddings.size() != texts.size()) {
      throw new IllegalStateException(
          "the embedding model returned "
              + embeddings.size()
              + " vectors for "
              + texts.size()
              + " texts");
    }
    List<float[]> normalized = new ArrayList<>(embeddings.size());
    embeddings.forEach(vector -> normalized.add(normalized(vector)));
    return normalized;
  }

  private void failed(Throwable cause) {
    pausedUntil = System.nanoTime() + PAUSE.toNanos();
    if (!hasFailed.getAndSet(true)) {
      log.warn(
          "Tool search is lexical only for {} s, because the embedding model failed: {};"
              + " logged once",
          PAUSE.toSeconds(),
          cause.toString());
    }
  }

  private static float[] normalized(float[] vector) {
    double length = Math.sqrt(product(vector, vector));
    float[] normalized = vector.clone();
    for (int i = 0; i < normalized.length && length > 0; i++) {
      normalized[i] /= (float) length;
    }
    return normalized;
  }

  private static float product(float[] first, float[] second) {
    float sum = 0;
    for (int i = 0; i < Math.min(first.length, second.length); i++) {
      sum += first[i] * second[i];
    }
    return sum;
  }
}
