import {
  type Account,
  type AdapterHost,
  type Asked,
  type Capabilities,
  type FamilyActions,
  type FamilyWallet,
  type NonEmpty,
  type NumberedTransaction,
  onDemand,
  type Signature,
} from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { messageText, networkOfWallet } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError } from '@foyer/core/errors'
import type { WalletRequest } from '@foyer/core/words'
import { base64 } from '@scure/base'
import { hasWrongLength, readAddress } from '../addresses/address.js'
import { createNodes, type Node } from '../chain/node.js'
import { accountQuery } from '../chain/queries.js'
import { NearMessageNotTextError } from '../errors.js'
import { createProvider } from '../provider/createProvider.js'
import { transactionOf } from '../transaction/transaction.js'
import { writeSignature } from '../verify/signature.js'
import { estimateFee, paymentOf } from './fees.js'
import { send } from './send.js'
import { failureReason, untilMined } from './untilMined.js'

/** The curve, which signing alone doesn't need. */
const verification = onDemand({ chunk: 'near.verify', load: () => import('../verify/index.js') })

/** So many senders are remembered: a transaction is asked for long after it was waited for, too. */
const mostSenders = 256

/** NEAR's code for one kit. */
export function createActions(host: AdapterHost): FamilyActions<'near'> {
  const nodeOf = createNodes(host)
  /** Who sent a transaction, by its hash: nodes ask for it. */
  const senders = new Map<string, NumberedTransaction>()
  const keepSender = (hash: string, numbered: NumberedTransaction) => {
    senders.delete(hash) // put back as the latest
    senders.set(hash, numbered)
    const [oldest] = senders.keys()
    if (oldest !== undefined && senders.size > mostSenders) senders.delete(oldest)
  }
  return {
    parseAddress: readAddress,
    isSameAddress: (one, other) => one === other && readAddress(one) !== undefined,
    hasWrongLength,
    showAddress: (address) => (address.length > 24 ? shortenAddress({ address }) : address),
    nativeBalance: async ({ address, network, signal }) =>
      (await nodeOf(network).ask(accountQuery(address), { signal }))?.amount ?? 0n,
    estimateFee: async ({ network, ...request }) => estimateFee({ ...request, node: nodeOf(network) }),
    waitForTransaction: async ({ network, numbered, onNumbered, ...waiting }) => {
      const known = senders.get(waiting.hash) ?? numbered
      if (known) {
        keepSender(waiting.hash, known)
        onNumbered?.(known)
      }
      return untilMined({ ...waiting, sender: known?.address, clock: host.clock, node: nodeOf(network) })
    },
    failureReason: async ({ network, ...request }) =>
      failureReason({ ...request, sender: senders.get(request.hash)?.address, node: nodeOf(network) }),
    signMessage,
    async sendTransfer({ wallet, transfer, signal }) {
      const node = nodeOf(networkOfWallet(wallet))
      const { hash, numbered } = await send({ wallet, work: { transfer }, node, signal })
      keepSender(hash, numbered)
      return { hash }
    },
    walletRequest: async ({ network, address, asked }) => requestOf({ node: nodeOf(network), address, asked }),
    async verifyMessage({ network, ...signed }) {
      const node = nodeOf(network)
      const { verifyNearMessage } = await verification()
      return verifyNearMessage({ ...signed, networkId: network.caipNetworkId, ask: node.outcome })
    },
    capabilities: async ({ wallet: { provider } }): Promise<Partial<Capabilities>> => ({
      signMessage: provider.signMessage !== undefined,
      transfers: provider.sendTransfer || provider.signTransaction ? ['coin'] : [],
    }),
    readAccounts,
    provider: createProvider,
  }
}

/** What a wallet would be asked, as WalletConnect has it, without what its key and the chain add; undefined for what the family doesn't send. */
function requestOf({
  node,
  address,
  asked,
}: {
  readonly node: Node
  readonly address: string
  readonly asked: Asked<'near'>
}): WalletRequest | undefined {
  if (!('transfer' in asked)) return undefined
  const { to, amount } = paymentOf({ node, from: address, work: asked })
  const none = new Uint8Array(32)
  const unsigned = { signerId: address, publicKey: none, nonce: 0n, receiverId: to, blockHash: none, deposit: amount }
  return { method: 'near_signTransaction', params: { transaction: [...transactionOf(unsigned)] } }
}

interface ByWallet {
  readonly wallet: FamilyWallet<'near'>
  readonly signal?: AbortSignal | undefined
}

/**
 * Has the visitor sign a message for this page (NEP-413).
 *
 * @returns a signature with all that was signed beside the message, see `NearSignature`
 * @throws NearMessageNotTextError for bytes that are no text · UnsupportedMethodError, and what wallets throw
 */
async function signMessage({
  wallet: { provider, account },
  message,
  signal,
}: ByWallet & { readonly message: string | Uint8Array }): Promise<Signature> {
  if (!provider.signMessage) throw new UnsupportedMethodError({ context: { method: 'signMessage' } })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const text = messageText(message, (cause) => new NearMessageNotTextError({ cause }))
  const nonce = crypto.getRandomValues(new Uint8Array(32))
  const recipient = globalThis.location?.host || 'localhost'
  const request = { accountId: account.address, message: text, nonce, recipient, signal }
  const { publicKey, signature } = await provider.signMessage(request)
  const written = { publicKey, signature: base64.encode(signature), nonce: base64.encode(nonce), recipient }
  return { signature: writeSignature(written), publicKey }
}

/** The wallet's accounts with a key of each. */
async function readAccounts({ wallet: { provider, account, accounts }, signal }: ByWallet): Promise<NonEmpty<Account>> {
  const listed = await provider.getAccounts({ signal })
  const withKey = (each: Account): Account => {
    const publicKey = each.publicKey ?? listed.find(({ accountId }) => accountId === each.address)?.publicKey
    return publicKey === undefined ? each : { ...each, publicKey }
  }
  return [withKey(account), ...accounts.filter(({ address }) => address !== account.address).map(withKey)]
}
