import type { FamilyHost, PreparedRequest } from '@foyer/signing'
import { failureOf } from '@foyer/signing'
import { sayRequestInEnglish, spokenRequest } from '@foyer/signing/sentences'
import { accountsOf, peerFailures } from '@foyer/walletconnect/protocol'
import type { WalletRequest } from '@foyer/walletconnect/wallet'
import { addressOf, type WalletContext } from './context.js'
import { sentenceOf } from './sentences.js'
import type { WaitingRequest } from './state.js'

/** Answers applications' requests. */
export interface Answering {
  /** Prepares a request, and shows it where it needs approval. */
  take(request: WalletRequest): Promise<void>
  /** Executes a request exactly as shown, and responds. */
  agree(id: string): Promise<void>
  /** Shows the request anew, with the limit that the visitor names in the place of none. */
  limit(id: string, amount: string): Promise<void>
  refuse(id: string): Promise<void>
  /** Removes a request that was answered or has ended. */
  drop(id: string): void
}

export interface AnsweringParameters {
  readonly context: WalletContext
  readonly hostFor: (topic: string) => FamilyHost
}

export function createAnswering({ context, hostFor }: AnsweringParameters): Answering {
  const { client, attempt, state, set, notify } = context
  const waitingFor = (id: string) => state().requests.find(({ request }) => request.id === id)
  const drop = (id: string) => set({ requests: state().requests.filter(({ request }) => request.id !== id) })

  const take = (request: WalletRequest) =>
    attempt(`prepare ${request.id}`, async () => {
      const { id, topic } = request
      if (waitingFor(id)) return
      const prepared = await prepareRequest({ context, hostFor, request })
      const app = context.app(topic)
      // It may have ended while it was prepared.
      if (!app || !client.requests().some((each) => each.id === id)) return
      if (prepared.kind === 'ask') return set({ requests: [...state().requests, { request, app, prepared }] })
      await answer(request, prepared)
    })

  /** Answers a request that needs no approval, or can't have it. */
  const answer = async ({ id, method }: WalletRequest, prepared: Exclude<PreparedRequest, { kind: 'ask' }>) => {
    if (prepared.kind === 'answer') return client.respond({ id, result: prepared.result })
    await client.respond({ id, failure: prepared.failure })
    notify('error', `${method} was refused: ${prepared.failure.message}`)
  }

  return {
    take,
    drop,
    agree: (id) =>
      attempt(`request ${id}`, async () => {
        const waiting = waitingFor(id)
        if (waiting) await settle(context, waiting).finally(() => drop(id))
      }),
    limit: (id, amount) =>
      attempt(`limit ${id}`, async () => {
        const limited = await waitingFor(id)?.prepared.limitTo?.(amount)
        // It may have ended meanwhile.
        const waiting = waitingFor(id)
        if (!limited || !waiting) return
        if (limited.kind === 'ask') {
          const requests = state().requests.map((each) => (each === waiting ? { ...each, prepared: limited } : each))
          return set({ requests })
        }
        await answer(waiting.request, limited).finally(() => drop(id))
      }),
    refuse: (id) =>
      attempt(`request ${id}`, async () => {
        drop(id)
        await client.respond({ id, failure: peerFailures.rejectedRequest })
      }),
  }
}

/** Executes it, and responds with how that ended. */
async function settle({ client, notify }: WalletContext, { request: { id }, prepared }: WaitingRequest): Promise<void> {
  const done = await prepared.perform().then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  if ('error' in done) {
    notify('error', sentenceOf(done.error))
    await client.respond({ id, failure: failureOf(done.error) })
  } else {
    await client.respond({ id, result: done.result })
    notify('success', `${spokenRequest(prepared.shown, sayRequestInEnglish).title}: done.`)
  }
}

/** Prepares a request by its family; what this wallet doesn't have is refused by WalletConnect's codes. */
async function prepareRequest({
  context,
  hostFor,
  request: { topic, chainId, method, params },
}: AnsweringParameters & { readonly request: WalletRequest }): Promise<PreparedRequest> {
  const family = context.familyOf(chainId)
  const session = context.app(topic)?.session
  const { keyring } = context.state()
  if (!family || !session || !keyring || !context.network(chainId)) {
    return { kind: 'refuse', failure: peerFailures.unsupportedChains }
  }
  if (!family.methods.includes(method)) return { kind: 'refuse', failure: peerFailures.unsupportedMethods }
  const addresses = accountsOf({ ...session, chainId }).map(addressOf)
  const asked = { method, params, chainId, addresses, peerUrl: session.peer.url }
  return family.prepare(asked, { keyring, host: hostFor(topic) })
}
