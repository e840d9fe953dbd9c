import { readTypedAmount } from '@foyer/core/chain'
import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import { bytesToHex } from 'viem'
import type { PreparedRequest, PrepareFor, SigningAccount, WalletFamily } from '../family.js'
import { type Methods, prepareBy, stranger, unfit } from '../prepare.js'
import { knowing, recheckOf, withSimulation } from '../readSimulation.js'
import { remembering } from '../reads.js'
import { createAccounts, readPrivateKey } from './accounts.js'
import { callsStatus, capabilities, sendCalls, showCallsStatus } from './batch.js'
import { balanceOf, feeOf, fillAnyway, numberOf, send } from './chain.js'
import { type Context, granted, isAt, isOfOwnCode, ownCode } from './context.js'
import { describeTypedData } from './describeTypedData.js'
import { gasOf, judgeFee, namesFee } from './fees.js'
import { promisedBy, sending } from './flow.js'
import { mostGivenWarnings } from './mostGiven.js'
import { addChain, switchChain } from './networkRequests.js'
import { readGasPrice } from './nodeReads.js'
import { assertHashable, messagePayload, signedTransaction, transactionPayload, typedDataPayload } from './payloads.js'
import { readOne } from './readCalls.js'
import { readMessage } from './readMessage.js'
import { readTransaction } from './readTransaction.js'
import {
  AddressText,
  type AskedTransaction,
  type AskedTypedData,
  MessageParams,
  TransactionParams,
  TypedDataParams,
} from './requestParams.js'
import { approvalOf } from './tokenCalls.js'

/** Each method, and how it is prepared. */
const methods: Methods<Context> = {
  eth_accounts: ({ addresses }) => ({ kind: 'answer', result: addresses }),
  eth_requestAccounts: ({ addresses }) => ({ kind: 'answer', result: addresses }),
  personal_sign: message,
  eth_signTypedData: typedData,
  eth_signTypedData_v4: typedData,
  eth_sendTransaction: (context) => transaction(context, true),
  eth_signTransaction: (context) => transaction(context, false),
  wallet_switchEthereumChain: switchChain,
  wallet_addEthereumChain: addChain,
}

const prepareWith =
  (known: Methods<Context>): PrepareFor =>
  (request, { accounts, host }) =>
    prepareBy({ methods: known, request, host, contextOn: (network) => ({ ...request, host, network, accounts }) })

/** Prepares a request of EVM's for accounts whose keys are elsewhere. */
export const prepareEip155: PrepareFor = (request, context) => prepareWith(methods)(request, context)

/** EVM chains. */
export function createEip155(): WalletFamily {
  const accountsOf = createAccounts()
  // A wallet that takes calls in batches says what it can do (EIP-5792).
  const known: Methods<Context> = {
    ...methods,
    wallet_getCapabilities: capabilities,
    wallet_sendCalls: sendCalls,
    wallet_getCallsStatus: callsStatus,
    wallet_showCallsStatus: showCallsStatus,
  }
  const prepare = prepareWith(known)
  return {
    name: 'eip155',
    label: 'EVM',
    methods: Object.keys(known),
    events: ['accountsChanged', 'chainChanged'],
    readKey: readPrivateKey,
    addresses: ({ keyring }) => accountsOf(keyring).map(({ address }) => address),
    async balance({ address, network }) {
      const value = await balanceOf({ network, address: v.parse(AddressText, address) })
      return { value, ...network.currency }
    },
    prepare: (request, { keyring, host }) => prepare(request, { accounts: accountsOf(keyring), host }),
    chainChanged: numberOf,
    async signSignIn({ keyring, address, text }) {
      const account = accountsOf(keyring).find(isAt(address))
      return account && { type: 'eip191', signature: bytesToHex(await account.sign(messagePayload(text))) }
    },
  }
}

/** A signature of bytes as EVM's wallets answer it. */
const signs = (account: SigningAccount, payload: Uint8Array) => ({
  payloads: [payload],
  perform: async () => bytesToHex(await account.sign(payload)),
})

function message(context: Context): PreparedRequest {
  const { params, network, peerUrl } = context
  // Some pages swap the parameters: the address is the one of the session.
  const swapped = Array.isArray(params) ? [params[1], params[0], ...params.slice(2)] : params
  const read = [params, swapped].flatMap((each) => {
    const { success, output } = v.safeParse(MessageParams, each)
    const account = success ? granted(context, output[1]) : undefined
    return success && account ? [{ text: output[0], account }] : []
  })
  const [asked] = read
  if (!asked) return v.is(MessageParams, params) ? stranger : unfit()
  const { signable, shown } = readMessage({
    message: asked.text,
    address: asked.account.address,
    network,
    peerUrl,
  })
  return { kind: 'ask', shown, ...signs(asked.account, messagePayload(signable)) }
}

async function typedData(context: Context): Promise<PreparedRequest> {
  const { params, network } = context
  const { success, output } = v.safeParse(TypedDataParams, params)
  if (!success) return unfit()
  const [address, data] = output
  const account = granted(context, address)
  if (!account) return stranger
  const now = secondsNow()
  const { descriptorsOf } = context.host.outside?.({ network, address }) ?? {}
  const on = remembering(network)
  const describe = () => describeTypedData({ data, address, network: on, now, descriptorsOf, assertHashable })
  const read = await describe()
  if (read.status === 'unreadable') return unfit(read.why)
  // What hands the account over is asked for by the wallet's own pages alone.
  if (isOfWholeAccount({ data: read.signable, address })) {
    return unfit('The wallet doesn’t sign what lets others act in the account’s name.')
  }
  // A wallet signs for the chain that it is on (EIP-712).
  if (read.on !== on) return unfit(`The typed data is for another chain, not for ${network.name}.`)
  return {
    kind: 'ask',
    shown: read.shown,
    async describe() {
      const again = await describe()
      return again.status === 'unreadable' ? read.shown : again.shown
    },
    ...signs(account, typedDataPayload(read.signable)),
  }
}

