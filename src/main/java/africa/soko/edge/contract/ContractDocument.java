package africa.soko.edge.contract;

import africa.soko.platform.json.Json;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;

/// A contract, whole: an OpenAPI 3.1 document that is read once, at start. Whoever needs it shares
/// this one.
///
/// @param json not to be changed
public record ContractDocument(JsonNode json) {

  /// Reads the contract of a folder of the class path: `_root.yaml`, the parts that it names in
  /// `x-soko-parts`, and what follows from their `x-soko-` fields.
  ///
  /// @throws IllegalArgumentException if a part is absent or cannot be read, if two parts give the
  ///   same name, or if an operation says something that is not known
  public static ContractDocument load(String folder) {
    var document = Parts.unite(folder);
    new Completion(document).run();
    return new ContractDocument(document);
  }

  public Buffer asJson() {
    return Json.encode(json);
  }

  public Buffer asYaml() {
    return Yaml.write(json);
  }
}
