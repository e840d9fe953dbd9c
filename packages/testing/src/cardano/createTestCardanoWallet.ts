import { placeAt } from '../placeAt.js'
import { createPrompts, type Prompts } from '../prompts.js'
import { invalidParams, ProviderError, unauthorized, unsupportedMethod } from '../providerError.js'
import type { RequestRecord } from '../requestRecord.js'
import { createWindowWallet, type WindowWalletState } from '../windowWallet.js'
import { cardanoPageObject } from './pageObject.js'
import type {
  CardanoAction,
  CardanoSessionRequest,
  TestCardanoWallet,
  TestCardanoWalletOptions,
} from './testCardanoWallet.js'
import type { CardanoKey } from './vault.js'

/** The visitor's action by each method. */
const actions: Readonly<Record<string, CardanoAction>> = {
  enable: 'connect',
  getUsedAddresses: 'read',
  signData: 'sign',
  signTx: 'signTransaction',
}

/**
 * Returns the event that says to the wallet's own objects in pages that it is another; one without events waits for the
 * visitor to come back.
 */
export const changedEvent = ({ hasEvents = false }: Pick<TestCardanoWalletOptions, 'hasEvents'>): string =>
  hasEvents ? 'foyer-test-cardano' : 'focus'

/**
 * Makes a wallet of Cardano for tests, as CIP-30 has it: what it signs is signed by StricaHQ's libraries.
 *
 * @example
 * const wallet = await createTestCardanoWallet({ name: 'Willow', accounts: [{ key }] })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export async function createTestCardanoWallet(options: TestCardanoWalletOptions): Promise<TestCardanoWallet> {
  const { name, accounts, id = name.toLowerCase(), hasEvents = false } = options
  // The libraries are large: who makes no such wallet doesn't load them.
  const { cardanoKey } = await import('./vault.js')
  const keys = accounts.map(cardanoKey)
  const [first] = keys
  if (!first) throw new Error('A wallet has an account.')
  const prompts = createPrompts(options.mode ?? 'auto')
  const state: State = { key: first, allowed: new Set(), network: options.network ?? 0 }
  const event = changedEvent(options)
  const inside = { state, prompts, options }
  const wallet = createWindowWallet({
    ...{ name, keys, state, prompts, actions, answer: answerWith(inside), event },
    objectOf: (request) =>
      cardanoPageObject({
        ...{ request, name, event: hasEvents ? event : undefined },
        window: typeof window === 'undefined' ? new EventTarget() : window,
      }),
    place: (at) => placeAt({ ...at, path: `cardano.${id}` }),
    own: {
      get accounts() {
        return [state.key.writtenOn(state.network)]
      },
      get sessionAccount() {
        return [state.key.writtenOn(state.network), state.key.stakeOn(state.network)].filter(Boolean).join('-')
      },
      switchNetwork(network: 0 | 1) {
        state.network = network
        const at = keys.indexOf(state.key)
        wallet.switchAccount(at)
      },
      answerSession: async ({ method, params }: CardanoSessionRequest) => {
        if (!Array.isArray(params)) throw invalidParams('That is no request.')
        return answer(inside, method.replace(/^cardano_/, ''), params)
      },
    },
  })
  return wallet
}

interface State extends WindowWalletState<CardanoKey> {
  network: 0 | 1
}

interface Inside {
  readonly state: State
  readonly prompts: Prompts
  readonly options: TestCardanoWalletOptions
}

/** Answers the methods of CIP-30. */
const answerWith =
  (inside: Inside) =>
  async (asking: RequestRecord): Promise<unknown> => {
    const { state, prompts } = inside
    const { origin, method, params } = asking
    if (method === 'isEnabled') return state.allowed.has(origin)
    if (method === 'enable') {
      if (!state.allowed.has(origin)) await prompts.ask(asking)
      state.allowed.add(origin)
      return undefined
    }
    if (!state.allowed.has(origin)) throw unauthorized()
    if (method === 'signData' || method === 'signTx') await prompts.ask(asking)
    return answer(inside, method, Array.isArray(params) ? params : [])
  }

async function answer(
  { state: { key, network }, options: { url, hashes = false } }: Inside,
  method: string,
  [first, second]: readonly unknown[],
): Promise<unknown> {
  if (method === 'getNetworkId') return network
  if (method === 'getUsedAddresses') return [key.addressOn(network)]
  if (method === 'getChangeAddress') return key.addressOn(network)
  if (method === 'getRewardAddresses') return [key.rewardOn(network)].filter(Boolean)
  // It has one address, and keeps nothing apart for scripts.
  if (method === 'getUnusedAddresses' || method === 'getCollateral') return []
  if (method === 'getUtxos') return outputsOf({ url, address: key.writtenOn(network) })
  if (method === 'getBalance') {
    const { heldOf } = await import('./heldOf.js')
    return heldOf(await outputsOf({ url, address: key.writtenOn(network) }))
  }
  if (typeof first !== 'string')
    throw method in answered ? invalidParams('That is no request.') : unsupportedMethod(method)
  if (method === 'signTx') return key.signTransaction(first)
  if (method === 'submitTx') return submit({ url, transaction: first })
  if (method !== 'signData' || typeof second !== 'string') throw unsupportedMethod(method)
  return key.signData({ address: first, payload: second, network, hashes })
}

const answered = { signTx: true, signData: true, submitTx: true }

interface AtNode {
  readonly url: string | undefined
}

async function outputsOf({ url, address }: AtNode & { readonly address: string }): Promise<readonly string[]> {
  if (url === undefined) return []
  const found: readonly string[] = await (await fetch(`${url}/local/utxos/${address}`)).json()
  return found
}

/** The standard's own number for a transaction that couldn't be sent. */
const failure = 2

/** Hands a signed transaction to the node. @returns its hash */
async function submit({ url, transaction }: AtNode & { readonly transaction: string }): Promise<unknown> {
  if (url === undefined) throw new ProviderError({ code: failure, message: 'The wallet has no node.' })
  const body = Buffer.from(transaction, 'hex')
  const headers = { 'content-type': 'application/cbor' }
  const answer = await fetch(`${url}/submittx`, { method: 'POST', headers, body })
  const said: unknown = await answer.json()
  if (!answer.ok) throw new ProviderError({ code: failure, message: String(said) })
  return said
}
