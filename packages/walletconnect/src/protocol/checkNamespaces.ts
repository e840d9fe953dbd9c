import { InvalidNamespacesError } from './errors.js'
import * as peerFailures from './failures.js'
import { chainOf, familyOf } from './families.js'
import type { ProposalNamespace, ProposalNamespaces, SessionNamespace, SessionNamespaces } from './namespaces.js'
import type { PayloadFailure } from './payload.js'

// Wider than CAIP-2, as families with longer names are in use.
const familyPattern = /^[-a-z0-9]{3,16}$/
const chainPattern = /^[-a-z0-9]{3,16}:[-_a-zA-Z0-9]{1,64}$/
const accountPattern = /^[-a-z0-9]{3,16}:[-_a-zA-Z0-9]{1,64}:[^:]+$/

const isChain = (text: string): boolean => chainPattern.test(text)

/** An address with a colon would be ambiguous. */
const isAccount = (text: string): boolean => accountPattern.test(text)

/**
 * Returns the fault of the terms that are asked for; undefined where they have none. Nothing at all may be asked for.
 *
 * @returns what the wallet answers: 5100 for chains, 5104 for a key
 */
export function proposalFault(namespaces: ProposalNamespaces): PayloadFailure | undefined {
  return firstFault(namespaces, (key, namespace) => keyFault(key) ?? chainsFault(key, namespace))
}

/** The terms that an application asks for. */
interface Terms {
  /** Those that it can't do without. */
  readonly required: ProposalNamespaces
  readonly optional: ProposalNamespaces
}

/**
 * Reduces what an application would like to what can be granted: a family or a chain that isn't named as it should be is left out. One that it can't do
 * without isn't, and where nothing is left of all that it asks for, it is refused.
 *
 * @throws {@link InvalidNamespacesError} with what the application is answered
 */
export function readableTerms({ required, optional }: Terms): Terms {
  const asked = Object.entries(optional)
  const readable = asked.flatMap(([key, namespace]) => {
    const chains = namespace.chains?.filter((chain) => isChain(chain) && (chain === key || familyOf(chain) === key))
    const kept = isChain(key) && !chains?.length ? { ...namespace, chains: undefined } : { ...namespace, chains }
    return (keyFault(key) ?? chainsFault(key, kept)) ? [] : [[key, kept] as const]
  })
  const isAny = readable.length + Object.keys(required).length > 0
  const failure = proposalFault(required) ?? (isAny ? undefined : proposalFault(optional))
  if (failure) throw new InvalidNamespacesError({ failure })
  return { required, optional: Object.fromEntries(readable) }
}

/**
 * Returns the fault of a grant of our own; undefined where it has none. A wallet that grants nothing, or a family without accounts, has no session to offer.
 */
export function sessionFault(namespaces: SessionNamespaces): PayloadFailure | undefined {
  if (Object.keys(namespaces).length === 0) return peerFailures.unsupportedNamespace
  return firstFault(
    namespaces,
    (key, namespace) => keyFault(key) ?? grantedChainsFault(key, namespace) ?? accountsFault(key, namespace),
  )
}

/** Returns the part that a grant lacks of those that an application says it can't do without, as a wallet checks it; undefined where it lacks none. */
export function conformityFault({
  required,
  granted,
}: {
  readonly required: ProposalNamespaces
  readonly granted: SessionNamespaces
}): PayloadFailure | undefined {
  return firstFault(required, (key, wanted) => {
    const entries = Object.entries(granted).filter(
      ([each]) => each === key || (!isChain(key) && familyOf(each) === key) || (isChain(key) && each === familyOf(key)),
    )
    if (entries.length === 0) return peerFailures.unsupportedNamespace
    const chains = isChain(key) ? [key] : (wanted.chains ?? [])
    for (const chain of chains) {
      const there = entries.filter(([, { accounts }]) => accounts.some((account) => chainOf(account) === chain))
      if (there.length === 0) return peerFailures.unsupportedChains
      const has = (list: 'methods' | 'events') => new Set(there.flatMap(([, namespace]) => namespace[list]))
      if (!containsAll(has('methods'), wanted.methods)) return peerFailures.unsupportedMethods
      if (!containsAll(has('events'), wanted.events)) return peerFailures.unsupportedEvents
    }
    return undefined
  })
}

