package africa.soko.ledger;

import static java.util.stream.Collectors.joining;

import africa.soko.ledger.Transfer.Conversion;
import africa.soko.ledger.Transfer.Entry;
import africa.soko.platform.db.Table;
import africa.soko.platform.id.Ulid;
import africa.soko.platform.money.Usd;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The transfers of one command, as far as they are for the same, concern no more than two accounts
/// and are of one kind at most, as one row. What the columns and the legs hold is told beside the
/// table.
///
/// @param entry the last one that it makes in the wallet of the account, if it makes any
/// @param otherEntry the same of the other account; null, too, where it is numbered at the end
/// @param late what it brings to the other wallet that is numbered at the end
record PostingRow(
    String partnerId,
    String postingId,
    String accountId,
    @Nullable Entry entry,
    @Nullable String otherId,
    @Nullable Entry otherEntry,
    String legs,
    @Nullable String orderId,
    @Nullable String note,
    @Nullable Conversion conversion,
    Instant createdAt,
    Late late) {

  /// Entries in a wallet whose row is locked at the end of the batch.
  record Late(int entries, Usd amount) {
    static final Late NONE = new Late(0, Usd.ZERO);

    Late plus(Usd more) {
      return new Late(entries + 1, amount.plus(more));
    }
  }

  static final Table<PostingRow> TABLE =
      Table.<PostingRow>named("posting")
          .key("partner_id", PostingRow::partnerId)
          .key("posting_id", PostingRow::postingId)
          .text("account_id", PostingRow::accountId)
          .number("entry", r -> r.entry == null ? null : r.entry.number())
          .usd("balance", r -> r.entry == null ? null : r.entry.balanceAfter())
          .text("other_id", PostingRow::otherId)
          .number("other_entry", r -> r.otherEntry == null ? null : r.otherEntry.number())
          .usd("other_balance", r -> r.otherEntry == null ? null : r.otherEntry.balanceAfter())
          .text("legs", PostingRow::legs)
          .text("order_id", PostingRow::orderId)
          .text("note", PostingRow::note)
          .decimal("local_amount", r -> r.conversion == null ? null : r.conversion.localAmount())
          .text("local_currency", r -> r.conversion == null ? null : r.conversion.localCurrency())
          .decimal("fx_rate", r -> r.conversion == null ? null : r.conversion.fxRate())
          .instant("created_at", PostingRow::createdAt)
          .writeOnly();

  boolean isLate() {
    return late.entries > 0;
  }

  /// The rows of one command's transfers, which are in the order in which it made them.
  static List<PostingRow> of(List<Transfer> transfers) {
    var rows = new ArrayList<PostingRow>();
    var same = new ArrayList<Transfer>();
    for (var transfer : transfers) {
      if (!same.isEmpty() && !belongs(same, transfer)) {
        rows.add(new Making(same).row());
        same.clear();
      }
      same.add(transfer);
    }
    if (!same.isEmpty()) rows.add(new Making(same).row());
    return rows;
  }

  private static boolean belongs(List<Transfer> same, Transfer next) {
    var first = same.getFirst();
    if (!Objects.equals(first.orderId(), next.orderId())
        || !Objects.equals(first.note(), next.note())
        || !Objects.equals(first.conversion(), next.conversion())) return false;
    var all = new ArrayList<>(same);
    all.add(next);
    return accounts(all).size() <= 2 && kinds(all) <= 1;
  }

  /// How many types it has that no trade makes: by the one there may be it is found.
  private static long kinds(List<Transfer> transfers) {
    return transfers.stream().map(Transfer::type).filter(t -> !t.isOfTrade()).distinct().count();
  }

  /// The accounts that have a balance here: the partner's own last, where there is another.
  private static List<String> accounts(List<Transfer> transfers) {
    return transfers.stream()
        .flatMap(t -> List.of(t.from(), t.to()).stream())
        .filter(pocket -> pocket.kind().hasBalance())
        .map(Pocket::accountId)
        .distinct()
        .sorted((one, other) -> Boolean.compare(isMaster(one), isMaster(other)))
        .toList();
  }

  private static boolean isMaster(String accountId) {
    return accountId.equals(Account.MASTER);
  }

  /// A row in the making.
  private static final class Making {
    private final List<Transfer> transfers;
    private final String accountId;
    private final @Nullable String otherId;
    private @Nullable Entry entry;
    private @Nullable Entry otherEntry;
    private Late late = Late.NONE;

    Making(List<Transfer> transfers) {
      this.transfers = transfers;
      var accounts = accounts(transfers);
      var isLate = transfers.stream().anyMatch(Transfer::isLate);
      // What is numbered at the end is always the other's.
      accountId = accounts.getFirst();
      otherId = accounts.size() > 1 || isLate ? accounts.getLast() : null;
    }

    PostingRow row() {
      var first = transfers.getFirst();
      var legs = transfers.stream().map(t -> leg(first, t).toString()).collect(joining(","));
      return new PostingRow(
          first.partnerId(),
          first.transferId(),
          accountId,
          entry,
          otherId,
          otherEntry,
          legs,
          first.orderId(),
          first.note(),
          first.conversion(),
          first.createdAt(),
          late);
    }

    private Leg leg(Transfer first, Transfer transfer) {
      if (transfer.isLate()) late = late.plus(transfer.amount());
      return new Leg(
          Ulid.steps(first.transferId(), transfer.transferId()),
          transfer.type(),
          side(transfer.from(), transfer.debit()),
          side(transfer.to(), transfer.credit()),
          transfer.amount());
    }

    private String side(Pocket pocket, @Nullable Entry made) {
      var letter = pocket.kind().name().substring(0, 1);
      if (!pocket.kind().hasBalance()) return letter;
      var isOther = pocket.accountId().equals(otherId);
      if (made != null && isOther) otherEntry = made;
      else if (made != null) entry = made;
      return letter + (isOther ? '2' : '1');
    }
  }
}
