import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import { createLookupPlaces } from './lookupPlaces.js'
import type { ResolveHost } from './safeFetch.js'

/** A name server that is there answers in far less; whoever fetches has five seconds for all of it. */
const timeoutMs = 2_000
const inAll = 64
/** A contract's gateways are asked several at a time. */
const perDomain = 4

/**
 * Resolves hosts; an address is its own answer. Those of the operator's own origins are asked of the machine's resolver, with its hosts file and search domains. Those
 * that strangers name are asked of its name servers directly: the machine's resolver asks two at a time for all of the process, and a zone whose own name server is
 * silent would hold the connections to nodes and databases for as long as it likes.
 *
 * @param options.servers - asked instead of the machine's name servers
 */
export function createResolveHost({ servers }: { servers?: readonly string[] | undefined } = {}): ResolveHost {
  const places = createLookupPlaces({ inAll, perOwner: perDomain })
  return async (host, { isTrusted, signal }) => {
    const family = isIP(host)
    if (family !== 0) return [{ address: host, family }]
    if (isTrusted) return lookup(host, { all: true, verbatim: true })
    return places.within({ owner: domainOf(host), signal, work: () => ask({ host, servers, signal }) })
  }
}

export const resolveHost: ResolveHost = createResolveHost()

interface AskNameServers {
  host: string
  servers: readonly string[] | undefined
  signal: AbortSignal
}

/** Asks for addresses of both families. @throws for a name without any · the signal's reason */
async function ask({ host, servers, signal }: AskNameServers): Promise<readonly LookupAddress[]> {
  signal.throwIfAborted()
  // Of this one lookup, so that it can be called off alone.
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    signal.throwIfAborted()
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [...addressesIn(four, 4), ...addressesIn(six, 6)]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const addressesIn = (settled: PromiseSettledResult<string[]>, family: 4 | 6): readonly LookupAddress[] =>
  settled.status === 'fulfilled' ? settled.value.map((address) => ({ address, family })) : []

/** The domain that someone has registered, by the list of public suffixes: a name server is its owner's, and answers for all that is below it. */
const domainOf = (host: string): string => getDomain(host) ?? host
