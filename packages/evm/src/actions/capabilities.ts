import type { Capabilities, NetworkId } from '@foyer/core'
import { besides } from '@foyer/core/connector'
import * as v from 'valibot'
import { isUnsupported, parseChainId, requestWallet } from '../connection/walletRequest.js'
import type { CapabilitiesByNetwork, WalletCapabilities } from '../family.js'
import type { WalletAction } from './sign.js'

const ByName = v.record(v.string(), v.unknown())
const ByChain = v.record(v.string(), v.unknown())
const Atomic = v.object({ status: v.picklist(['supported', 'ready', 'unsupported']) })
/** The draft's form: yes or no. */
const AtomicBatch = v.object({ supported: v.boolean() })

/** `wallet_getCapabilities` (EIP-5792); what the wallet doesn't know it doesn't have. */
export async function getWalletCapabilities({
  wallet: { provider, account, networkId },
  clock,
  signal,
  timeoutMs,
}: WalletAction & { readonly timeoutMs?: number | undefined }): Promise<CapabilitiesByNetwork> {
  try {
    return await requestWallet({
      provider,
      signal,
      method: 'wallet_getCapabilities',
      params: [account.address],
      parse: (answer) => parseCapabilities({ answer, networkId }),
      expected: 'capabilities by chain id',
      clock,
      timeoutMs,
    })
  } catch (error) {
    if (isUnsupported(error)) return {}
    throw error
  }
}

/** How long what a wallet in the page can do is waited for, in milliseconds. */
const saidMs = 10_000

/**
 * Reads the same where it is a side question: a wallet that fails at it has said nothing.
 *
 * @returns undefined for a wallet that fails, or doesn't answer in time
 */
export const saidCapabilities = (
  action: Parameters<typeof getWalletCapabilities>[0],
): Promise<CapabilitiesByNetwork | undefined> => besides(getWalletCapabilities(action), action.signal)

/**
 * Returns the wallet's capabilities on its network; one that is reached by a channel can only do what its session
 * grants.
 */
export async function capabilitiesOf(action: WalletAction): Promise<Partial<Capabilities>> {
  const { channel, networkId } = action.wallet
  const { type, inPlace } = action.wallet.account
  const takes = (method: string) => channel?.takes({ networkId, method }) ?? true
  const said = await saidCapabilities({ ...action, timeoutMs: channel ? undefined : saidMs })
  const own = said?.[networkId]
  const sends = takes('eth_sendTransaction')
  return {
    signMessage: takes('personal_sign'),
    signTypedData: takes('eth_signTypedData_v4'),
    // Wallets in the page refuse it, and none says so beforehand.
    signTransactions: channel !== undefined && takes('eth_signTransaction'),
    transfers: sends ? ['coin', 'token', 'nft'] : [],
    sendCall: sends,
    // A contract has no number of its own to send again.
    replaceTransaction: sends && (type === 'eoa' || inPlace === true),
    revokeApprovals: sends,
    // Wallets in the page that take batches say what they can do (EIP-5792), and so does a channel that has no other batches.
    sendCalls: channel ? takes('wallet_sendCalls') && !(isAsOne(action) && !mayBeOne(own)) : own !== undefined,
    atomic: own?.atomic ?? 'unsupported',
    all: own?.all ?? {},
  }
}

/** Is several calls as one all that the wallet's channel has of batches? */
export const isAsOne = ({ wallet: { channel } }: Pick<WalletAction, 'wallet'>): boolean => channel?.batches === 'asOne'

/** Does a wallet carry several calls out as one, at least once its account is upgraded? */
export const mayBeOne = (own: WalletCapabilities | undefined): boolean =>
  own?.atomic === 'supported' || own?.atomic === 'ready'

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
  const byChain = v.safeParse(ByChain, answer ?? {})
  if (!byChain.success) return undefined
  const everywhere = v.safeParse(ByName, byChain.output['0x0'])
  const found = new Map<NetworkId, WalletCapabilities>()
  if (everywhere.success) found.set(networkId, withAtomic(everywhere.output))
  for (const [chainId, value] of Object.entries(byChain.output)) {
    const id = parseChainId(chainId)
    const own = v.safeParse(ByName, value)
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
