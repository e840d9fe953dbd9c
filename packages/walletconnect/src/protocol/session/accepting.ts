import { acceptNamespaces } from '../namespaces/acceptNamespaces.js'
import { InvalidNamespacesError } from '../namespaces/InvalidNamespacesError.js'
import type { ProposalNamespaces, SessionNamespaces } from '../namespaces/namespace.js'
import type { PayloadFailure } from './payload.js'

/** What a wallet granted can't be used: it is to be told so, and the topic to be left. */
export interface Unusable {
  readonly status: 'unusable'
  readonly topic: string
  readonly failure: PayloadFailure
}

/**
 * Goes on with what a wallet granted, as far as it was asked for.
 *
 * @returns what `next` makes of it, or why it can't be used
 */
export function accepting<Next>(
  {
    topic,
    ...grant
  }: { readonly topic: string; readonly requested: ProposalNamespaces; readonly granted: SessionNamespaces },
  next: (namespaces: SessionNamespaces) => Next,
): Next | Unusable {
  try {
    return next(acceptNamespaces(grant))
  } catch (error) {
    if (!(error instanceof InvalidNamespacesError)) throw error
    return { status: 'unusable', topic, failure: error.failure }
  }
}
