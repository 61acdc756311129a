package africa.soko.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Starts the service at its first use and ends it when the last test of the process is through,
/// with a proof of the books that all tests have left.
final class SokoExtension implements ParameterResolver {

  private record Shared(Service service) implements AutoCloseable {
    @Override
    public void close() {
      try (service) {
        service.proveBooks();
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
        .computeIfAbsent(Shared.class, _ -> new Shared(new Service()), Shared.class)
        .service();
  }
}
