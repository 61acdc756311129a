package africa.soko.certification;

import africa.soko.testing.Samples;
import africa.soko.testing.World;

/// What the walks through the contract find of certifications.
final class CertificationSamples implements Samples {
  private static final String PASSED =
      """
      INSERT INTO certification_check (partner_id, check_id, status, updated_at)
      VALUES ('%s', '%s', 'PASSED', now())
      ON CONFLICT (partner_id, check_id) DO UPDATE SET status = 'PASSED'
      """;

  /// Nobody may ask before every check is passed.
  @Override
  public void prepare(World world, String operationId) {
    if (!operationId.equals("requestApproval")) return;
    var checks = world.api().get("/certification").expect(200).texts("/checks", "checkId");
    for (var id : checks) world.service().execute(PASSED.formatted(world.partner().id(), id));
  }
}
