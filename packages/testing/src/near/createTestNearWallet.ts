import { base64 } from '@scure/base'
import { placeAt } from '../placeAt.js'
import { createPrompts, type Prompts } from '../prompts.js'
import { invalidParams, unauthorized, unsupportedMethod } from '../providerError.js'
import type { RequestRecord } from '../requestRecord.js'
import { createRpc, isRecord } from '../rpc.js'
import { createWindowWallet, type WindowWalletState } from '../windowWallet.js'
import { announceNear, nearPageObject } from './pageObject.js'
import type { NearAction, NearSessionRequest, TestNearWallet, TestNearWalletOptions } from './testNearWallet.js'
import { type NearKey, nearKey } from './vault.js'

/** The visitor's action by each method. */
const actions: Readonly<Record<string, NearAction>> = {
  signIn: 'connect',
  signInAndSignMessage: 'connect',
  getAccounts: 'read',
  signMessage: 'sign',
  signAndSendTransaction: 'signTransaction',
  signAndSendTransactions: 'signTransaction',
}

/**
 * Makes a wallet of NEAR for tests, as NEAR Connect or `window.near` has them. It writes what it signs by itself.
 *
 * @example
 * const wallet = createTestNearWallet({ name: 'Willow', accounts: [{ key, name: 'alice.near' }], rpcUrl })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export function createTestNearWallet(options: TestNearWalletOptions): TestNearWallet {
  const { name, accounts, rpcUrl, kind = 'connect' } = options
  const keys = accounts.map(nearKey)
  const prompts = createPrompts(options.mode ?? 'auto')
  const state: WindowWalletState<NearKey> = { key: keys[0] ?? nearKey(accounts[0]), allowed: new Set() }
  return createWindowWallet({
    ...{ name, keys, state, prompts, actions, answer: answerWith({ state, prompts, rpcUrl }) },
    objectOf: (request) => nearPageObject({ request, id: name.toLowerCase(), name, kind }),
    place: (at) => (kind === 'window' ? placeAt({ ...at, path: 'near' }) : announceNear(at)),
    // The visitor comes back to the page.
    event: 'focus',
    own: {
      get accounts() {
        return [state.key.accountId]
      },
      get publicKey() {
        return state.key.publicKey
      },
      answerSession: (request: NearSessionRequest) => answerSession({ ...request, key: state.key }),
    },
  })
}

interface Inside {
  readonly state: WindowWalletState<NearKey>
  readonly prompts: Prompts
  readonly rpcUrl: string | undefined
}

/** Answers the methods of NEAR Connect; bytes are lists of numbers here. */
const answerWith =
  ({ state, prompts, rpcUrl }: Inside) =>
  async (asking: RequestRecord): Promise<unknown> => {
    const { origin, method } = asking
    const params = isRecord(asking.params) ? asking.params : {}
    const { key } = state
    const shown = { accountId: key.accountId, publicKey: key.publicKey }
    if (method === 'signIn' || method === 'signInAndSignMessage') {
      if (method !== 'signIn' || !state.allowed.has(origin)) await prompts.ask(asking)
      state.allowed.add(origin)
      if (method === 'signIn') return [shown]
      return [{ ...shown, signedMessage: await signMessage(key, params.messageParams) }]
    }
    if (method === 'getAccounts') return state.allowed.has(origin) ? [shown] : []
    if (method === 'signOut') return void state.allowed.delete(origin)
    if (!state.allowed.has(origin)) throw unauthorized()
    // Pages that know of one account needn't say which.
    if (params.signerId !== undefined && params.signerId !== key.accountId)
      throw invalidParams('The account is not the selected one.')
    await prompts.ask(asking)
    if (method === 'signMessage') return signMessage(key, params)
    if (rpcUrl === undefined) throw unsupportedMethod(method)
    if (method === 'signAndSendTransaction') return sendTransfer({ key, rpcUrl, params })
    if (method !== 'signAndSendTransactions') throw unsupportedMethod(method)
    const outcomes: unknown[] = []
    // One after the other: each has a nonce of its own.
    for (const each of Array.isArray(params.transactions) ? params.transactions : [])
      outcomes.push(await sendTransfer({ key, rpcUrl, params: each }))
    return outcomes
  }

async function signMessage(key: NearKey, params: unknown): Promise<object> {
  if (!isRecord(params)) throw invalidParams('A message was expected.')
  const { message, recipient, nonce } = params
  const { accountId, publicKey } = key
  const asked = { message: `${message}`, recipient: `${recipient}`, nonce: bytesOf(nonce) }
  return { accountId, publicKey, signature: await key.signMessage(asked) }
}

/** Makes a transaction of one transfer by itself, and sends it to its own node. @returns what the node says became of it */
async function sendTransfer({
  key,
  rpcUrl,
  params: sent,
}: {
  readonly key: NearKey
  readonly rpcUrl: string
  readonly params: unknown
}): Promise<unknown> {
  const { receiverId, actions: asked } = isRecord(sent) ? sent : {}
  const [action, ...others] = Array.isArray(asked) ? asked : []
  const { type, params } = isRecord(action) ? action : {}
  if (type !== 'Transfer' || others.length > 0 || !isRecord(params)) throw invalidParams('One transfer was expected.')
  const rpc = createRpc({ url: rpcUrl, fetch })
  const known = await rpc({
    method: 'query',
    params: {
      request_type: 'view_access_key',
      finality: 'final',
      account_id: key.accountId,
      public_key: key.publicKey,
    },
  })
  const { nonce, block_hash: blockHash } = isRecord(known) ? known : {}
  const transaction = key.transferTo({
    receiverId: `${receiverId}`,
    deposit: BigInt(`${params.deposit}`),
    nonce: Number(nonce) + 1,
    blockHash: `${blockHash}`,
  })
  const signed = base64.encode(await key.signTransaction(transaction))
  return rpc({ method: 'send_tx', params: { signed_tx_base64: signed, wait_until: 'EXECUTED_OPTIMISTIC' } })
}

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/near-rpc */
async function answerSession({
  key,
  method,
  params,
}: NearSessionRequest & { readonly key: NearKey }): Promise<unknown> {
  const { accountId, publicKey } = key
  if (method === 'near_getAccounts') return [{ accountId, publicKey }]
  if (!isRecord(params)) throw invalidParams('Parameters were expected.')
  if (method === 'near_signMessage') {
    if (params.accountId !== accountId) throw invalidParams('The account is not of this wallet.')
    return signMessage(key, params)
  }
  if (method !== 'near_signTransaction') throw unsupportedMethod(method)
  // As JSON has the bytes of a Uint8Array.
  return { ...(await key.signTransaction(bytesOf(params.transaction))) }
}

function bytesOf(value: unknown): Uint8Array {
  if (!Array.isArray(value)) throw invalidParams('Bytes were expected.')
  return Uint8Array.from(value)
}
