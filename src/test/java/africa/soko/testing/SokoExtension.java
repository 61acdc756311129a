package africa.soko.testing;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Starts the service at its first use and ends it when the last test of the process is through.
final class SokoExtension implements ParameterResolver, AfterAllCallback {

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

  @Override
  public void afterAll(ExtensionContext context) {
    service(context).proveBooks();
  }

  private static Service service(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(SokoExtension.class))
        .computeIfAbsent(Service.class, _ -> new Service(), Service.class);
  }
}
