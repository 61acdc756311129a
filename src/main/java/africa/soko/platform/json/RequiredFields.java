package africa.soko.platform.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedConstructor;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import org.jspecify.annotations.Nullable;

/// Makes every component of a record required unless its type says `@Nullable`, so that the types
/// that the compiler checks are also the shape that a body must have.
final class RequiredFields extends JacksonAnnotationIntrospector {
  @Override
  public Boolean hasRequiredMarker(AnnotatedMember member) {
    return member instanceof AnnotatedParameter parameter && isRequired(parameter);
  }

  @Override
  public JsonSetter.Value findSetterInfo(Annotated annotated) {
    if (!(annotated instanceof AnnotatedParameter parameter))
      return super.findSetterInfo(annotated);
    return JsonSetter.Value.construct(isRequired(parameter) ? Nulls.FAIL : Nulls.SET, Nulls.FAIL);
  }

  private static boolean isRequired(AnnotatedParameter parameter) {
    // The annotation belongs to the type, not to the parameter: Jackson itself does not see it.
    return parameter.getOwner() instanceof AnnotatedConstructor constructor
        && constructor.getDeclaringClass().isRecord()
        && !constructor
            .getAnnotated()
            .getAnnotatedParameterTypes()[parameter.getIndex()]
            .isAnnotationPresent(Nullable.class);
  }
}
