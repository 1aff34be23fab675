package io.mcpbridge.verification.benchmarks.sidebyside;

import java.util.concurrent.ThreadFactory;

/** Virtual threads of a JDK that has them: reflection, since this module is compiled for 17. */
final class VirtualThreads {

  private VirtualThreads() {}

  static boolean exist() {
    return Runtime.version().feature() >= 21;
  }

  static ThreadFactory factory() throws ReflectiveOperationException {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    return (ThreadFactory)
        Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
  }
}
