package io.mcpbridge.spring.boot.internal.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.NestedExceptionUtils;

/** The SSL bundles that servers are connected with; registers one update handler per bundle. */
final class SslBundlesInUse {

  private static final Logger log = LoggerFactory.getLogger(SslBundlesInUse.class);

  private final ObjectProvider<SslBundles> bundles;
  private final Map<String, SSLContext> contexts = new ConcurrentHashMap<>();
  private final Map<String, SSLContext> latest = new ConcurrentHashMap<>();

  SslBundlesInUse(ObjectProvider<SslBundles> bundles) {
    this.bundles = bundles;
  }

  /**
   * The SSL context of a bundle, which follows updates of its certificates.
   *
   * @throws org.springframework.boot.ssl.NoSuchSslBundleException if there is none of that name
   */
  SSLContext context(String bundle) {
    return contexts.computeIfAbsent(bundle, this::followed);
  }

  private SSLContext followed(String bundle) {
    SslBundles all = bundles.getObject();
    latest.put(bundle, all.getBundle(bundle).createSslContext());
    all.addBundleUpdateHandler(bundle, updated -> updated(bundle, updated));
    return BundleSslContext.of(() -> latest.get(bundle));
  }

  private void updated(String bundle, SslBundle updated) {
    try {
      latest.put(bundle, updated.createSslContext());
    } catch (RuntimeException e) { // keeps the update handlers of others running
      log.error(
          "The SSL bundle \"{}\" changed and is unusable; MCP servers still use its previous"
              + " content: {}",
          bundle,
          NestedExceptionUtils.getMostSpecificCause(e).getMessage());
    }
  }
}
