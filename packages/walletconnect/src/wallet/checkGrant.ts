import {
  conformityFault,
  familyOf,
  InvalidNamespacesError,
  type ProposalNamespaces,
  peerFailures,
  type SessionNamespaces,
  type SessionProperties,
  sessionFault,
} from '../protocol/index.js'

/**
 * Checks what a visitor agreed to before an application is told.
 *
 * @throws InvalidNamespacesError where it is malformed, lacks what is required, or says something of what it doesn't grant
 */
export function checkGrant({
  namespaces,
  required,
  scopedProperties = {},
}: Pick<SessionProperties, 'scopedProperties'> & {
  readonly namespaces: SessionNamespaces
  readonly required: ProposalNamespaces
}): void {
  const families = new Set(Object.keys(namespaces).map(familyOf))
  const areScopesGranted = Object.keys(scopedProperties).every((key) => families.has(familyOf(key)))
  const failure =
    sessionFault(namespaces) ??
    conformityFault({ required, granted: namespaces }) ??
    (areScopesGranted ? undefined : peerFailures.unsupportedNamespace)
  if (failure) throw new InvalidNamespacesError({ failure })
}
