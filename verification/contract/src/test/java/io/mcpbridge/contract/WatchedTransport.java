package io.mcpbridge.contract;

import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.Transport;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BiConsumer;

/** A transport whose requests a test observes. */
final class WatchedTransport {

  private WatchedTransport() {}

  /**
   * @param watch receives each request and its deadline; throws what application code might throw
   */
  static Transport of(Transport transport, BiConsumer<Outbound, Deadline> watch) {
    return proxyOf(
        Transport.class,
        transport,
        (method, arguments) -> {
          Object result = method.invoke(transport, arguments);
          return result instanceof Channel channel ? of(channel, watch) : result;
        });
  }

  private static Channel of(Channel channel, BiConsumer<Outbound, Deadline> watch) {
    return proxyOf(
        Channel.class,
        channel,
        (method, arguments) -> {
          if (method.getName().equals("exchange")) {
            watch.accept((Outbound) arguments[0], (Deadline) arguments[1]);
          }
          return method.invoke(channel, arguments);
        });
  }

  private interface Invocation {
    Object invoke(Method method, Object[] arguments) throws ReflectiveOperationException;
  }

  private static <T> T proxyOf(Class<T> type, T inner, Invocation invocation) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return invocation.invoke(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
