import { base64 } from '@scure/base'
import { countListeners } from '../countListeners.js'
import { createFaults } from '../faults.js'
import { createPages, parsePageMessage } from '../pages.js'
import { placeAt } from '../placeAt.js'
import { createPrompts, type Prompts } from '../prompts.js'
import { invalidParams, unauthorized, unsupportedMethod } from '../providerError.js'
import type { RequestRecord } from '../requestRecord.js'
import { createRequests } from '../requests.js'
import { createRpc, isRecord } from '../rpc.js'
import { announceNear, nearPageObject } from './pageObject.js'
import type { NearAction, TestNearWallet, TestNearWalletOptions } from './testNearWallet.js'
import { type NearKey, nearKey } from './vault.js'

/** The origin of pages in this process. */
const ownOrigin = 'https://dapp.test'

/** What the visitor does by each method. */
const actions: Readonly<Record<string, NearAction>> = {
  signIn: 'connect',
  getAccounts: 'read',
  signMessage: 'sign',
  signAndSendTransaction: 'signTransaction',
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
  const faults = createFaults()
  const state: WalletState = { key: keys[0] ?? nearKey(accounts[0]), allowed: new Set() }
  const answer = answerWith({ state, prompts, rpcUrl })
  const requests = createRequests((request) =>
    faults.run(actions[request.method] ?? request.method, () => answer(request)),
  )
  const pages = createPages({ announcements: [], injectedAs: [kind] })
  const windows = new Map<EventTarget, { readonly count: () => number; readonly leave: () => void }>()
  /** The visitor comes back to the page. */
  const comeBack = () => {
    for (const window of windows.keys()) window.dispatchEvent(new Event('focus'))
    pages.emit({ type: 'event', event: 'focus', value: null })
  }
  const id = name.toLowerCase()
  const objectFor = (origin: string = ownOrigin) =>
    nearPageObject({ request: (request) => requests.answerPage({ origin, ...request }), id, name, kind })
  return {
    name,
    get accounts() {
      return [state.key.accountId]
    },
    get publicKey() {
      return state.key.publicKey
    },
    objectFor,
    requests: requests.records,
    nextRequest: requests.next,
    get pending() {
      return prompts.pending
    },
    get promptCount() {
      return prompts.count
    },
    get listenerCount() {
      return [...windows.values()].reduce((sum, { count }) => sum + count(), 0)
    },
    setMode: prompts.setMode,
    next(wanted) {
      for (const [action, fault] of Object.entries(wanted)) faults.add(action, { with: fault, times: 1 })
    },
    fail: faults.add,
    release: faults.release,
    switchAccount(index) {
      const selected = keys[index]
      if (!selected) throw new Error(`${name} has ${keys.length} accounts, none at ${index}.`)
      state.key = selected
      comeBack()
    },
    revoke() {
      state.allowed.clear()
      comeBack()
    },
    disappear() {
      requests.close()
      pages.setPresence({ announcements: [], injectedAs: [] })
      for (const { leave } of windows.values()) leave()
      comeBack()
    },
    answerSession: (request) => answerSession({ ...request, key: state.key }),
    appearIn(window, { origin } = {}) {
      const object = objectFor(origin)
      const leave = kind === 'window' ? placeAt({ window, path: 'near', object }) : announceNear({ window, object })
      const counting = countListeners(window, 'focus')
      windows.set(window, { leave, count: counting.count })
      return () => {
        leave()
        counting.stop()
        windows.delete(window)
      }
    },
    async serve({ message, ...place }) {
      const parsed = parsePageMessage(message)
      if (parsed.type === 'next') return pages.next({ id: parsed.page, place })
      if (parsed.type === 'request')
        return requests.answerPage({ origin: place.origin, method: parsed.method, params: parsed.params })
      return null
    },
  }
}

interface WalletState {
  /** The selected one. */
  key: NearKey
  readonly allowed: Set<string>
}

interface Inside {
  readonly state: WalletState
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
    const shown = [{ accountId: key.accountId, publicKey: key.publicKey }]
    if (method === 'signIn') {
      if (!state.allowed.has(origin)) await prompts.ask(asking)
      state.allowed.add(origin)
      return shown
    }
    if (method === 'getAccounts') return state.allowed.has(origin) ? shown : []
    if (method === 'signOut') return void state.allowed.delete(origin)
    if (!state.allowed.has(origin)) throw unauthorized()
    if (params.signerId !== key.accountId) throw invalidParams('The account is not the selected one.')
    await prompts.ask(asking)
    if (method === 'signMessage') return signMessage(key, params)
    if (method !== 'signAndSendTransaction' || rpcUrl === undefined) throw unsupportedMethod(method)
    return sendTransfer({ key, rpcUrl, params })
  }

async function signMessage(key: NearKey, params: Readonly<Record<string, unknown>>): Promise<object> {
  const { message, recipient, nonce } = params
  const { accountId, publicKey } = key
  const asked = { message: `${message}`, recipient: `${recipient}`, nonce: bytesOf(nonce) }
  return { accountId, publicKey, signature: await key.signMessage(asked) }
}

/** Makes a transaction of one transfer by itself, and sends it to its own node. @returns what the node says became of it */
async function sendTransfer({
  key,
  rpcUrl,
  params: { receiverId, actions: asked },
}: {
  readonly key: NearKey
  readonly rpcUrl: string
  readonly params: Readonly<Record<string, unknown>>
}): Promise<unknown> {
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
}: {
  readonly key: NearKey
  readonly method: string
  readonly params: unknown
}): Promise<unknown> {
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
