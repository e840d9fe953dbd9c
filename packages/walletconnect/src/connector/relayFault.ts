import type { FoyerError } from '@foyer/core/errors'
import { audienceOf } from '../protocol/relayToken.js'
import { InvalidRelayUrlError, RelayRefusedError } from '../transport/errors.js'

/** Where phone wallets listen. */
export const publicRelay = 'wss://relay.walletconnect.org'

/** The public relay has two names. It takes the project ids of its own operator alone, which are 32 hexadecimal digits. */
const publicHosts = ['relay.walletconnect.org', 'relay.walletconnect.com']
const publicProjectId = /^[0-9a-f]{32}$/i

interface RelaySetup {
  readonly relayUrl: string
  readonly projectId: string
}

/** Why a relay can't be reached as it is set up, as far as that is known without asking it; undefined where nothing is wrong. */
export function relayFault({ relayUrl, projectId }: RelaySetup): FoyerError | undefined {
  const host = hostOf(relayUrl)
  if (host === undefined) return new InvalidRelayUrlError({ relayUrl })
  return !projectId && publicHosts.includes(host)
    ? new RelayRefusedError({ reason: 'noProject', relay: audienceOf(relayUrl) })
    : undefined
}

/** The same and what is only likely, for who develops the page: in production the relay is asked. */
export function likelyRelayFault(parameters: RelaySetup): FoyerError | undefined {
  const { relayUrl, projectId } = parameters
  const fault = relayFault(parameters)
  if (fault || !publicHosts.includes(hostOf(relayUrl) ?? '') || publicProjectId.test(projectId)) return fault
  return new RelayRefusedError({ reason: 'project', relay: audienceOf(relayUrl) })
}

/** Undefined for what is no address of a relay. */
function hostOf(relayUrl: string): string | undefined {
  if (!/^wss?:/i.test(relayUrl)) return undefined
  try {
    return new URL(relayUrl).hostname
  } catch {
    return undefined
  }
}
