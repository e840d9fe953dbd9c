import {
  type Account,
  type AdapterHost,
  type Asked,
  type Capabilities,
  type FamilyActions,
  type FamilyWallet,
  onDemand,
  type Signature,
} from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { messageText, networkOfWallet } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError } from '@foyer/core/errors'
import type { WalletRequest } from '@foyer/core/words'
import { base64 } from '@scure/base'
import { hasWrongChecksum, hasWrongLength, readAddress } from '../addresses/address.js'
import { createNodes, type Node } from '../chain/node.js'
import { accountQuery } from '../chain/queries.js'
import { AlgorandMessageNotTextError } from '../errors.js'
import { createProvider } from '../provider/createProvider.js'
import { transactionOf } from '../transaction/transaction.js'
import { estimateFee, paymentOf, termsOf, tokenBalances } from './fees.js'
import { send } from './send.js'
import { untilMined } from './untilMined.js'

/** The curve, which signing alone doesn't need. */
const verification = onDemand({ chunk: 'algorand.verify', load: () => import('../verify/index.js') })

/** So many transactions are remembered by the last round that may take them. */
const mostSent = 256

/** Algorand's code for one kit. */
export function createActions(host: AdapterHost): FamilyActions<'algorand'> {
  const nodeOf = createNodes(host)
  const sent = new Map<string, bigint>()
  const keep = (hash: string, lastRound: bigint) => {
    sent.set(hash, lastRound)
    const [oldest] = sent.keys()
    if (oldest !== undefined && sent.size > mostSent) sent.delete(oldest)
  }
  return {
    parseAddress: (text) => (readAddress(text) ? text : undefined),
    isSameAddress: (one, other) => one === other && readAddress(one) !== undefined,
    ...{ hasWrongChecksum, hasWrongLength },
    showAddress: (address) => shortenAddress({ address }),
    nativeBalance: async ({ address, network, signal }) =>
      (await nodeOf(network).ask(accountQuery(address), { signal })).amount,
    tokenBalances: async ({ network, tokens = [], ...request }) =>
      tokenBalances({ ...request, tokens, node: nodeOf(network) }),
    estimateFee: async ({ network, ...request }) => estimateFee({ ...request, node: nodeOf(network) }),
    waitForTransaction: async ({ network, ...waiting }) =>
      untilMined({ ...waiting, lastRound: sent.get(waiting.hash), clock: host.clock, node: nodeOf(network) }),
    signMessage,
    async sendTransfer({ wallet, transfer, signal }) {
      const node = nodeOf(networkOfWallet(wallet))
      const { hash, lastRound } = await send({ wallet, work: { transfer }, node, signal })
      keep(hash, lastRound)
      return { hash }
    },
    walletRequest: async ({ network, ...request }) => requestOf({ ...request, node: nodeOf(network) }),
    async verifyMessage({ network, ...signed }) {
      const { verifyAlgorandMessage } = await verification()
      const ask = async ({
        address,
        signal,
      }: {
        readonly address: string
        readonly signal?: AbortSignal | undefined
      }) => nodeOf(network).ask(accountQuery(address), { signal })
      return verifyAlgorandMessage({ ...signed, networkId: network.caipNetworkId, ask })
    },
    capabilities: async ({ wallet: { provider } }): Promise<Partial<Capabilities>> => ({
      signMessage: provider.signMessage !== undefined,
      transfers: provider.signTransaction ? ['coin', 'token'] : [],
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
  readonly asked: Asked<'algorand'>
  readonly signal?: AbortSignal | undefined
}): Promise<WalletRequest | undefined> {
  if (!('transfer' in asked)) return undefined
  const payment = paymentOf({ address, work: asked })
  const terms = await termsOf({ node, payment, signal })
  return { method: 'algo_signTxn', params: [[{ txn: base64.encode(transactionOf({ ...payment, ...terms })) }]] }
}

/** Has the visitor sign a message. @throws AlgorandMessageNotTextError for bytes that are no text · UnsupportedMethodError, and what wallets throw */
async function signMessage({
  wallet: { provider, account },
  message,
  signal,
}: {
  readonly wallet: Pick<FamilyWallet<'algorand'>, 'provider'> & { readonly account: Account }
  readonly message: string | Uint8Array
  readonly signal?: AbortSignal | undefined
}): Promise<Signature> {
  if (!provider.signMessage) throw new UnsupportedMethodError({ context: { method: 'signMessage' } })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const text = messageText(message, (cause) => new AlgorandMessageNotTextError({ cause }))
  return { signature: base64.encode(await provider.signMessage({ address: account.address, message: text, signal })) }
}
