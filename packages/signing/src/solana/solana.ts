import type { ShownRequest, WalletNetwork } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import type { AskedRequest, FamilyHost, PreparedRequest, PrepareFor, SigningAccount, WalletFamily } from '../family.js'
import type { SeedOf } from '../keyring.js'
import { type Methods, prepareBy, stranger, unfit } from '../prepare.js'
import { readMessageText } from '../readMessageText.js'
import { textOf } from '../shownText.js'
import { createSolanaAccounts, readSolanaKey } from './accounts.js'
import { balanceOf, send } from './chain.js'
import { describeTransactions } from './describeTransactions.js'
import { encodeLegacyForm } from './legacyForm.js'
import { decodeTransaction, encodeTransaction, isTransactionMessage } from './message.js'
import {
  AllTransactionsParams,
  type AskedTransaction,
  MessageParams,
  SendParams,
  TransactionParams,
} from './requestParams.js'

/** The dependencies of a request: its session's network and the accounts that the session was granted. */
interface Context extends AskedRequest {
  readonly host: FamilyHost
  readonly network: WalletNetwork
  readonly accounts: readonly SigningAccount[]
}

/** Each method that is granted, and how it is prepared. */
const methods: Methods<Context> = {
  solana_getAccounts: listAccounts,
  solana_requestAccounts: listAccounts,
  solana_signMessage: message,
  solana_signTransaction: transaction,
  solana_signAllTransactions: allTransactions,
  solana_signAndSendTransaction: sentTransaction,
}