/** Whether others could act for all of an account by it: in its name, or by a contract's code that it has. */
const isOfWholeAccount = ({
  data: { primaryType, domain, types },
  address,
}: {
  readonly data: AskedTypedData
  readonly address: string
}): boolean =>
  primaryType === 'PackedUserOperation' ||
  (primaryType === 'Delegation' && !isOfVotes(types.Delegation)) ||
  String(domain.verifyingContract).toLowerCase() === address.toLowerCase()

/** A token's votes are handed over by data of the same name (ERC-5805), whose type is another: none that hands an account over is signed by it. */
const isOfVotes = (fields: AskedTypedData['types'][string] = []): boolean =>
  fields.map(({ name, type }) => `${type} ${name}`).join() === 'address delegatee,uint256 nonce,uint256 expiry'

async function transaction(context: Context, isSent: boolean): Promise<PreparedRequest> {
  const { network } = context
  const { success, output } = v.safeParse(TransactionParams, context.params)
  if (!success) return unfit()
  const [asked] = output
  const account = granted(context, asked.from)
  if (!account) return stranger
  if (asked.chainId !== undefined && Number(asked.chainId) !== numberOf(network.chainId)) {
    return unfit(`The transaction is for the chain ${asked.chainId}, not for ${network.name}.`)
  }
  if (isOfOwnCode(asked, account.address)) return unfit(ownCode)
  return prepareTransaction({ context, account, asked, isSent })
}

const secondsNow = (): bigint => BigInt(Math.floor(Date.now() / 1_000))

interface Sending {
  readonly context: Context
  readonly account: SigningAccount
  readonly asked: AskedTransaction
  readonly isSent: boolean
}

async function prepareTransaction({ context, account, asked, isSent }: Sending): Promise<PreparedRequest> {
  const { host } = context
  const network = remembering(context.network)
  const { to, from, value = 0n, data = '0x' } = asked
  const { simulate, descriptorsOf } = host.outside?.({ network, address: from }) ?? {}
  const carriedOut = () => simulate?.({ calls: [{ to, value: `${value}`, data }], isAtomic: true })
  const reading = (on: WalletNetwork) =>
    to && data !== '0x' ? readOne({ to, from, value, data, network: on, descriptorsOf, now: secondsNow() }) : undefined
  const finding = async () => {
    const [read, simulation, gasPrice] = await Promise.all([
      reading(network),
      carriedOut(),
      namesFee(asked) ? readGasPrice(network) : undefined,
    ])
    const on = knowing(network, simulation)
    const call = on === network ? read : await reading(on)
    const moves = data === '0x' ? sending({ value, to, from, network }) : call?.flow
    return { call, moves, most: await mostGivenWarnings({ moves, from, network }), simulation, gasPrice }
  }
  const [{ transaction: filled, isExpectedToFail, estimate }, balance, first] = await Promise.all([
    fillAnyway({ network, asked }),
    balanceOf({ network, address: from }),
    finding(),
  ])
  const anew = (other: AskedTransaction) => prepareTransaction({ context, account, asked: other, isSent })
  const shownBy = ({ call, moves, most, simulation, gasPrice }: typeof first) => {
    const { decimals } = network.currency
    const { isHigh } = judgeFee({ asked, gas: gasOf(simulation) ?? estimate, gasPrice, decimals })
    const shown = readTransaction({
      ...{ transaction: filled, fee: feeOf(filled), isFeeHigh: isHigh, isExpectedToFail, network, balance },
      ...{ call, isSent },
    })
    return withSimulation({
      shown: { ...shown, warnings: [...shown.warnings, ...most] },
      ...{ simulation, network, isRead: data === '0x' || call !== undefined },
      promised: moves && promisedBy(moves),
    })
  }
  const payload = transactionPayload(filled)
  const recheckBy = ({ simulation }: typeof first) => recheckOf({ simulation, carriedOut, anew: () => anew(asked) })
  // A slow node may say only later what there is to take.
  let limitless = first.call?.limitless
  let recheck = recheckBy(first)
  return {
    kind: 'ask',
    shown: shownBy(first),
    // The same transaction, by what is answered by then.
    async describe() {
      const found = await finding()
      if (found.simulation !== first.simulation) recheck = recheckBy(found)
      limitless = found.call?.limitless ?? limitless
      return shownBy(found)
    },
    payloads: [payload],
    recheck: () => recheck(),
    // The visitor's own choice: it is shown, and approved, as any other request is [F13].
    async limitTo(amount: string) {
      if (!limitless) return anew(asked)
      const { spender, decimals } = limitless
      const read = readTypedAmount({ text: amount, decimals })
      return anew(read ? { ...asked, data: approvalOf(spender, read.value) } : asked)
    },
    // The very transaction that was shown, with its fee and its nonce [F13].
    async perform() {
      const whole = signedTransaction({ transaction: filled, signature: await account.sign(payload) })
      return isSent ? send({ network, signed: whole }) : whole
    },
  }
}
