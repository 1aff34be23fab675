package io.mcpbridge.internal.client.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.internal.revision.Revisions;
import io.mcpbridge.internal.revision.TaskSupport;
import io.mcpbridge.internal.revision.codec.CacheControl;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.revision.header.ParamHeaders;
import io.mcpbridge.internal.revision.negotiation.NegotiatedChannel;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.ListPromptsRequest;
import io.mcpbridge.model.ListPromptsResult;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultCacheTest {

  private static final CacheControl PRIVATE = new CacheControl(Duration.ofSeconds(10), false, 100);
  private static final CacheControl PUBLIC = new CacheControl(Duration.ofSeconds(10), true, 100);
  private static final McpRequest<?> TOOLS = ListToolsRequest.first();
  private static final McpResult TOOLS_RESULT =
      new ListToolsResult(List.of(), null, List.of(), Map.of());
  private static final McpResult CONTENTS = new ReadResourceResult(List.of(), List.of(), Map.of());

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // the clock may overflow
  private final ResultCache cache = new ResultCache(() -> new CacheLimits(3, 1_000), now::get);
  private final Connection connection = connection();
  private Object principal = "me";

  private static Connection connection() {
    return new Connection(
        new NegotiatedChannel(
            new NoChannel(),
            Revisions.named("2026-07-28"),
            new ServerInfo("2026-07-28", null, Map.of(), null, Map.of())),
        InertInbound.inboundHandler(),
        ParamHeaders.none(),
        TaskSupport.none(),
        new ClientIdentity(Implementation.of("c", "1"), Set.of()),
        Runnable::run);
  }

  private void keep(McpRequest<?> request, McpResult result, CacheControl cacheControl) {
    cache.keep(request, result, cacheControl, connection, () -> principal, cache.changes());
  }

  private McpResult find(McpRequest<?> request) {
    return cache.find(request, connection, () -> principal);
  }

  private static ReadResourceRequest read(String uri) {
    return new ReadResourceRequest(uri);
  }

  private static JsonRpcNotification notification(String kind, Map<String, ?> params) {
    return new JsonRpcNotification("notifications/" + kind, JsonObject.of(params));
  }

  @Test
  void servesResultUntilTtlExpires() {
    keep(TOOLS, TOOLS_RESULT, PRIVATE);

    now.addAndGet(Duration.ofSeconds(10).toNanos() - 1);
    assertThat(find(TOOLS)).isSameAs(TOOLS_RESULT);
    now.incrementAndGet();
    assertThat(find(TOOLS)).isNull();
    assertThat(find(new ListToolsRequest(""))).as("another page").isNull();
  }

  @Test
  void doesNotSharePrivateResultsBetweenPrincipals() {
    keep(TOOLS, TOOLS_RESULT, PRIVATE);
    keep(read("a:public"), CONTENTS, PUBLIC);

    for (Object otherPrincipal : new Object[] {"you", null}) {
      principal = otherPrincipal;
      assertThat(find(TOOLS)).isNull();
      assertThat(find(read("a:public"))).isSameAs(CONTENTS);
    }
    keep(read("a:unknown"), CONTENTS, PRIVATE);
    assertThat(find(read("a:unknown"))).isNull();
    principal = "me";
    assertThat(find(TOOLS)).isSameAs(TOOLS_RESULT);
  }

  @Test
  void evictsLeastRecentlyUsedByWeight() {
    keep(read("a:1"), CONTENTS, PRIVATE);
    keep(read("a:2"), CONTENTS, PRIVATE);
    keep(read("a:3"), CONTENTS, PRIVATE);
    find(read("a:1"));
    keep(read("a:4"), CONTENTS, PRIVATE);

    assertThat(find(read("a:2"))).isNull();
    assertThat(find(read("a:1"))).isNotNull();
    keep(read("a:heavy"), CONTENTS, new CacheControl(Duration.ofSeconds(10), false, 900));
    assertThat(find(read("a:1"))).as("used last of those that fit beside").isNotNull();
    assertThat(find(read("a:4"))).isNull();
    keep(read("a:too-heavy"), CONTENTS, new CacheControl(Duration.ofSeconds(10), false, 1_001));
    assertThat(find(read("a:too-heavy"))).isNull();
    assertThat(find(read("a:heavy"))).isNotNull();
  }

  @Test
  void notificationsInvalidateOnlyAffectedResults() {
    keep(TOOLS, TOOLS_RESULT, PRIVATE);
    keep(read("a:b"), CONTENTS, PRIVATE);
    keep(read("a:c"), CONTENTS, PRIVATE);

    cache.onNotification(notification("resources/updated", Map.of("uri", "a:b/part")));
    assertThat(find(read("a:b"))).isNull();
    assertThat(find(read("a:c"))).isNotNull();
    cache.onNotification(notification("prompts/list_changed", Map.of()));
    assertThat(find(TOOLS)).isNotNull();
    cache.onNotification(notification("tools/list_changed", Map.of()));
    assertThat(find(TOOLS)).isNull();
    cache.onGap();
    assertThat(find(read("a:c"))).isNull();
  }

  @Test
  void doesNotStoreResultInvalidatedInFlight() {
    long before = cache.changes();
    cache.onNotification(notification("tools/list_changed", Map.of()));

    cache.keep(TOOLS, TOOLS_RESULT, PRIVATE, connection, () -> principal, before);

    assertThat(find(TOOLS)).isNull();
  }

  @Test
  void doesNotReuseResultsOnOtherConnection() {
    keep(TOOLS, TOOLS_RESULT, PUBLIC);

    assertThat(cache.find(TOOLS, connection(), () -> principal)).isNull();
  }

  /** Two pages with these lifetimes. */
  private void keepPages(int first, int second, boolean isPublic) {
    ListPromptsRequest request = ListPromptsRequest.first();
    keep(
        request,
        new ListPromptsResult(List.of(), "2", List.of(), Map.of()),
        new CacheControl(Duration.ofSeconds(first), isPublic, 100));
    keep(
        request.from("2"),
        new ListPromptsResult(List.of(), null, List.of(), Map.of()),
        new CacheControl(Duration.ofSeconds(second), isPublic, 100));
  }

  @ParameterizedTest
  @CsvSource({"5, 10, true", "10, 5, true", "5, 10, false", "10, 5, false"})
  void dropsListUnlessAllPagesAreFresh(int firstSeconds, int secondSeconds, boolean isPublic) {
    ListPromptsRequest first = ListPromptsRequest.first();
    keepPages(firstSeconds, secondSeconds, isPublic);

    cache.dropUnlessWhole(first, connection, () -> principal);
    assertThat(find(first)).isNotNull();
    assertThat(find(first.from("2"))).isNotNull();
    now.addAndGet(Duration.ofSeconds(5).toNanos());
    cache.dropUnlessWhole(first, connection, () -> principal);
    assertThat(find(first)).isNull();
    assertThat(find(first.from("2"))).isNull();
  }

  @Test
  void droppingPagesKeepsThoseOfOtherPrincipals() {
    keepPages(10, 10, false);

    principal = "you";
    cache.dropUnlessWhole(ListPromptsRequest.first(), connection, () -> principal);

    principal = "me";
    assertThat(find(ListPromptsRequest.first())).isNotNull();
  }

  private static final class NoChannel implements Channel {

    @Override
    public Exchange exchange(Outbound request, Deadline deadline) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void send(Outbound message, Deadline deadline) {}

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
