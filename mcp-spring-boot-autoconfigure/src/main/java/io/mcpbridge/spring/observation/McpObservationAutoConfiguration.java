package io.mcpbridge.spring.observation;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.ToolCatalogCustomizer;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.observation.ObservingInterceptor.TraceMembers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Observes every request to a server of the catalog, if the application has an {@link
 * ObservationRegistry}; measures sessions and counts mistakes of the model, if it has a {@link
 * MeterRegistry}. Excluding it disables both.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE) // after those of the registries
@ConditionalOnBean(McpClientProperties.class)
public class McpObservationAutoConfiguration {

  /**
   * Measures without tracing: for calls that have a span already.
   *
   * @param handler not a bean itself, since Spring Boot would add it to the application's registry
   */
  record MeterObservations(ObservationHandler<Observation.Context> handler) {}

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ObservationRegistry.class)
  @ConditionalOnBean(ObservationRegistry.class)
  static class Requests {

    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE) // innermost: observes what is actually sent
    @ConditionalOnMissingBean(name = "mcpObservations")
    ToolCatalogCustomizer mcpObservations(
        ObservationRegistry registry,
        ObjectProvider<McpClientObservationConvention> convention,
        ObjectProvider<OuterSpan.Finder> outerSpans,
        ObjectProvider<MeterObservations> meters,
        ObjectProvider<ObservationPredicate> predicates,
        ObjectProvider<ObservationFilter> filters,
        ObjectProvider<GlobalObservationConvention<?>> conventions,
        McpClientProperties properties) {
      McpClientProperties.Observations settings = properties.observations();
      ObservationRegistry joinedCalls = ObservationRegistry.create(); // no bean: never traced
      ObservationRegistry.ObservationConfig config = joinedCalls.observationConfig();
      MeterObservations measured = meters.getIfAvailable();
      config.observationHandler(measured == null ? context -> true : measured.handler());
      predicates.orderedStream().forEach(config::observationPredicate);
      filters.orderedStream().forEach(config::observationFilter);
      conventions.orderedStream().forEach(config::observationConvention);
      registry.observationConfig().observationFilter(OuterSpan::reportFailures);
      ObservingInterceptor interceptor =
          new ObservingInterceptor(
              registry,
              convention.getIfAvailable(),
              new TraceMembers(settings.traceContext()),
              new SensitiveAttributes(settings.include()),
              settings.joinToolSpan()
                  ? outerSpans.getIfAvailable(() -> OuterSpan.Finder.NONE)
                  : OuterSpan.Finder.NONE,
              joinedCalls);
      return catalog -> catalog.addWireInterceptor(interceptor);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({ObservationRegistry.class, Tracer.class})
  @ConditionalOnBean({Tracer.class, Propagator.class})
  static class Tracing {

    @Bean
    OuterSpan.Finder mcpOuterSpans(Tracer tracer, Propagator propagator) {
      return OuterSpan.finder(tracer, propagator);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({ObservationRegistry.class, MeterRegistry.class})
  @ConditionalOnBean(MeterRegistry.class)
  static class Meters {

    @Bean
    MeterObservations mcpMeterObservations(MeterRegistry registry) {
      return new MeterObservations(new DefaultMeterObservationHandler(registry));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBean(MeterRegistry.class)
  static class CallsAndSessions {

    @Bean
    @ConditionalOnMissingBean
    SessionMeter mcpSessionMeter(MeterRegistry registry) {
      return new SessionMeter(registry);
    }

    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    @ConditionalOnMissingBean(name = "mcpSessionAddresses")
    ToolCatalogCustomizer mcpSessionAddresses(SessionMeter sessions) {
      return catalog -> catalog.addWireInterceptor(sessions);
    }

    @Bean
    @ConditionalOnMissingBean
    CallMeters mcpCallMeters(MeterRegistry registry, ObjectProvider<ToolCatalog> catalog) {
      return new CallMeters(registry, catalog::getIfUnique);
    }
  }
}