function firstFault<Namespace>(
  namespaces: Readonly<Record<string, Namespace>>,
  faultOf: (key: string, namespace: Namespace) => PayloadFailure | undefined,
): PayloadFailure | undefined {
  for (const [key, namespace] of Object.entries(namespaces)) {
    const fault = faultOf(key, namespace)
    if (fault) return fault
  }
  return undefined
}

const containsAll = (all: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  wanted.every((each) => all.has(each))

const keyFault = (key: string): PayloadFailure | undefined =>
  familyPattern.test(key) || isChain(key) ? undefined : peerFailures.unsupportedNamespace

/** A family's chains are named and its own; one chain has no others. */
function chainsFault(key: string, { chains }: ProposalNamespace): PayloadFailure | undefined {
  if (isChain(key)) return chains?.some((chain) => chain !== key) ? peerFailures.unsupportedChains : undefined
  const areRight = chains?.every((chain) => isChain(chain) && familyOf(chain) === key)
  return areRight && chains?.length ? undefined : peerFailures.unsupportedChains
}

const grantedChainsFault = (key: string, namespace: SessionNamespace): PayloadFailure | undefined =>
  namespace.chains === undefined || namespace.chains.length === 0 ? undefined : chainsFault(key, namespace)

const isUnder = (key: string, account: string): boolean => (isChain(key) ? chainOf(account) : familyOf(account)) === key

function accountsFault(key: string, { accounts }: SessionNamespace): PayloadFailure | undefined {
  const areRight = accounts.length > 0 && accounts.every((account) => isAccount(account) && isUnder(key, account))
  return areRight ? undefined : peerFailures.unsupportedAccounts
}

/**
 * Reduces a wallet's grant to what an application takes of it: all that it asked for and got, and nothing that it didn't ask for. Everything is asked for as
 * optional; an application that can't do without something looks at the result. A family without accounts is left out, as is one whose name can't be read,
 * and an account that can't be; the chains that a wallet lists beside its accounts count for nothing.
 *
 * @throws {@link InvalidNamespacesError} where an account stands under another chain than its own, and where none is left on any chain that was asked for
 * @see W8
 */
export function acceptNamespaces({
  requested,
  granted,
}: {
  readonly requested: ProposalNamespaces
  readonly granted: SessionNamespaces
}): SessionNamespaces {
  const asked = Object.entries(requested)
  let failure: PayloadFailure = peerFailures.unsupportedNamespace
  const accepted = Object.entries(granted).flatMap(([key, namespace]) => {
    if (keyFault(key)) return []
    const accounts = namespace.accounts.filter(isAccount)
    if (!accounts.every((account) => isUnder(key, account)))
      throw new InvalidNamespacesError({ failure: peerFailures.unsupportedAccounts })
    failure = accounts.length > 0 ? peerFailures.unsupportedChains : peerFailures.unsupportedAccounts
    const own = asked.filter((each) => concerns({ key, asked: each }))
    const kept = withinRequest({ namespace: { ...namespace, accounts }, asked: own })
    return kept.accounts.length > 0 ? [[key, kept] as const] : []
  })
  if (accepted.length === 0) throw new InvalidNamespacesError({ failure })
  return Object.fromEntries(accepted)
}

/** Whether what was requested says something of a key that is granted: a grant of one chain holds for that alone. */
function concerns({
  key,
  asked: [wanted, { chains = [] }],
}: {
  readonly key: string
  readonly asked: readonly [string, ProposalNamespace]
}): boolean {
  if (familyOf(wanted) !== familyOf(key)) return false
  return !isChain(key) || wanted === key || chains.includes(key)
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
    // Those with an account: other chains that wallets list are of no use.
    chains: [...new Set(accounts.map(chainOf))],
    accounts,
    methods: namespace.methods.filter((method) => methods.has(method)),
    events: namespace.events.filter((event) => events.has(event)),
  }
}
