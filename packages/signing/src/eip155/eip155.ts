import * as v from 'valibot'
import type { Hex, LocalAccount } from 'viem'
import type { AskedRequest, FamilyHost, PreparedRequest, WalletFamily } from '../family.js'
import type { Keyring } from '../keyring.js'
import type { WalletNetwork } from '../network.js'
import { type Methods, prepareBy, stranger, unfit } from '../prepare.js'
import { type Accounts, createAccounts, readPrivateKey } from './accounts.js'
import { balanceOf, type FilledTransaction, fillTransaction, numberOf, send } from './chain.js'
import { addChain, switchChain } from './networkRequests.js'
import { readMessage } from './readMessage.js'
import { readTransaction } from './readTransaction.js'
import { readTypedData } from './readTypedData.js'
import { AddressText, CapabilitiesParams, MessageParams, TransactionParams, TypedDataParams } from './requestParams.js'

/** The dependencies of a request: the accounts, the wallet, and the session's network. */
interface Context extends AskedRequest {
  readonly keyring: Keyring
  readonly host: FamilyHost
  readonly network: WalletNetwork
  readonly accounts: Accounts
}

/** Each method that is granted, and how it is prepared. */
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
  wallet_getCapabilities: capabilities,
}

/** EVM chains. */
export function createEip155(): WalletFamily {
  const accounts = createAccounts()
  return {
    name: 'eip155',
    label: 'EVM',
    methods: Object.keys(methods),
    events: ['accountsChanged', 'chainChanged'],
    readKey: readPrivateKey,
    addresses: ({ keyring }) => accounts.addresses(keyring),
    async balance({ address, network }) {
      const value = await balanceOf({ network, address: v.parse(AddressText, address) })
      return { value, ...network.currency }
    },
    prepare: (request, { keyring, host }) =>
      prepareBy({ methods, request, host, contextOn: (network) => ({ ...request, keyring, host, network, accounts }) }),
    chainChanged: numberOf,
    async signSignIn({ keyring, address, text }) {
      const account = accounts.account({ keyring, address })
      return account && { type: 'eip191', signature: await account.signMessage({ message: text }) }
    },
  }
}

/** The key for an address, if it is one that the session was granted. */
function granted({ addresses, accounts, keyring }: Context, address: string): LocalAccount | undefined {
  const isGranted = addresses.some((each) => each.toLowerCase() === address.toLowerCase())
  return isGranted ? accounts.account({ keyring, address }) : undefined
}

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
  return { kind: 'ask', shown, perform: () => asked.account.signMessage({ message: signable }) }
}

function typedData(context: Context): PreparedRequest {
  const { success, output } = v.safeParse(TypedDataParams, context.params)
  if (!success) return unfit()
  const [address, data] = output
  const account = granted(context, address)
  if (!account) return stranger
  const read = readTypedData({ data, address: account.address, network: context.network })
  if (read.status === 'unreadable') return unfit(read.why)
  return { kind: 'ask', shown: read.shown, perform: () => account.signTypedData(read.signable) }
}

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
  const [filled, balance] = await Promise.all([
    fillTransaction({ network, asked }),
    balanceOf({ network, address: asked.from }),
  ])
  return {
    kind: 'ask',
    shown: readTransaction({ transaction: filled, network, balance, isSent }),
    // The very transaction that was shown, with its fee and its nonce [F13].
    async perform() {
      const whole = await signTransaction({ account, transaction: filled })
      return isSent ? send({ network, signed: whole }) : whole
    },
  }
}

/** EIP-5792: no atomic batches. */
function capabilities(context: Context): PreparedRequest {
  const { success, output } = v.safeParse(CapabilitiesParams, context.params)
  if (!success) return unfit()
  const [address, chains] = output
  if (!granted(context, address)) return stranger
  const all = context.host.networks().map(({ chainId }) => chainId)
  const result = Object.fromEntries(
    all
      .filter((chainId) => chainId.startsWith('eip155:') && (chains?.includes(chainId) ?? true))
      .map((chainId) => [`0x${numberOf(chainId).toString(16)}`, { atomic: { status: 'unsupported' } }]),
  )
  return { kind: 'answer', result }
}

/** Signs a transaction unchanged. */
export function signTransaction({
  account,
  transaction: { chainId, to, value, data, gas, nonce, price },
}: {
  readonly account: LocalAccount
  readonly transaction: FilledTransaction
}): Promise<Hex> {
  return account.signTransaction({ chainId, value, data, gas, nonce, ...(to ? { to } : {}), ...price })
}
