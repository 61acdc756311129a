package africa.soko.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Something that is asked of the service for one account, or that the service does by itself.
sealed interface Op {
  /// How it is sent. The account's path is `/users/{userId}`, or nothing for the partner's own.
  ///
  /// @param body null where none is sent
  record Request(String method, String path, @Nullable String body) {
    boolean isChange() {
      return !method.equals("GET");
    }
  }

  Request request(Account account);

  record Create(String externalId, String name) implements Op {
    @Override
    public Request request(Account account) {
      return post(
          "/users", "{\"externalId\":\"%s\",\"displayName\":\"%s\"}".formatted(externalId, name));
    }
  }

  record AutoRegister(String uid, String name) implements Op {
    @Override
    public Request request(Account account) {
      return post("/auto-register", "{\"uid\":\"%s\",\"name\":\"%s\"}".formatted(uid, name));
    }
  }

  record Rename(String name) implements Op {
    @Override
    public Request request(Account account) {
      return new Request("PATCH", account.path(), "{\"displayName\":\"%s\"}".formatted(name));
    }
  }

  record Freeze(boolean frozen) implements Op {
    @Override
    public Request request(Account account) {
      var status = frozen ? "frozen" : "active";
      return new Request("PATCH", account.path(), "{\"status\":\"%s\"}".formatted(status));
    }
  }

  record Kyc(String status, @Nullable String level) implements Op {
    @Override
    public Request request(Account account) {
      var body = level == null ? "" : ",\"level\":\"%s\"".formatted(level);
      return post(account.path() + "/kyc", "{\"status\":\"%s\"%s}".formatted(status, body));
    }
  }

  /// @param currency in which the amount is; USD or one of the table
  record Deposit(BigDecimal amount, String currency) implements Op {
    @Override
    public Request request(Account account) {
      return post(account.path() + "/deposit", money(amount, currency));
    }
  }

  record Withdraw(BigDecimal amount, String currency) implements Op {
    @Override
    public Request request(Account account) {
      return post(account.path() + "/withdraw", money(amount, currency));
    }
  }

  record TestDeposit(BigDecimal amount) implements Op {
    @Override
    public Request request(Account account) {
      return post(
          "/test-tools/deposit",
          "{\"subAccountId\":\"%s\",\"amount\":%s}".formatted(account.id(), amount));
    }
  }

  /// @param size is a quantity, or cash
  record Quote(String symbol, boolean buy, BigDecimal size, boolean cash) implements Op {
    @Override
    public Request request(Account account) {
      var context = account.isMaster ? "" : "&subAccountId=" + account.id();
      return new Request(
          "GET",
          "/quote/%s?type=%s&%s=%s%s"
              .formatted(symbol, side(buy), sizeName(cash), size.toPlainString(), context),
          null);
    }
  }

  /// @param quote which it names; it need not be one that fits
  record Place(String quoteId, Quote quote) implements Op {
    @Override
    public Request request(Account account) {
      return post(
          account.path() + "/trade",
          "{\"symbol\":\"%s\",\"type\":\"%s\",\"%s\":%s,\"quoteId\":\"%s\"}"
              .formatted(
                  quote.symbol,
                  side(quote.buy),
                  sizeName(quote.cash),
                  quote.size.toPlainString(),
                  quoteId));
    }
  }

  record Cancel(String orderId) implements Op {
    @Override
    public Request request(Account account) {
      return new Request("DELETE", account.path() + "/orders/" + orderId, null);
    }
  }

  /// @param outcome null leaves it to the quantity
  record TestTrade(String symbol, boolean buy, BigDecimal quantity, @Nullable String outcome)
      implements Op {
    @Override
    public Request request(Account account) {
      var wanted = outcome == null ? "" : ",\"outcome\":\"%s\"".formatted(outcome);
      return post(
          "/test-tools/trade",
          "{\"symbol\":\"%s\",\"type\":\"%s\",\"quantity\":%s,\"subAccountId\":\"%s\"%s}"
              .formatted(symbol, side(buy), quantity.toPlainString(), account.id(), wanted));
    }
  }

  /// @param outcome null settles
  record Advance(String orderId, @Nullable String outcome) implements Op {
    @Override
    public Request request(Account account) {
      var body = outcome == null ? "{\"settle\":true}" : "{\"outcome\":\"%s\"}".formatted(outcome);
      return new Request("PATCH", "/test-tools/orders/" + orderId, body);
    }
  }

  record Read() implements Op {
    @Override
    public Request request(Account account) {
      return new Request("GET", account.path(), null);
    }
  }

  record ReadPower() implements Op {
    @Override
    public Request request(Account account) {
      return new Request("GET", account.path() + "/buying-power", null);
    }
  }

  record ReadPortfolio() implements Op {
    @Override
    public Request request(Account account) {
      return new Request("GET", account.path() + "/portfolio", null);
    }
  }

  record AddWebhook(String url) implements Op {
    @Override
    public Request request(Account account) {
      return post(
          "/webhooks", "{\"url\":\"%s\",\"events\":[\"incident.declared\"]}".formatted(url));
    }
  }

  record RemoveWebhook(String webhookId) implements Op {
    @Override
    public Request request(Account account) {
      return new Request("DELETE", "/webhooks/" + webhookId, null);
    }
  }

  record ReadWebhooks() implements Op {
    @Override
    public Request request(Account account) {
      return new Request("GET", "/webhooks", null);
    }
  }

  /// The desk ended an order; the request is how one learns of it.
  record DeskEnded(String orderId) implements Op {
    @Override
    public Request request(Account account) {
      return new Request("GET", account.path() + "/orders/" + orderId, null);
    }
  }

  private static Request post(String path, String body) {
    return new Request("POST", path, body);
  }

  private static String money(BigDecimal amount, String currency) {
    return currency.equals("USD")
        ? "{\"amountUsd\":%s}".formatted(amount.toPlainString())
        : "{\"amount\":%s,\"currency\":\"%s\"}".formatted(amount.toPlainString(), currency);
  }

  private static String side(boolean buy) {
    return buy ? "BUY" : "SELL";
  }

  private static String sizeName(boolean cash) {
    return cash ? "cashValue" : "quantity";
  }
}
