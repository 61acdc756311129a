package africa.soko.notice;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.feature.Feature;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The notices that a partner reads in one environment.
public final class Notices implements Feature {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;

  private final Environment environment;
  private final NoticeStore store;

  /// A notice as the partner sees it.
  record View(
      String noticeId,
      Notice.Type type,
      String about,
      String subject,
      String text,
      Instant createdAt) {
    static View of(Notice notice) {
      return new View(
          notice.noticeId(),
          notice.type(),
          notice.about(),
          notice.subject(),
          notice.text(),
          notice.createdAt());
    }
  }

  record ListView(List<View> notices, int count, boolean hasMore, @Nullable String nextCursor) {}

  public Notices(Environment environment, NoticeStore store) {
    this.environment = environment;
    this.store = store;
  }

  @Override
  public void bind(Contract contract) {
    contract.read("listNotices", this::list);
  }

  private Future<Answer> list(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    return store
        .page(call.caller().partnerId(), environment, page)
        .map(
            found -> {
              var slice = page.slice(found, Notice::noticeId);
              return Answer.ok(
                  new ListView(
                      slice.items().stream().map(View::of).toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }
}
