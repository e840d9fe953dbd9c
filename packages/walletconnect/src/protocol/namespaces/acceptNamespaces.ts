import * as peerFailures from '../session/peerFailures.js'
import { sessionFault } from './checkNamespaces.js'
import { chainOf, familyOf } from './families.js'
import { InvalidNamespacesError } from './InvalidNamespacesError.js'
import type { ProposalNamespace, ProposalNamespaces, SessionNamespace, SessionNamespaces } from './namespace.js'

/**
 * What an application makes of a wallet's grant: all that it asked for and got, and nothing that it didn't ask for. Everything is asked for as
 * optional; an application that can't do without something looks at the result.
 *
 * @throws {@link InvalidNamespacesError} where the grant is malformed, or has no account on any chain that was asked for
 */
export function acceptNamespaces({
  requested,
  granted,
}: {
  readonly requested: ProposalNamespaces
  readonly granted: SessionNamespaces
}): SessionNamespaces {
  const fault = sessionFault(granted)
  if (fault) throw new InvalidNamespacesError({ failure: fault })
  const asked = Object.entries(requested)
  const accepted = Object.entries(granted).flatMap(([key, namespace]) => {
    const kept = withinRequest({ namespace, asked: asked.filter(([each]) => familyOf(each) === familyOf(key)) })
    return kept.accounts.length > 0 ? [[key, kept] as const] : []
  })
  if (accepted.length === 0) throw new InvalidNamespacesError({ failure: peerFailures.unsupportedChains })
  return Object.fromEntries(accepted)
}

function withinRequest({
  namespace,
  asked,
}: {
  readonly namespace: SessionNamespace
  readonly asked: readonly (readonly [string, ProposalNamespace])[]
}): SessionNamespace {
  const chains = new Set(asked.flatMap(([key, wanted]) => (key.includes(':') ? [key] : (wanted.chains ?? []))))
  const methods = new Set(asked.flatMap(([, wanted]) => wanted.methods))
  const events = new Set(asked.flatMap(([, wanted]) => wanted.events))
  const accounts = namespace.accounts.filter((account) => chains.has(chainOf(account)))
  return {
    // Those with an account: what wallets list beside is of no use to anybody.
    chains: [...new Set(accounts.map(chainOf))],
    accounts,
    methods: namespace.methods.filter((method) => methods.has(method)),
    events: namespace.events.filter((event) => events.has(event)),
  }
}