/** The ids of the public networks before they were the genesis hash's beginning. */
const formerIds: Readonly<Record<string, string>> = {
  'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/** Prepares a request of Solana's for accounts whose keys are elsewhere. */
export const prepareSolana: PrepareFor = (request, { accounts: all, host }) => {
  const accounts = all.filter(({ address }) => request.addresses.includes(address))
  return prepareBy({ methods, request, host, contextOn: (network) => ({ ...request, host, network, accounts }) })
}

/** Solana and its test networks. */
export function createSolana(seedOf: SeedOf): WalletFamily {
  const accountsOf = createSolanaAccounts(seedOf)
  return {
    name: 'solana',
    label: 'Solana',
    methods: Object.keys(methods),
    events: ['accountsChanged', 'chainChanged'],
    readKey: readSolanaKey,
    addresses: ({ keyring }) => accountsOf(keyring).map(({ address }) => address),
    currentId: (chainId) => (Object.hasOwn(formerIds, chainId) ? (formerIds[chainId] ?? chainId) : chainId),
    async balance({ address, network }) {
      return { value: await balanceOf({ ...network, address }), ...network.currency }
    },
    prepare: (request, { keyring, host }) => prepareSolana(request, { accounts: accountsOf(keyring), host }),
    chainChanged: (chainId) => chainId.split(':')[1],
  }
}

function listAccounts({ addresses }: Context): PreparedRequest {
  return { kind: 'answer', result: addresses.map((pubkey) => ({ pubkey })) }
}

function message({ params, accounts, network, peerUrl }: Context): PreparedRequest {
  const { success, output } = v.safeParse(MessageParams, params)
  if (!success) return unfit()
  const account = accounts.find(({ address }) => address === output.pubkey)
  if (!account) return stranger
  const bytes = output.message
  // Signed as a message, it would be valid as a transaction.
  if (isTransactionMessage(bytes)) return unfit('This is a transaction, not a message.')
  const read = { text: textOf(bytes), data: bytesToHex(bytes) }
  const shown = readMessageText({ ...read, address: account.address, network, peerUrl })
  return {
    kind: 'ask',
    shown,
    payloads: [bytes],
    perform: async () => ({ signature: base58.encode(await account.sign(bytes)) }),
  }
}

async function transaction(context: Context): Promise<PreparedRequest> {
  const { success, output } = v.safeParse(TransactionParams, context.params)
  if (!success) return unfit()
  const prepared = await prepareAll({ context, ...listed(output), isSent: false })
  if (!('sign' in prepared)) return prepared
  const { sign, ...rest } = prepared
  return {
    kind: 'ask',
    ...rest,
    // Older applications insert the signature into their own transaction; newer ones take the whole.
    async perform() {
      const [signed] = await sign()
      return signed && { signature: base58.encode(signed.signature), transaction: base64.encode(signed.bytes) }
    },
  }
}

const listed = (asked: AskedTransaction) => ({
  pubkey: asked.pubkey,
  wires: ['parts' in asked ? encodeLegacyForm(asked.parts) : asked.transaction],
})

async function allTransactions(context: Context): Promise<PreparedRequest> {
  const { success, output } = v.safeParse(AllTransactionsParams, context.params)
  if (!success) return unfit()
  const { pubkey, transactions: wires } = output
  const prepared = await prepareAll({ context, pubkey, wires, isSent: false })
  if (!('sign' in prepared)) return prepared
  const { sign, ...rest } = prepared
  return {
    kind: 'ask',
    ...rest,
    perform: async () => ({ transactions: (await sign()).map(({ bytes }) => base64.encode(bytes)) }),
  }
}

async function sentTransaction(context: Context): Promise<PreparedRequest> {
  const { success, output } = v.safeParse(SendParams, context.params)
  if (!success) return unfit()
  const { pubkey, transaction: wire, sendOptions: options } = output
  const prepared = await prepareAll({ context, pubkey, wires: [wire], isSent: true })
  if (!('sign' in prepared)) return prepared
  const { sign, ...rest } = prepared
  return {
    kind: 'ask',
    ...rest,
    async perform() {
      const [signed] = await sign()
      return signed && { signature: await send({ ...context.network, signed: signed.bytes, options }) }
    },
  }
}

interface SignedTransaction {
  readonly signature: Uint8Array
  /** The whole transaction. */
  readonly bytes: Uint8Array
}

interface PreparedTransactions {
  readonly shown: ShownRequest
  readonly describe: () => Promise<ShownRequest>
  /** Signs exactly what was shown [F13]. */
  readonly sign: () => Promise<readonly SignedTransaction[]>
  readonly payloads: readonly Uint8Array[]
}

/** Reads transactions of a request, all for one account, and what they cost. */
async function prepareAll({
  context: { accounts, network, host },
  pubkey,
  wires,
  isSent,
}: {
  readonly context: Context
  readonly pubkey: string | undefined
  readonly wires: readonly Uint8Array[]
  readonly isSent: boolean
}): Promise<PreparedTransactions | PreparedRequest> {
  const decoded = wires.map(decodeTransaction)
  const signersOf = ({ message: { keys, signerCount } }: (typeof decoded)[number]) => keys.slice(0, signerCount)
  // Some applications don't say whose signature they want: then it is the first of the session's accounts that it needs.
  const wanted = pubkey ?? decoded.flatMap(signersOf).find((key) => accounts.some(({ address }) => address === key))
  const account = accounts.find(({ address }) => address === wanted)
  if (!account) return stranger
  const { address } = account
  if (!decoded.every((each) => signersOf(each).includes(address))) {
    return unfit('The transaction doesn’t need this account’s signature.')
  }
  const isMissing = (signature: Uint8Array, index: number, signers: readonly string[]) =>
    signers[index] !== address && signature.every((byte) => byte === 0)
  if (isSent && decoded.some((each) => each.signatures.some((one, index) => isMissing(one, index, signersOf(each))))) {
    return unfit('The transaction lacks other signatures, so it can’t be sent.')
  }
  const { simulate } = host.outside?.({ network, address }) ?? {}
  const describe = () => describeTransactions({ decoded, wires, address, network, simulate, isSent })
  return {
    shown: await describe(),
    describe,
    payloads: decoded.map(({ messageBytes }) => messageBytes),
    sign: () =>
      Promise.all(
        decoded.map(async (each) => {
          const signature = await account.sign(each.messageBytes)
          const place = signersOf(each).indexOf(address)
          const signatures = each.signatures.map((one, index) => (index === place ? signature : one))
          return { signature, bytes: encodeTransaction({ ...each, signatures }) }
        }),
      ),
  }
}
