package africa.soko.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Starts the service at its first use and ends it when the last test of the process is through,
/// with a proof of the books that all tests have left, and a search for their secrets.
final class SokoExtension implements ParameterResolver {

  private record Shared(Leaks leaks, Service service) implements AutoCloseable {
    Shared() {
      this(new Leaks(), new Service());
    }

    @Override
    public void close() {
      try (leaks;
          service) {
        service.proveBooks();
        assertThat(leaks.in(service)).as("secrets of partners").isEmpty();
      }
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    return type == Service.class || type == Partner.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var service = service(context);
    return parameter.getParameter().getType() == Service.class ? service : service.partner();
  }

  private static Service service(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(SokoExtension.class))
        .computeIfAbsent(Shared.class, _ -> new Shared(), Shared.class)
        .service();
  }
}
