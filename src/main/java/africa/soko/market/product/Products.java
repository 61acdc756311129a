package africa.soko.market.product;

import java.util.List;
import java.util.Optional;

/// Everything that is subscribed to, in the order of the identifiers.
public record Products(List<Bond> bonds, List<Fund> funds, List<Opportunity> opportunities) {
  public Products {
    bonds = List.copyOf(bonds);
    funds = List.copyOf(funds);
    opportunities = List.copyOf(opportunities);
  }

  /// The samples that ship with the program.
  public static Products load() {
    return new Products(Bond.load(), Fund.load(), Opportunity.load());
  }

  Optional<Bond> bond(String id) {
    return bonds.stream().filter(each -> each.id().equals(id)).findFirst();
  }

  Optional<Fund> fund(String id) {
    return funds.stream().filter(each -> each.id().equals(id)).findFirst();
  }

  /// A deal by its identifier or its slug.
  Optional<Opportunity> opportunity(String name) {
    return opportunities.stream()
        .filter(each -> each.id().equals(name) || each.slug().equals(name))
        .findFirst();
  }
}
