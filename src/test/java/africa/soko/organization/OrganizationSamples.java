package africa.soko.organization;

import africa.soko.testing.Samples;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the walks through the contract find of organisations.
final class OrganizationSamples implements Samples {
  private static final String END =
      "UPDATE access_review SET status = 'DONE' WHERE partner_id = '%s'";
  private static final String RENAME =
      """
      UPDATE access_review_member SET member_id = 'mem_01KJPXQM1GYA61ZCBW4E8C34PF'
      WHERE review_id = '%1$s' AND member_id = (
        SELECT min(member_id) FROM access_review_member WHERE review_id = '%1$s')
      """;

  private static final Thing MEMBER =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("memberId");
        }

        @Override
        public String id(World world, Use use) {
          return Members.invited(world.api(), Members.address(), "viewer");
        }

        /// Both environments have the same.
        @Override
        public Map<String, String> all(World world) {
          return world.api().url().contains("/sandbox/") ? Thing.super.all(world) : Map.of();
        }
      };

  /// Held in the environment that it is asked for in.
  private static final Thing APPROVAL =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("approvalId");
        }

        @Override
        public String id(World world, Use use) {
          return Members.held(world.api(), world.partner());
        }
      };

  /// In it is the member that the example decides on.
  private static final Thing REVIEW =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("reviewId");
        }

        @Override
        public String id(World world, Use use) {
          endReviews(world);
          var id = world.api().post("/organization/reviews", "").expect(201).text("/reviewId");
          world.service().execute(RENAME.formatted(id));
          return id;
        }

        /// Both environments have the same.
        @Override
        public Map<String, String> all(World world) {
          return world.api().url().contains("/sandbox/") ? Thing.super.all(world) : Map.of();
        }
      };

  private static final Thing TICKET =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("ticketId");
        }

        @Override
        public String id(World world, Use use) {
          var body = Map.of("categoryId", "other", "subject", "A question", "text", "Why?");
          return world.api().post("/organization/tickets", body).expect(201).text("/ticketId");
        }

        /// Both environments have the same.
        @Override
        public Map<String, String> all(World world) {
          return world.api().url().contains("/sandbox/") ? Thing.super.all(world) : Map.of();
        }
      };

  @Override
  public void prepare(World world, String operationId) {
    if (operationId.equals("openReview")) endReviews(world);
  }

  /// One is open at a time.
  private static void endReviews(World world) {
    world.service().execute(END.formatted(world.partner().id()));
  }

  @Override
  public List<Thing> things() {
    return List.of(MEMBER, APPROVAL, REVIEW, TICKET);
  }

  @Override
  public void renew(ObjectNode body) {
    if (body.has("email") && body.has("role")) body.put("email", Members.address());
  }
}
