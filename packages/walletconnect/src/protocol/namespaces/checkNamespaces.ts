import type { PayloadFailure } from '../session/payload.js'
import * as peerFailures from '../session/peerFailures.js'
import { chainOf, familyOf } from './families.js'
import type { ProposalNamespace, ProposalNamespaces, SessionNamespace, SessionNamespaces } from './namespace.js'

// Wider than CAIP-2, as families with longer names are in use.
const familyPattern = /^[-a-z0-9]{3,16}$/
const chainPattern = /^[-a-z0-9]{3,16}:[-_a-zA-Z0-9]{1,64}$/

const isChain = (text: string): boolean => chainPattern.test(text)

/** Three parts, the last of which isn't empty: an address with a colon can't be told from two. */
function isAccount(text: string): boolean {
  const [family = '', reference = '', address = '', ...others] = text.split(':')
  return others.length === 0 && isChain(`${family}:${reference}`) && address !== ''
}

/**
 * What is wrong with what is asked for; undefined where nothing is. Nothing at all may be asked for.
 *
 * @returns what the wallet answers: 5100 for chains, 5104 for a key
 */
export function proposalFault(namespaces: ProposalNamespaces): PayloadFailure | undefined {
  return firstFault(namespaces, (key, namespace) => keyFault(key) ?? chainsFault(key, namespace))
}

/**
 * What is wrong with what is granted; undefined where nothing is. A wallet that grants nothing, or a family without accounts, has no session to offer.
 */
export function sessionFault(namespaces: SessionNamespaces): PayloadFailure | undefined {
  if (Object.keys(namespaces).length === 0) return peerFailures.unsupportedNamespace
  return firstFault(
    namespaces,
    (key, namespace) => keyFault(key) ?? grantedChainsFault(key, namespace) ?? accountsFault(key, namespace),
  )
}

/** What a grant lacks of what an application says that it can't do without, as a wallet checks it; undefined where it lacks nothing. */
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

function accountsFault(key: string, { accounts }: SessionNamespace): PayloadFailure | undefined {
  const isUnderKey = (account: string) => (isChain(key) ? chainOf(account) === key : familyOf(account) === key)
  const areRight = accounts.length > 0 && accounts.every((account) => isAccount(account) && isUnderKey(account))
  return areRight ? undefined : peerFailures.unsupportedAccounts
}
