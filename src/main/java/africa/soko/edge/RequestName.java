package africa.soko.edge;

/// How a request is known to who sent it, and to whom he shows an error of it.
///
/// @param id the same in the answer's header, in its error and in the logs
/// @param site where partners reach the service, or nothing: then what an error leads to is told by
///   its path alone. It is never taken from a request, whose sender may choose it for somebody else
public record RequestName(String id, String site) {

  /// Of what nobody asked for.
  public static final RequestName NONE = new RequestName("", "");

  /// The page that explains an error.
  String pageOf(ErrorCode code) {
    return site + code.page();
  }

  @Override
  public String toString() {
    return id;
  }
}
