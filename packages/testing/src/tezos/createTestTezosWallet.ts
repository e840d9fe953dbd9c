import type { PageAnswer } from '../pageWallet.js'
import { createPrompts, type Prompts } from '../prompts.js'
import { invalidParams, unauthorized, unsupportedMethod } from '../providerError.js'
import type { RequestRecord } from '../requestRecord.js'
import { isRecord } from '../rpc.js'
import { createWindowWallet, type PageRequest, type WindowWalletState } from '../windowWallet.js'
import type { Posted } from './beaconPeer.js'
import { placeTezos, tezosPageObject } from './pageObject.js'
import type { TestTezosWallet, TestTezosWalletOptions, TezosAction, TezosSessionRequest } from './testTezosWallet.js'
import type { TezosKey } from './vault.js'

/** The visitor's action by each method. */
const actions: Readonly<Record<string, TezosAction>> = {
  permission_request: 'connect',
  sign_payload_request: 'sign',
  operation_request: 'send',
}

/** By which name a wallet answers in pages. */
export const extensionIdOf = (name: string): string => `test-${name.toLowerCase().replace(/\W+/g, '-')}`

/**
 * Makes a wallet of Tezos for tests, as extensions that speak Beacon are: what it signs is signed by the official library.
 *
 * @example
 * const wallet = await createTestTezosWallet({ name: 'Willow', accounts: [{ key }], nodeUrl })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export async function createTestTezosWallet(options: TestTezosWalletOptions): Promise<TestTezosWallet> {
  const { name, accounts, nodeUrl } = options
  // The libraries are large: who makes no such wallet doesn't load them.
  const [{ tezosKey }, { createBeaconPeer }] = await Promise.all([import('./vault.js'), import('./beaconPeer.js')])
  const keys = await Promise.all(accounts.map(tezosKey))
  const [first] = keys
  if (!first) throw new Error('A wallet has an account.')
  const prompts = createPrompts(options.mode ?? 'auto')
  const state: WindowWalletState<TezosKey> = { key: first, allowed: new Set() }
  const extensionId = extensionIdOf(name)
  const peer = await createBeaconPeer({ name, shown: () => (state.allowed.size > 0 ? shownOf(state.key) : undefined) })
  /** Opens the sealed message that a page posts: what is asked of the wallet is what stands in it. */
  const over =
    (answer: (asked: PageRequest) => Promise<PageAnswer>) =>
    async ({
      params: data,
    }: PageRequest): Promise<{ readonly type: 'result'; readonly result: readonly Posted[] }> => ({
      type: 'result',
      result: await peer.receive({ data, answer }),
    })
  const wallet = createWindowWallet({
    ...{ name, keys, state, prompts, actions, answer: answerWith({ state, prompts, nodeUrl }) },
    objectOf: (request) => tezosPageObject({ request: over(request), id: extensionId, name }),
    place: placeTezos,
    // A bare one: by it the content script asks what the wallet says by itself.
    event: 'message',
    own: {
      extensionId,
      get accounts() {
        return [state.key.address]
      },
      answerSession: async (request: TezosSessionRequest) => answerSession({ ...request, key: state.key, nodeUrl }),
    },
  })
  const { serve } = wallet
  return Object.assign(wallet, {
    serve: async ({ message, ...place }: Parameters<typeof serve>[0]) => {
      const isSealed = isRecord(message) && message.type === 'request'
      if (!isSealed) return serve({ ...place, message })
      const answer = async (asked: PageRequest) =>
        answerIn(await serve({ ...place, message: { type: 'request', ...asked } }))
      return over(answer)({ method: 'beacon', params: message.params })
    },
  })
}

const shownOf = ({ address, publicKey }: TezosKey) => ({ address, publicKey })

/** Returns the wallet's answer, as it is served to pages. */
function answerIn(served: unknown): PageAnswer {
  const isAnswer = (each: unknown): each is PageAnswer => isRecord(each) && typeof each.type === 'string'
  return isAnswer(served) ? served : { type: 'thrown', thrown: served }
}

interface Inside {
  readonly state: WindowWalletState<TezosKey>
  readonly prompts: Prompts
  readonly nodeUrl: string | undefined
}

/** Answers what a page asks by Beacon. */
const answerWith =
  ({ state, prompts, nodeUrl }: Inside) =>
  async (asking: RequestRecord): Promise<unknown> => {
    const { origin, method } = asking
    const params = isRecord(asking.params) ? asking.params : {}
    const { key } = state
    if (method === 'disconnect') return state.allowed.delete(origin)
    if (method === 'permission_request') {
      await prompts.ask(asking)
      state.allowed.add(origin)
      const { network, scopes } = params
      return { ...shownOf(key), network, scopes, appMetadata: { name: 'Test' } }
    }
    if (!state.allowed.has(origin) || params.sourceAddress !== key.address) throw unauthorized()
    if (method === 'sign_payload_request') {
      if (params.signingType !== 'micheline') throw invalidParams('The kind of payload is another.')
      await prompts.ask(asking)
      return { signingType: params.signingType, signature: await key.sign(messageIn(params.payload)) }
    }
    if (method !== 'operation_request') throw unsupportedMethod(method)
    await prompts.ask(asking)
    return { transactionHash: await key.send({ nodeUrl, operations: params.operationDetails }) }
  }

/** Wallets sign packed Micheline as messages, so that none is an operation. */
function messageIn(payload: unknown): string {
  if (typeof payload !== 'string' || !/^0501(?:[\da-f]{2})+$/.test(payload)) throw invalidParams('That is no message.')
  return payload
}

/** @see https://docs.walletconnect.network/advanced/multichain/rpc-reference/tezos-rpc */
async function answerSession({
  key,
  nodeUrl,
  method,
  params,
}: TezosSessionRequest & { readonly key: TezosKey; readonly nodeUrl: string | undefined }): Promise<unknown> {
  const { address, publicKey, curve } = key
  if (method === 'tezos_getAccounts') return [{ algo: curve, address, pubkey: publicKey }]
  if (!isRecord(params) || params.account !== address) throw invalidParams('The account is not of this wallet.')
  if (method === 'tezos_sign') return { signature: await key.sign(messageIn(params.payload)) }
  if (method !== 'tezos_send') throw unsupportedMethod(method)
  return { operationHash: await key.send({ nodeUrl, operations: params.operations }) }
}
