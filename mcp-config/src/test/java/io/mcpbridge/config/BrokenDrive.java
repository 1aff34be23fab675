package io.mcpbridge.config;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A file system whose folders exist but fail while being listed, like a disconnected network drive,
 * until it is repaired.
 */
public final class BrokenDrive extends FileSystem {

  private final Provider provider = new Provider();
  private final AtomicInteger listings = new AtomicInteger();
  private volatile boolean isConnected;

  /** A folder of the real file system, seen through this one. */
  public Path folder(Path real) {
    return (Path)
        Proxy.newProxyInstance(
            BrokenDrive.class.getClassLoader(),
            new Class<?>[] {Path.class},
            (proxy, method, args) -> {
              if (method.getName().equals("getFileSystem")) {
                return this;
              }
              if (method.getName().equals("equals")) {
                return proxy == args[0];
              }
              try {
                return method.invoke(real, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** How often a listing of one of its folders was attempted. */
  public int listings() {
    return listings.get();
  }

  public void reconnect() {
    isConnected = true;
  }

  public void disconnect() {
    isConnected = false;
  }

  private static Path real(Path path) {
    return Path.of(path.toString());
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  @Override
  public void close() {}

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public Path getPath(String first, String... more) {
    throw new UnsupportedOperationException();
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    throw new UnsupportedOperationException();
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }

  private final class Provider extends FileSystemProvider {

    @Override
    public DirectoryStream<Path> newDirectoryStream(
        Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
      DirectoryStream<Path> entries = Files.newDirectoryStream(real(folder), filter::accept);
      listings.incrementAndGet();
      return new DirectoryStream<>() {
        @Override
        public Iterator<Path> iterator() {
          if (isConnected) {
            return entries.iterator();
          }
          throw new DirectoryIteratorException(new IOException("the drive is away"));
        }

        @Override
        public void close() throws IOException {
          entries.close();
        }
      };
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
        Path path, Class<A> type, LinkOption... options) throws IOException {
      return Files.readAttributes(real(path), type, options);
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
      real(path).getFileSystem().provider().checkAccess(real(path), modes);
    }

    @Override
    public String getScheme() {
      return "broken";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
      throw new UnsupportedOperationException();
    }

    @Override
    public SeekableByteChannel newByteChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void delete(Path path) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSameFile(Path first, Path second) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isHidden(Path path) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileStore getFileStore(Path path) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
        Path path, Class<V> type, LinkOption... options) {
      return null;
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options) {
      throw new UnsupportedOperationException();
    }
  }
}
