package io.mcpbridge.internal.client;

import io.mcpbridge.client.call.Listing;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.model.PaginatedResult;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows the cursors of a list to its end (pagination). Restarts the list once if the server
 * rejects a cursor. Limits the number of pages, since some servers' lists never end.
 */
final class Pagination {

  /** Property name of the page limit. */
  static final String MAX_PAGES = "maxPages";

  private final IntSupplier maxPages;
  private final Consumer<String> omissions;

  /**
   * @param omissions receives messages about skipped entries and their reasons
   */
  Pagination(IntSupplier maxPages, Consumer<String> omissions) {
    this.maxPages = maxPages;
    this.omissions = omissions;
  }

  /**
   * Fetches all pages from this one on.
   *
   * @param ask requests one page
   */
  <T, R extends PaginatedResult<T>> Listing<T> all(
      PaginatedRequest<R> first, Function<PaginatedRequest<R>, R> ask) {
    int pageLimit = maxPages.getAsInt();
    PageAccumulator<T> read = new PageAccumulator<>(first.method(), pageLimit);
    @Nullable PaginatedRequest<R> request = first;
    boolean restarted = false;
    while (request != null) {
      try {
        String next = read.add(ask.apply(request));
        request = next == null ? null : request.from(next);
      } catch (McpErrorResponseException e) {
        if (restarted || request.equals(first) || e.code() != JsonRpcError.INVALID_PARAMS) {
          throw e;
        }
        restarted = true;
        read = new PageAccumulator<>(first.method(), pageLimit);
        request = first;
      }
    }
    Listing<T> listing = read.listing();
    listing.omitted().forEach(omissions);
    return listing;
  }
}
