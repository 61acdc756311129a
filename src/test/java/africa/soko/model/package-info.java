/// What partners must be told, worked out anew: a model of the service that knows nothing but the
/// specification and what was answered, and clients that compare every answer with it. It shares no
/// rule with the service.
package africa.soko.model;
