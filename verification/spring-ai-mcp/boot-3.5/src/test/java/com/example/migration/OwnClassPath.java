package com.example.migration;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The libraries of one application: all of the tests, without those that it would not have. */
final class OwnClassPath implements AutoCloseable {

  private final URLClassLoader classes;

  private OwnClassPath(URLClassLoader classes) {
    this.classes = classes;
  }

  static OwnClassPath without(Predicate<Path> library) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!library.test(Path.of(entry))) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    return new OwnClassPath(
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()));
  }

  boolean has(String type) {
    return classes.getResource(type.replace('.', '/') + ".class") != null;
  }

  /** Runs a program as if it were the only one here. Throws what the program throws. */
  void main(String type, String... arguments) throws Throwable {
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    current.setContextClassLoader(classes);
    try {
      classes.loadClass(type).getMethod("main", String[].class).invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      current.setContextClassLoader(before);
    }
  }

  @Override
  public void close() throws Exception {
    classes.close();
  }
}
