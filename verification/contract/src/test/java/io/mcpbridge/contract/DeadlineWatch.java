package io.mcpbridge.contract;

import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.Transport;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Writes down when requests have to be over, on their way through a transport. */
final class DeadlineWatch {

  private final Map<String, Deadline> deadlines = new ConcurrentHashMap<>();

  /** When the last request of that method had to be over. */
  Deadline of(String method) {
    return deadlines.get(method);
  }

  Transport on(Transport transport) {
    return around(
        Transport.class,
        transport,
        (method, arguments) -> {
          Object result = method.invoke(transport, arguments);
          return result instanceof Channel channel ? on(channel) : result;
        });
  }

  private Channel on(Channel channel) {
    return around(
        Channel.class,
        channel,
        (method, arguments) -> {
          if (method.getName().equals("exchange")) {
            deadlines.put(((Outbound) arguments[0]).subject(), (Deadline) arguments[1]);
          }
          return method.invoke(channel, arguments);
        });
  }

  private interface Way {
    Object go(Method method, Object[] arguments) throws ReflectiveOperationException;
  }

  private static <T> T around(Class<T> type, T inner, Way way) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return way.go(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
