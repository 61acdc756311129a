package africa.soko.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What `window.lua` does, as a plain list of all requests.
final class WindowModel {
  private final long lengthMillis;
  private final List<Long> all = new ArrayList<>();
  private long birth;
  private long ever;
  private long losses;

  WindowModel(long lengthMillis) {
    this.lengthMillis = lengthMillis;
  }

  long birth() {
    return birth;
  }

  /// Redis loses everything.
  void lose() {
    all.clear();
    birth = 0;
    ever = 0;
    losses++;
  }

  LocalWindow.Reply call(int limit, int want, LocalWindow.Ask ask, long clockMillis) {
    if (birth == 0) birth = clockMillis * 1_000 + losses;
    int room = birth == ask.birth() ? limit : limit - ask.held();
    var owed = new ArrayList<>();
    ask.owed().appendTo(owed);
    for (int i = 0; i < owed.size(); i += 2) {
      all.addAll(Collections.nCopies((int) owed.get(i + 1), (long) owed.get(i)));
    }
    ever += ask.owed().total();
    Collections.sort(all);
    long now = all.isEmpty() ? clockMillis : Math.max(clockMillis, all.getLast());
    all.removeIf(at -> at <= now - lengthMillis);
    int before = all.size();
    long oldest = all.isEmpty() ? now : all.getFirst();
    int granted = Math.clamp((long) room - before, 0, want);
    all.addAll(Collections.nCopies(granted, now));
    ever += granted;
    return new LocalWindow.Reply(granted, before, oldest, now, birth, ever);
  }
}
