/// The contract as a document: united from its parts, completed with what operations have in
/// common, published as JSON and as YAML.
///
/// What always holds: there is one document in a process, and nothing in it is written twice.
package africa.soko.edge.contract;
