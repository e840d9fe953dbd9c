import {
  type Account,
  type AdapterHost,
  type Asked,
  type Capabilities,
  type FamilyActions,
  type FamilyWallet,
  type NonEmpty,
  onDemand,
  type SentTransaction,
  type Signature,
  type Transfer,
} from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { messageText, networkOfWallet } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError, WalletAnswerError } from '@foyer/core/errors'
import type { WalletRequest } from '@foyer/core/words'
import { hasWrongChecksum, hasWrongLength, kindOf, parseAddress } from '../addresses/address.js'
import { createNodes, type Node } from '../chain/node.js'
import { balanceQuery } from '../chain/queries.js'
import { TezosAccountKindError, TezosMessageNotTextError } from '../errors.js'
import { createProvider } from '../provider/createProvider.js'
import { writeSignature } from '../verify/signature.js'
import { operationOf } from '../wire/operation.js'
import { checkFunds, estimateFee, paymentOf, plan } from './fees.js'
import { failureReason, untilMined } from './untilMined.js'

/** The curves, which nothing before the first signature needs. */
const verification = onDemand({ chunk: 'tezos.verify', load: () => import('../verify/index.js') })

/** So many operations are remembered by the block that they aren't before. */
const mostSent = 256

/** Tezos's code for one kit. */
export function createActions(host: AdapterHost): FamilyActions<'tezos'> {
  const nodeOf = createNodes(host)
  const levels = new Map<string, number>()
  const keep = (hash: string, level: number) => {
    levels.delete(hash) // put back as the latest
    levels.set(hash, level)
    const [oldest] = levels.keys()
    if (oldest !== undefined && levels.size > mostSent) levels.delete(oldest)
  }
  return {
    parseAddress,
    isSameAddress: (one, other) => one === other && parseAddress(one) !== undefined,
    ...{ hasWrongChecksum, hasWrongLength },
    showAddress: (address) => shortenAddress({ address }),
    nativeBalance: async ({ address, network, signal }) => nodeOf(network).ask(balanceQuery(address), { signal }),
    estimateFee: async ({ network, ...request }) => estimateFee({ ...request, node: nodeOf(network) }),
    async waitForTransaction({ network, ...waiting }) {
      const { hash } = waiting
      const found = (level: number) => keep(hash, level)
      return untilMined({ ...waiting, found, since: levels.get(hash), clock: host.clock, node: nodeOf(network) })
    },
    failureReason: async ({ network, ...request }) =>
      failureReason({ ...request, since: levels.get(request.hash), node: nodeOf(network) }),
    signMessage,
    async sendTransfer({ wallet, transfer, signal }) {
      const { hash, level } = await send({ wallet, transfer, node: nodeOf(networkOfWallet(wallet)), signal })
      keep(hash, level)
      return { hash }
    },
    walletRequest: async ({ address, asked }) => requestOf({ address, asked }),
    verifyMessage: async ({ network, ...signed }) =>
      (await verification()).verifyTezosMessage({ ...signed, networkId: network.caipNetworkId }),
    capabilities: async ({ wallet: { provider } }): Promise<Partial<Capabilities>> => ({
      signMessage: provider.signMessage !== undefined,
      transfers: provider.sendTransfer ? ['coin'] : [],
    }),
    readAccounts,
    provider: createProvider,
  }
}

/** What a wallet would be asked, as WalletConnect has it; undefined for what the family doesn't send. */
function requestOf({
  address,
  asked,
}: {
  readonly address: string
  readonly asked: Asked<'tezos'>
}): WalletRequest | undefined {
  if (!('transfer' in asked)) return undefined
  const { to, amount } = paymentOf({ from: address, work: asked })
  return { method: 'tezos_send', params: { account: address, operations: [operationOf({ to, amount })] } }
}

interface ByWallet {
  readonly wallet: FamilyWallet<'tezos'>
  readonly signal?: AbortSignal | undefined
}

/** @throws TezosAccountKindError for an account whose signatures the kit can't check */
function checkKind(address: string): void {
  const kind = kindOf(address)
  if (kind === 'tz4' || kind === 'KT1') throw new TezosAccountKindError({ kind })
}

/**
 * Has the wallet send a payment, once, after all that the network would refuse it for.
 *
 * @throws InvalidTransferError · TezosContractError · TezosAccountKindError · TezosNetworkError · InsufficientTezosError before the wallet is asked, and what wallets throw
 */
async function send({
  wallet: { account, provider },
  transfer,
  node,
  signal,
}: ByWallet & { readonly transfer: Transfer; readonly node: Node }): Promise<
  SentTransaction & { readonly level: number }
> {
  const { address } = account
  const payment = paymentOf({ from: address, work: { transfer } })
  checkKind(address)
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  if (!provider.sendTransfer) throw new UnsupportedMethodError({ context: { method: 'sendTransfer' } })
  const planned = await plan({ node, payment, signal })
  checkFunds(planned)
  const { to, amount } = payment
  return { hash: await provider.sendTransfer({ address, to, amount, signal }), level: planned.level }
}

/**
 * Has the visitor sign a message as a string of Micheline.
 *
 * @returns a signature with the key that it is by, see `TezosSignature`
 * @throws TezosMessageNotTextError for bytes that are no text · TezosAccountKindError · UnsupportedMethodError · WalletAnswerError for a signature that is another
 * account's, and what wallets throw
 */
async function signMessage({
  wallet,
  message,
  signal,
}: ByWallet & { readonly message: string | Uint8Array }): Promise<Signature> {
  const method = 'signMessage'
  const { provider, account, networkId } = wallet
  const { address } = account
  if (!provider.signMessage) throw new UnsupportedMethodError({ context: { method } })
  checkKind(address)
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const text = messageText(message, (cause) => new TezosMessageNotTextError({ cause }))
  const [{ publicKey }] = await readAccounts({ wallet, signal })
  if (publicKey === undefined) throw new WalletAnswerError({ method, expected: 'the account’s key' })
  const signed = { publicKey, signature: await provider.signMessage({ address, message: text, signal }) }
  const { verifyTezosMessage } = await verification()
  if (!verifyTezosMessage({ networkId, address, message: text, ...signed }))
    throw new WalletAnswerError({ method, expected: 'a signature by the account' })
  return { signature: writeSignature(signed), publicKey }
}

/** The wallet's accounts with their keys; the one in use first. It is asked where one isn't known. */
async function readAccounts({ wallet: { provider, account, accounts }, signal }: ByWallet): Promise<NonEmpty<Account>> {
  const others = accounts.filter(({ address }) => address !== account.address)
  const isKnown = [account, ...others].every((each) => each.publicKey !== undefined)
  const listed = isKnown ? [] : await provider.getAccounts({ signal })
  const withKey = (each: Account): Account => {
    const publicKey = each.publicKey ?? listed.find(({ address }) => address === each.address)?.publicKey
    return publicKey === undefined ? each : { ...each, publicKey }
  }
  return [withKey(account), ...others.map(withKey)]
}
