import { FoyerError } from '@foyer/core/errors'
import { audienceOf } from '../protocol/relayToken.js'
import { type RelayRefusal, RelayRefusedError } from '../transport/errors.js'
import type { WalletConnectOptions } from './options.js'

/** `relayUrl` isn't the address of a relay. */
export class InvalidRelayUrlError extends FoyerError {
  override readonly name = 'InvalidRelayUrlError'
  readonly code = 'invalid_relay_url'

  constructor({ relayUrl }: { readonly relayUrl: string }) {
    super(`\`relayUrl\` is no address of a relay: ${relayUrl}. Write it as wss://relay.example.`, {
      facts: { relayUrl },
      notice: 'error.misconfigured',
    })
  }
}

/** An option of `walletConnect` is of another type, as only a page without types can give it. */
export class InvalidConnectorOptionError extends FoyerError {
  override readonly name = 'InvalidConnectorOptionError'
  readonly code = 'invalid_connector_option'

  constructor({ option, given, remedy }: Readonly<Record<'option' | 'given' | 'remedy', string>>) {
    super(`\`walletConnect({ ${option} })\` can’t be ${given}. ${remedy}`, {
      facts: { option },
      notice: 'error.misconfigured',
    })
  }
}

const types = [
  ['projectId', 'string', 'Pass the id as text, that of the relay’s operator.'],
  ['relayUrl', 'string', 'Pass the address as text, such as `wss://relay.example`.'],
  ['preferUniversalLinks', 'boolean', 'Pass `true` or `false`.'],
] as const

/** Returns the first option that is of another type than it is declared with. */
export function typeFault(options: WalletConnectOptions): FoyerError | undefined {
  for (const [option, type, remedy] of types) {
    const value: unknown = options[option]
    if (value === undefined || value === null || typeof value === type) continue
    return new InvalidConnectorOptionError({ option, given: JSON.stringify(value) ?? typeof value, remedy })
  }
  return undefined
}

/** The public relay has two names. It takes the project ids of its own operator alone, which are 32 hexadecimal digits. */
const publicHosts = ['relay.walletconnect.org', 'relay.walletconnect.com']
const publicProjectId = /^[0-9a-f]{32}$/i

/**
 * Returns why a relay can't be reached as it is set up, as far as that is likely without asking it; undefined where
 * nothing seems wrong.
 */
export function relayFault({
  relayUrl,
  projectId,
}: {
  readonly relayUrl: string
  readonly projectId: string
}): FoyerError | undefined {
  const host = hostOf(relayUrl)
  if (host === undefined) return new InvalidRelayUrlError({ relayUrl })
  if (!publicHosts.includes(host) || publicProjectId.test(projectId)) return undefined
  const reason: RelayRefusal = projectId ? 'project' : 'noProject'
  return new RelayRefusedError({ reason, relay: audienceOf(relayUrl) })
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
