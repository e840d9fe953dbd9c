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
import { networkOfWallet } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError, WalletAnswerError } from '@foyer/core/errors'
import type { WalletRequest } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import { hasWrongChecksum, hasWrongLength, parseAddress } from '../addresses/address.js'
import { createNodes, type Node } from '../chain/node.js'
import { addressQuery } from '../chain/queries.js'
import { createProvider } from '../provider/createProvider.js'
import { plan } from '../transaction/plan.js'
import { writeBody, writeTransaction } from '../transaction/transaction.js'
import { estimateFee } from './fees.js'
import { send } from './send.js'
import { paymentOf, termsOf, utxosAt } from './terms.js'
import { untilMined } from './untilMined.js'

/** The curve, which reading alone doesn't need. */
const verification = onDemand({ chunk: 'cardano.verify', load: () => import('../verify/index.js') })

/** So many transactions are remembered by the slot from which on none takes them. */
const mostSent = 256

/** Cardano's code for one kit. */
export function createActions(host: AdapterHost): FamilyActions<'cip34'> {
  const nodeOf = createNodes(host)
  const sent = new Map<string, bigint>()
  const keep = (hash: string, ends: bigint) => {
    sent.set(hash, ends)
    const [oldest] = sent.keys()
    if (oldest !== undefined && sent.size > mostSent) sent.delete(oldest)
  }
  return {
    ...{ parseAddress, hasWrongChecksum, hasWrongLength },
    isSameAddress: (one, other) => parseAddress(one) !== undefined && parseAddress(one) === parseAddress(other),
    showAddress: (address) => shortenAddress({ address }),
    async nativeBalance({ address, network, signal }) {
      const own = parseAddress(address)
      return own === undefined ? 0n : (await nodeOf(network).ask(addressQuery(own), { signal })).balance
    },
    estimateFee: async ({ network, ...request }) => estimateFee({ ...request, node: nodeOf(network) }),
    waitForTransaction: async ({ network, ...waiting }) =>
      untilMined({ ...waiting, ends: sent.get(waiting.hash), clock: host.clock, node: nodeOf(network) }),
    signMessage,
    async sendTransfer({ wallet, transfer, signal }) {
      const node = nodeOf(networkOfWallet(wallet))
      const { hash, ends } = await send({ wallet, work: { transfer }, node, signal })
      keep(hash, ends)
      return { hash }
    },
    walletRequest: async ({ network, ...request }) => requestOf({ ...request, node: nodeOf(network) }),
    verifyMessage: async ({ network, ...signed }) =>
      (await verification()).verifyCardanoMessage({ ...signed, networkId: network.caipNetworkId }),
    capabilities: async ({ wallet: { provider } }): Promise<Partial<Capabilities>> => ({
      signMessage: provider.signData !== undefined,
      transfers: provider.signTransaction ? ['coin'] : [],
    }),
    provider: createProvider,
  }
}

/**
 * What a wallet would be asked, as WalletConnect has it, with the address that what is left comes back to; undefined for what the family doesn't send. The inputs
 * are those that the network knows of the address: a wallet may choose others of its own.
 */
async function requestOf({
  node,
  address,
  asked,
  signal,
}: {
  readonly node: Node
  readonly address: string
  readonly asked: Asked<'cip34'>
  readonly signal?: AbortSignal | undefined
}): Promise<WalletRequest | undefined> {
  if (!('transfer' in asked)) return undefined
  const payment = paymentOf({ address, work: asked, node })
  const [terms, { utxos }] = await Promise.all([
    termsOf({ node, signal }),
    node.ask(addressQuery(payment.address), { signal }),
  ])
  const planned = plan({ ...payment, utxos: utxosAt(payment.address, utxos), terms })
  return { method: 'cardano_signTx', params: [bytesToHex(writeTransaction(writeBody(planned), [])), true, address] }
}

/**
 * Has the visitor sign a message.
 *
 * @returns the COSE_Sign1 with its COSE_Key behind it, which verifying needs, in hexadecimal; the key alone as well
 * @throws UnsupportedMethodError · WalletAnswerError for a signature that is another account's or of another message, and what wallets throw
 */
async function signMessage({
  wallet: { provider, account, networkId },
  message,
  signal,
}: {
  readonly wallet: Pick<FamilyWallet<'cip34'>, 'provider' | 'networkId'> & { readonly account: Account }
  readonly message: string | Uint8Array
  readonly signal?: AbortSignal | undefined
}): Promise<Signature> {
  const method = 'signData'
  if (!provider.signData) throw new UnsupportedMethodError({ context: { method } })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const { address } = account
  const payload = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const said = await provider.signData({ address, payload, signal })
  const signature = `${said.signature}${said.key}`.toLowerCase()
  const { verifyCardanoMessage } = await verification()
  if (!verifyCardanoMessage({ networkId, address, message, signature }))
    throw new WalletAnswerError({ method, expected: 'a signature by the account' })
  return { signature, publicKey: said.key.toLowerCase() }
}
