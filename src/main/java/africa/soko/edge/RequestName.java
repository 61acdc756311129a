package africa.soko.edge;

/// How a request is known to who sent it, and to whom he shows an error of it.
///
/// @param id the same in the answer's header, in its error and in the logs
/// @param site where partners reach the service, or nothing: then what an error leads to is told by
///   its path alone. It is never taken from a request, whose sender may choose it for somebody else
/// @param fromClient whether a client of OAuth sent it, who looks for an error's text where RFC
///   6749 has it, and may have shown its secret by `Basic`
public record RequestName(String id, String site, boolean fromClient) {

  /// Of what nobody asked for.
  public static final RequestName NONE = new RequestName("", "");

  public RequestName(String id, String site) {
    this(id, site, false);
  }

  public RequestName ofClient() {
    return new RequestName(id, site, true);
  }

  /// The page that explains an error.
  String pageOf(ErrorCode code) {
    return site + code.page();
  }

  @Override
  public String toString() {
    return id;
  }
}
