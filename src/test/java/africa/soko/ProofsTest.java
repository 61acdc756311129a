package africa.soko;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.Proof;
import africa.soko.ledger.Tally;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The proofs that features declare are those that are run.
class ProofsTest {
  @Test
  void every_proof_that_a_feature_has_is_run() {
    var declaring =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests()).importPackages("africa.soko").stream()
                .filter(owner -> !owner.isEquivalentTo(Tally.class))
                .filter(
                    owner ->
                        owner.getConstructorCallsFromSelf().stream()
                                .anyMatch(call -> call.getTargetOwner().isEquivalentTo(Proof.class))
                            || owner.getMethodCallsFromSelf().stream()
                                .anyMatch(
                                    call ->
                                        call.getTargetOwner().isEquivalentTo(Tally.class)
                                            && call.getName().equals("proof")))
                .toList();
    assertThat(declaring).isNotEmpty();
    assertThat(declaring.stream().flatMap(owner -> proofs(owner).stream()))
        .containsExactlyInAnyOrderElementsOf(Proofs.ALL);
  }

  @Test
  void a_name_is_one_proofs_alone() {
    assertThat(Proofs.ALL).extracting(Proof::name).doesNotHaveDuplicates();
  }

  @SuppressWarnings("unchecked")
  private static List<Proof> proofs(JavaClass owner) {
    try {
      return (List<Proof>) owner.getField("PROOFS").reflect().get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
