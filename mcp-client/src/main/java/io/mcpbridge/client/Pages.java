package io.mcpbridge.client;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.model.PaginatedResult;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * Follows the cursors of a list to the end (pagination). A cursor that the server no longer knows
 * begins the list anew, once; servers whose lists have no end exist, so there is a bound.
 */
final class Pages {

  /** The configuration name of the bound. */
  static final String MAX_PAGES = "limits.max-pages";

  private final IntSupplier maxPages;
  private final Consumer<String> omissions;

  /**
   * @param omissions told what is left out, and why
   */
  Pages(IntSupplier maxPages, Consumer<String> omissions) {
    this.maxPages = maxPages;
    this.omissions = omissions;
  }

  /**
   * Everything from that page on.
   *
   * @param ask for one page
   */
  <T, R extends PaginatedResult<T>> Listing<T> all(
      PaginatedRequest<R> first, Function<PaginatedRequest<R>, R> ask) {
    PagesRead<T> read = new PagesRead<>(first.method());
    PaginatedRequest<R> request = first;
    boolean begunAnew = false;
    int most = maxPages.getAsInt();
    for (int page = 1; page <= most; page++) {
      R result;
      try {
        result = ask.apply(request);
      } catch (McpErrorResponseException e) {
        if (begunAnew || request.equals(first) || e.code() != JsonRpcError.INVALID_PARAMS) {
          throw e;
        }
        begunAnew = true;
        read = new PagesRead<>(first.method());
        request = first;
        continue;
      }
      String next = read.add(result);
      if (next == null) {
        Listing<T> listing = read.listing();
        listing.omitted().forEach(omissions);
        return listing;
      }
      request = request.from(next);
    }
    throw new McpLimitException(
        first.method() + " has more than " + most + " pages (setting " + MAX_PAGES + ")");
  }
}
