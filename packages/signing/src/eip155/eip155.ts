import * as v from 'valibot'
import { bytesToHex } from 'viem'
import { numberOf } from '../contracts/chainNumber.js'
import { delegationManager } from '../delegate.js'
import type { AskedRequest, FamilyHost, PreparedRequest, PrepareFor, SigningAccount, WalletFamily } from '../family.js'
import { type Methods, prepareBy, stranger, unfit } from '../prepare.js'
import { remembering } from '../reads.js'
import { createAccounts, readPrivateKey } from './accounts.js'
import { sendCalls } from './batch.js'
import { callsStatus, capabilities, showCallsStatus } from './batchStatus.js'
import { balanceOf } from './chain.js'
import { type Context, granted, isAt } from './context.js'
import { describeTypedData } from './describeTypedData.js'
import { addChain, switchChain } from './networkRequests.js'
import { assertHashable, messagePayload, typedDataPayload } from './payloads.js'
import { readMessage } from './readMessage.js'
import { AddressText, type AskedTypedData, MessageParams, TypedDataParams } from './requestParams.js'
import { secondsNow, transaction } from './transaction.js'

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
  wallet_getCapabilities: capabilities,
  wallet_sendCalls: sendCalls,
  wallet_getCallsStatus: callsStatus,
  wallet_showCallsStatus: showCallsStatus,
}

/** Loads what reads, describes and ends permissions with the first request for one. */
const ofPermissions =
  (name: Exclude<keyof typeof import('./permissions/permissions.js'), 'chainOf'>) => async (context: Context) =>
    (await import('./permissions/permissions.js'))[name](context)

/** Those of permissions, which a wallet has that keeps what it grants: what is granted, and could be; below what grants or ends one, on the permission's own network. */
const permissionReads: Methods<Context> = {
  wallet_getGrantedExecutionPermissions: ofPermissions('grantedPermissions'),
  wallet_getSupportedExecutionPermissions: ofPermissions('supportedPermissions'),
}
const permissionChanges: Methods<Context> = {
  wallet_grantPermissions: ofPermissions('grantPermissions'),
  wallet_requestExecutionPermissions: ofPermissions('requestPermissions'),
  wallet_revokeExecutionPermission: ofPermissions('revokePermission'),
  wallet_revokePermissions: ofPermissions('revokePermissions'),
}

const allMethods: Methods<Context> = { ...methods, ...permissionReads, ...permissionChanges }

/** Prepares a request of EVM's for accounts whose keys may be elsewhere: one of a permission is read on the permission's network, whichever is in use. */
export const prepareEip155: PrepareFor = async (asked, { accounts, host }) => {
  const chainId = await ownChainOf(asked, host)
  const request = chainId === undefined ? asked : { ...asked, chainId }
  return prepareBy({
    ...{ methods: allMethods, request, host },
    contextOn: (network) => ({ ...request, host, network, accounts }),
  })
}

async function ownChainOf({ method, params }: AskedRequest, host: FamilyHost): Promise<string | undefined> {
  if (!host.grants || !Object.hasOwn(permissionChanges, method)) return undefined
  const { chainOf } = await import('./permissions/permissions.js')
  // A node that doesn't answer is said where the request is prepared.
  return chainOf({ method, params, host }).catch(() => undefined)
}

/** EVM chains. */
export function createEip155(): WalletFamily {
  const accountsOf = createAccounts()
  return {
    name: 'eip155',
    label: 'EVM',
    methods: Object.keys(methods),
    events: ['accountsChanged', 'chainChanged'],
    readKey: readPrivateKey,
    addresses: ({ keyring }) => accountsOf(keyring).map(({ address }) => address),
    async balance({ address, network }) {
      const value = await balanceOf({ network, address: v.parse(AddressText, address) })
      return { value, ...network.currency }
    },
    prepare: (request, { keyring, host }) => prepareEip155(request, { accounts: accountsOf(keyring), host }),
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

/** Whether others could act for all of an account by it: in its name, or by a contract's code that it has, or what redeems its delegations. */
const isOfWholeAccount = ({
  data: { primaryType, domain, types },
  address,
}: {
  readonly data: AskedTypedData
  readonly address: string
}): boolean =>
  primaryType === 'PackedUserOperation' ||
  (primaryType === 'Delegation' && !isOfVotes(types.Delegation)) ||
  [address, delegationManager].some((each) => String(domain.verifyingContract).toLowerCase() === each.toLowerCase())

/** A token's votes are handed over by data of the same name (ERC-5805), whose type is another: none that hands an account over is signed by it. */
const isOfVotes = (fields: AskedTypedData['types'][string] = []): boolean =>
  fields.map(({ name, type }) => `${type} ${name}`).join() === 'address delegatee,uint256 nonce,uint256 expiry'
