import {
  type Account,
  type AdapterHost,
  type Asked,
  type Capabilities,
  type FamilyActions,
  type FamilyWallet,
  type NetworkId,
  onDemand,
  type Signature,
} from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { messageText, networkOfWallet } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError } from '@foyer/core/errors'
import type { WalletRequest } from '@foyer/core/words'
import { hasWrongChecksum, isSameAccount, readAddress } from '../addresses/ss58.js'
import { type Chains, chainIn } from '../chain/chains.js'
import { createNodes, type Node } from '../chain/node.js'
import { coinsQuery } from '../chain/queries.js'
import { PolkadotMessageNotTextError } from '../errors.js'
import { createProvider } from '../provider/createProvider.js'
import { payloadOf } from '../transaction/transfer.js'
import { agreedOf, estimateFee, paymentOf } from './fees.js'
import { send } from './send.js'
import { untilMined } from './untilMined.js'

/** The curves, which signing alone doesn't need. */
const verification = onDemand({ chunk: 'polkadot.verify', load: () => import('../verify/index.js') })

/** So many transactions are remembered by the block from which on they may be taken. */
const mostSent = 256

/** Polkadot's code for one kit. */
export function createActions({
  host,
  chains,
}: {
  readonly host: AdapterHost
  readonly chains: Chains
}): FamilyActions<'polkadot'> {
  const nodeOf = createNodes({ host, chains })
  const sent = new Map<string, number>()
  const keep = (hash: string, since: number) => {
    sent.set(hash, since)
    const [oldest] = sent.keys()
    if (oldest !== undefined && sent.size > mostSent) sent.delete(oldest)
  }
  return {
    /** An address of a sibling chain is none of this. */
    parseAddress(text: string, networkId?: NetworkId | undefined) {
      const read = readAddress(text)
      const chain = networkId === undefined ? undefined : chainIn(chains, networkId)
      return read && (chain === undefined || chain.prefix === read.prefix) ? text : undefined
    },
    isSameAddress: isSameAccount,
    hasWrongChecksum,
    showAddress: (address) => shortenAddress({ address }),
    async nativeBalance({ address, network, signal }) {
      const read = readAddress(address)
      if (!read) return 0n
      const { free, reserved } = await nodeOf(network).ask(coinsQuery(read.id), { signal })
      return free + reserved
    },
    estimateFee: async ({ network, ...request }) => estimateFee({ ...request, node: nodeOf(network) }),
    waitForTransaction: async ({ network, ...waiting }) =>
      untilMined({ ...waiting, since: sent.get(waiting.hash), clock: host.clock, node: nodeOf(network) }),
    signMessage,
    async sendTransfer({ wallet, transfer, signal }) {
      const { hash, since } = await send({ wallet, work: { transfer }, node: nodeOf(networkOfWallet(wallet)), signal })
      keep(hash, since)
      return { hash }
    },
    walletRequest: async ({ network, ...request }) => requestOf({ ...request, node: nodeOf(network) }),
    verifyMessage: async ({ network, address, message, signature }) =>
      (await verification()).verifyPolkadotMessage({
        ...{ address, message, signature, chains },
        networkId: network.caipNetworkId,
      }),
    capabilities: async ({ wallet }): Promise<Partial<Capabilities>> => ({
      signMessage: wallet.provider.signMessage !== undefined,
      transfers: wallet.provider.signPayload && chainIn(chains, wallet.networkId)?.transfers ? ['coin'] : [],
    }),
    provider: createProvider,
  }
}

/** What a wallet would be asked, as WalletConnect has it; undefined for what the family doesn't send. */
async function requestOf({
  node,
  address,
  asked,
  signal,
}: {
  readonly node: Node
  readonly address: string
  readonly asked: Asked<'polkadot'>
  readonly signal?: AbortSignal | undefined
}): Promise<WalletRequest | undefined> {
  if (!('transfer' in asked)) return undefined
  const agreed = await agreedOf({ node, payment: paymentOf({ node, address, work: asked }), signal })
  return { method: 'polkadot_signTransaction', params: { address, transactionPayload: payloadOf(agreed) } }
}

/** Has the visitor sign a message. @throws PolkadotMessageNotTextError for bytes that are no text · UnsupportedMethodError, and what wallets throw */
async function signMessage({
  wallet: { provider, account },
  message,
  signal,
}: {
  readonly wallet: Pick<FamilyWallet<'polkadot'>, 'provider'> & { readonly account: Account }
  readonly message: string | Uint8Array
  readonly signal?: AbortSignal | undefined
}): Promise<Signature> {
  if (!provider.signMessage) throw new UnsupportedMethodError({ context: { method: 'signMessage' } })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const text = messageText(message, (cause) => new PolkadotMessageNotTextError({ cause }))
  return { signature: await provider.signMessage({ address: account.address, message: text, signal }) }
}
