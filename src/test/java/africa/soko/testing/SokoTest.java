package africa.soko.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// A test against the one service that all such tests of the process share. A parameter of type
/// [Service] is that service, one of type [Partner] somebody new. When the class is through, the
/// books of both environments must add up.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SokoExtension.class)
@Timeout(120)
public @interface SokoTest {}
