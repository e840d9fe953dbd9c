import { base64 } from '@scure/base'
import { countListeners } from '../countListeners.js'
import { createFaults } from '../faults.js'
import { createPages, parsePageMessage } from '../pages.js'
import { placeAt } from '../placeAt.js'
import { createPrompts, type Prompts } from '../prompts.js'
import { invalidParams, unauthorized, unsupportedMethod } from '../providerError.js'
import type { RequestRecord } from '../requestRecord.js'
import { createRequests } from '../requests.js'
import { isRecord } from '../rpc.js'
import { cosmosPageObject } from './pageObject.js'
import type { CosmosAction, TestCosmosWallet, TestCosmosWalletOptions } from './testCosmosWallet.js'
import { type CosmosKey, cosmosKey } from './vault.js'

/** The origin of pages in this process. */
const ownOrigin = 'https://dapp.test'

/** What the visitor does by each method. */
const actions: Readonly<Record<string, CosmosAction>> = {
  enable: 'connect',
  getKey: 'read',
  signArbitrary: 'sign',
  signAmino: 'signTransaction',
  signDirect: 'signTransaction',
}

/**
 * Makes a wallet of Cosmos for tests, with Keplr's API: what it signs is signed by the official library.
 *
 * @example
 * const wallet = createTestCosmosWallet({ name: 'Willow', keys: [key], chains: { 'foyer-1': 'cosmos' } })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export function createTestCosmosWallet(options: TestCosmosWalletOptions): TestCosmosWallet {
  const { name, keys, chains, path = 'keplr', event = 'keplr_keystorechange' } = options
  const prompts = createPrompts(options.mode ?? 'auto')
  const faults = createFaults()
  const state: WalletState = { key: keys[0], allowed: new Set() }
  const keyOn = (chainId: unknown): CosmosKey => {
    const prefix = typeof chainId === 'string' && Object.hasOwn(chains, chainId) ? chains[chainId] : undefined
    if (prefix === undefined) throw new Error(`There is no chain info for ${chainId}`)
    return cosmosKey({ key: state.key, prefix })
  }
  const answer = answerWith({ state, prompts, keyOn, isDevice: options.isDevice === true })
  const requests = createRequests((request) =>
    faults.run(actions[request.method] ?? request.method, () => answer(request)),
  )
  const pages = createPages({ announcements: [], injectedAs: [path] })
  const windows = new Map<EventTarget, { readonly count: () => number; readonly leave: () => void }>()
  const emit = () => {
    for (const window of windows.keys()) window.dispatchEvent(new Event(event))
    pages.emit({ type: 'event', event, value: null })
  }
  const objectFor = (origin: string = ownOrigin) =>
    cosmosPageObject({ request: (request) => requests.answerPage({ origin, ...request }) })
  const [firstChain = ''] = Object.keys(chains)
  return {
    name,
    get accounts() {
      return [keyOn(firstChain).address]
    },
    addressOn: (chainId) => keyOn(chainId).address,
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
      emit()
    },
    revoke() {
      state.allowed.clear()
      emit()
    },
    disappear() {
      requests.close()
      pages.setPresence({ announcements: [], injectedAs: [] })
      for (const { leave } of windows.values()) leave()
      emit()
    },
    answerSession: ({ chainId, method, params }) => answerSession({ key: keyOn(chainId), method, params }),
    appearIn(window, { origin } = {}) {
      const leave = placeAt({ window, path, object: objectFor(origin) })
      const counting = countListeners(window, event)
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
  key: string
  readonly allowed: Set<string>
}

interface Inside {
  readonly state: WalletState
  readonly prompts: Prompts
  /** @throws Error for a chain that the wallet doesn't know */
  readonly keyOn: (chainId: unknown) => CosmosKey
  readonly isDevice: boolean
}

/** Answers Keplr's methods; bytes are lists of numbers here. */
const answerWith =
  ({ state, prompts, keyOn, isDevice }: Inside) =>
  async (asking: RequestRecord): Promise<unknown> => {
    const { origin, method } = asking
    const params: readonly unknown[] = Array.isArray(asking.params) ? asking.params : []
    const [chainId, signer, data] = params
    if (method === 'enable') {
      for (const each of Array.isArray(chainId) ? chainId : [chainId]) keyOn(each)
      if (!state.allowed.has(origin)) await prompts.ask(asking)
      state.allowed.add(origin)
      return undefined
    }
    if (method === 'disable') {
      state.allowed.delete(origin)
      return undefined
    }
    if (!state.allowed.has(origin)) throw unauthorized()
    const key = keyOn(chainId)
    if (method === 'getKey')
      return {
        name: 'Test',
        algo: 'secp256k1',
        pubKey: [...key.publicKey],
        bech32Address: key.address,
        isNanoLedger: isDevice,
      }
    if (signer !== key.address) throw new Error('Signer mismatched')
    await prompts.ask(asking)
    if (method === 'signArbitrary' && typeof data === 'string') return key.signArbitrary(data)
    if (method === 'signAmino') return key.signAmino(data)
    if (method === 'signDirect' && isRecord(data) && !isDevice) {
      const doc = { ...data, bodyBytes: bytesOf(data.bodyBytes), authInfoBytes: bytesOf(data.authInfoBytes) }
      const signature = await key.signDirect({
        ...doc,
        chainId: `${data.chainId}`,
        accountNumber: `${data.accountNumber}`,
      })
      return { signed: data, signature }
    }
    throw unsupportedMethod(method)
  }

function bytesOf(value: unknown): Uint8Array {
  if (!Array.isArray(value)) throw invalidParams('Bytes were expected.')
  return Uint8Array.from(value)
}

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/cosmos-rpc */
async function answerSession({
  key,
  method,
  params,
}: {
  readonly key: CosmosKey
  readonly method: string
  readonly params: unknown
}): Promise<unknown> {
  if (method === 'cosmos_getAccounts')
    return [{ algo: 'secp256k1', address: key.address, pubkey: base64.encode(key.publicKey) }]
  if (!isRecord(params) || params.signerAddress !== key.address)
    throw invalidParams('The account is not of this wallet.')
  const { signDoc } = params
  if (method === 'cosmos_signAmino') {
    const { signed, signature } = await key.signAmino(signDoc)
    return { signed, signature }
  }
  if (method !== 'cosmos_signDirect' || !isRecord(signDoc)) throw unsupportedMethod(method)
  const doc = {
    bodyBytes: base64.decode(`${signDoc.bodyBytes}`),
    authInfoBytes: base64.decode(`${signDoc.authInfoBytes}`),
    chainId: `${signDoc.chainId}`,
    accountNumber: `${signDoc.accountNumber}`,
  }
  return { signature: await key.signDirect(doc) }
}
