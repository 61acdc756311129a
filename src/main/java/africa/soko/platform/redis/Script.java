package africa.soko.platform.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A Lua script and the name by which Redis knows it.
public record Script(String text, String sha) {

  /// Reads a script from the folder `lua` of the class path.
  public static Script named(String name) {
    try (InputStream in = Script.class.getResourceAsStream("/lua/" + name + ".lua")) {
      if (in == null) throw new IllegalArgumentException("No script is named " + name);
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      // Redis itself names scripts by SHA-1; nothing depends on its strength.
      var sha = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return new Script(text, HexFormat.of().formatHex(sha));
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot read the script " + name, e);
    }
  }
}
