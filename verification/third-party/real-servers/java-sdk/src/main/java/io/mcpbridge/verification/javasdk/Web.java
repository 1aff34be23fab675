package io.mcpbridge.verification.javasdk;

import jakarta.servlet.http.HttpServlet;
import java.nio.file.Files;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;

/** A servlet on a local port. */
final class Web {

  private Web() {}

  static void serve(HttpServlet servlet, int port) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("java-sdk-server").toString());
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(port);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", null);
    Wrapper mapped = Tomcat.addServlet(context, "mcp", servlet);
    mapped.setAsyncSupported(true);
    mapped.addMapping("/*");
    tomcat.start();
    tomcat.getServer().await();
  }
}
