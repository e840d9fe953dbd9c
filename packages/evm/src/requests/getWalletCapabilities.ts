import type { NetworkId } from '@foyer/core'
import * as v from 'valibot'
import type { CapabilitiesByNetwork, WalletCapabilities } from '../account/getCapabilities.js'
import type { WalletSession } from '../account/walletSession.js'
import { parseChainId } from '../connection/answers.js'
import { ask } from '../connection/ask.js'
import { isUnsupported } from '../connection/isUnsupported.js'
import { requestExpiryMs } from './requestExpiryMs.js'

const Capabilities = v.record(v.string(), v.unknown())
const ByChain = v.record(v.string(), v.unknown())
const Atomic = v.object({ status: v.picklist(['supported', 'ready', 'unsupported']) })
/** The draft's form: yes or no. */
const AtomicBatch = v.object({ supported: v.boolean() })

/** `wallet_getCapabilities` (EIP-5792); what the wallet doesn't know it doesn't have. */
export async function getWalletCapabilities(
  { provider, address, networkId, host: { clock } }: WalletSession,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<CapabilitiesByNetwork> {
  try {
    return await ask({
      provider,
      signal,
      method: 'wallet_getCapabilities',
      params: [address],
      parse: (answer) => parseCapabilities({ answer, networkId }),
      expected: 'capabilities by chain id',
      expiry: { clock, ms: requestExpiryMs },
    })
  } catch (error) {
    if (isUnsupported(error)) return {}
    throw error
  }
}

/**
 * Reads capabilities by chain. What stands under `0x0` holds on every chain, so at least on the one that the wallet is on.
 * An entry that can't be read is left out; the others count.
 */
export function parseCapabilities({
  answer,
  networkId,
}: {
  readonly answer: unknown
  readonly networkId: NetworkId
}): CapabilitiesByNetwork | undefined {
  const byChain = v.safeParse(ByChain, answer)
  if (!byChain.success) return undefined
  const everywhere = v.safeParse(Capabilities, byChain.output['0x0'])
  const found = new Map<NetworkId, WalletCapabilities>()
  if (everywhere.success) found.set(networkId, withAtomic(everywhere.output))
  for (const [chainId, value] of Object.entries(byChain.output)) {
    const id = parseChainId(chainId)
    const own = v.safeParse(Capabilities, value)
    if (!id || !own.success) continue
    found.set(id, withAtomic({ ...(everywhere.success ? everywhere.output : {}), ...own.output }))
  }
  return Object.fromEntries(found)
}

function withAtomic(all: Readonly<Record<string, unknown>>): WalletCapabilities {
  const atomic = v.safeParse(Atomic, all.atomic)
  if (atomic.success) return { atomic: atomic.output.status, all }
  const batch = v.safeParse(AtomicBatch, all.atomicBatch)
  return { atomic: batch.success && batch.output.supported ? 'supported' : 'unsupported', all }
}
