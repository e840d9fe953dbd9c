import {
  beginSocialCall,
  boxUses,
  type CeremonyState,
  createBoxKeys,
  decodeBytes,
  encodeBytes,
  exchangeSocialCall,
  exportPublicKey,
  finishSocialCall,
  hearSocialCall,
  type LoggedIn,
  newId,
  proveSocialCall,
  randomBytes,
  SocialAnswer,
  SocialName,
  type SocialProof,
  sealBox,
  showSocialCall,
  socialHash,
  socialWays,
  verifierOf,
} from '@foyer/embedded/custody'
import * as v from 'valibot'
import { WalletError } from '../errors.js'
import { spokenLanguage, timeOf } from '../messages/say.js'
import { open, type WindowAddress } from '../popup/letters.js'
import { socialAddress } from '../social/address.js'
import type { KeptCeremony, KeptSocial } from '../vault/device.js'
import { type Continuation, continuation, ends, heldScreen, type LoginParameters, stateOf, waitMs } from './login.js'
import { openHere } from './openWallet.js'

/** A login at a provider, in a window of the wallet's own that the application opens. */
export interface SocialLogin {
  /** @returns the window's address @throws WalletError for a provider that isn't switched on */
  begin(provider: string): Promise<string>
  /**
   * Waits until the window has been to the provider, as long as a request may, and opens the wallet. By the window's address, or by what the window has told the
   * application.
   * @throws WalletError while it waits, and where it ended
   */
  finish(uri: string, signal: AbortSignal): Promise<void>
}

export interface SocialLoginParameters extends LoginParameters {
  /** Of this page. */
  readonly origin: string
  readonly projectId: string
}

interface Pending extends KeptSocial {
  /** Once the keeper has taken the provider's word. */
  proved: { readonly ceremony: KeptCeremony; readonly user: LoggedIn } | undefined
}

/** How often it is asked whether the window has said something, in milliseconds. */
const hearEveryMs = 1_000

export function createSocialLogin(parameters: SocialLoginParameters): SocialLogin {
  const { servers, store, session, site, projectId, keepsIn } = parameters
  let begun: Pending | undefined
  /** Aborted once a window has continued: the question after the wait before it is asked no longer. */
  let before = new AbortController()
  const toContinue = async (person: string) => {
    const made = await continuation(parameters, person)
    return {
      ...made,
      async released(said: Parameters<Continuation['released']>[0]) {
        await made.released(said)
        before.abort()
        before = new AbortController()
      },
    }
  }
  /** The one that began last; the frame may have been loaded anew since. */
  const find = (uri: string): Pending => {
    const isIts = (each: KeptSocial | null | undefined) => each && uri.includes(each.address.id)
    const { social } = store.get()
    if (!isIts(begun) && social && isIts(social)) begun = { ...social, proved: undefined }
    if (!begun || !isIts(begun)) throw new WalletError({ sentence: 'error.socialOver' })
    return begun
  }
  const over = async () => {
    begun = undefined
    await store.set({ social: null })
  }
  return {
    async begin(named) {
      const { success, output: provider } = v.safeParse(SocialName, named)
      if (!success) throw new WalletError({ sentence: 'error.socialOff', rpcCode: 4200 })
      const address = { id: newId(), key: encodeBytes(randomBytes(32)) }
      const secret = encodeBytes(randomBytes(32))
      await servers.signed(beginSocialCall, { social: address.id, provider, projectId, site })
      begun = { address, provider, secret, proved: undefined }
      await store.set({ social: { address, provider, secret } })
      const hash = await socialHash({ social: address.id, device: await deviceOf(parameters) })
      return socialAddress({ origin: parameters.origin, language: spokenLanguage(), address, hash, secret })
    },
    async finish(uri, signal) {
      const pending = find(uri)
      const { id: social } = pending.address
      const until = parameters.now() + waitMs
      const waiting = AbortSignal.any([AbortSignal.timeout(waitMs), signal])
      pending.proved ??= await prove(parameters, pending, waiting).catch(async (error: unknown) => {
        if (!isWaiting(error)) await over()
        throw error
      })
      const { confirmation } = await untilOpen(parameters, pending.proved, {
        ...{ until, signal: waiting, toContinue },
        before: () => before.signal,
      })
      const opened = await servers.signed(finishSocialCall, { social, confirmation, keepsIn })
      await store.refresh()
      const opening = { ...parameters, token: opened.accessToken, person: opened.person }
      const wallet = await openHere({ ...parameters, opening, bound: opened.wallet })
      begun = undefined
      await store.set({ wallet, ceremony: null, social: null })
      await session.begin(opened)
    },
  }
}

const stillWaiting = () => new WalletError({ sentence: 'error.stillWaiting' })
const isWaiting = (error: unknown): boolean =>
  error instanceof WalletError && (error.sentence === 'error.stillWaiting' || error.sentence === 'error.unreachable')

const deviceOf = async ({ store }: Pick<LoginParameters, 'store'>): Promise<string> =>
  encodeBytes(await exportPublicKey(store.get().keys.publicKey))

/** Has both servers check what the provider states, for what the window has brought. */
async function prove(parameters: SocialLoginParameters, pending: Pending, signal: AbortSignal) {
  const { servers, store, site, keeperKeys } = parameters
  const { address, provider } = pending
  const answer = await heard(parameters, address, signal)
  if ('error' in answer) {
    const isRefused = refusals.includes(answer.error)
    throw new WalletError({
      sentence: isRefused ? 'error.socialDenied' : 'error.socialFailed',
      ...(isRefused && { rpcCode: 4001 }),
    })
  }
  const device = await deviceOf(parameters)
  const proof = await proofOf(parameters, pending, { answer, device })
  const boxKeys = await createBoxKeys()
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify(proof)))
  const of = [address.id, device]
  const box = await sealBox({ to: decodeBytes(keeperKeys.sealing), use: boxUses.social, of, bytes })
  const { ceremony, expiresAt, token, ...user } = await servers.signed(proveSocialCall, {
    ...{ social: address.id, provider, site, language: spokenLanguage() },
    key: encodeBytes(await exportPublicKey(boxKeys.publicKey)),
    proof: encodeBytes(box),
  })
  const shown = token ?? ('idToken' in proof ? proof.idToken : '')
  // What the login server has exchanged itself it has seen.
  if (socialWays[provider] !== 'exchanged') await servers.signed(showSocialCall, { social: address.id, token: shown })
  const kept = { ceremony, person: user.person, expiresAt, digits: '', boxKeys }
  await store.set({ ceremony: kept })
  return { ceremony: kept, user }
}

/** What a provider says of a visitor who doesn't want to. */
const refusals = ['access_denied', 'user_cancelled_authorize']

interface ProofOf {
  readonly answer: Exclude<SocialAnswer, { readonly error: string }>
  readonly device: string
}

/** What the keeper is to check: what the provider has signed, which the login server gets for a code of Google's; or the code itself. */
async function proofOf(
  { servers }: Pick<LoginParameters, 'servers'>,
  { address, provider, secret }: Pending,
  { answer, device }: ProofOf,
): Promise<SocialProof> {
  const { vouch } = answer
  if ('idToken' in answer) return { idToken: answer.idToken, vouch }
  const { code } = answer
  if (socialWays[provider] !== 'exchanged') return { code, secret, vouch }
  const social = address.id
  const verifier = await verifierOf({ secret, hash: await socialHash({ social, device }) })
  const { idToken } = await servers.signed(exchangeSocialCall, { social, code, verifier })
  return { idToken, vouch }
}

/** What the window has said, once it has. */
async function heard(
  { servers }: Pick<LoginParameters, 'servers'>,
  address: WindowAddress,
  signal: AbortSignal,
): Promise<SocialAnswer> {
  for (;;) {
    const { said } = await servers.signed(hearSocialCall, { social: address.id })
    if (said !== null) return v.parse(SocialAnswer, await open(address, 'said', said))
    if (signal.aborted) throw stillWaiting()
    await new Promise((resolve) => setTimeout(resolve, hearEveryMs))
  }
}

interface UntilOpen {
  /** ms since 1970 */
  readonly until: number
  readonly signal: AbortSignal
  readonly toContinue: (person: string) => Promise<Continuation>
  /** Aborted once a window has continued. */
  readonly before: () => AbortSignal
}

/** Waits until the keeper opens the wallet here; one that was continued in a window meanwhile takes the place of the wait. @throws WalletError */
async function untilOpen(
  parameters: SocialLoginParameters,
  { ceremony: first, user }: NonNullable<Pending['proved']>,
  { until, signal, toContinue, before }: UntilOpen,
): Promise<Extract<CeremonyState, { readonly confirmation: unknown }>> {
  const { servers, store, show, now, isOwnHost } = parameters
  let known: CeremonyState['status'] | null = null
  while (now() < until && !signal.aborted) {
    const kept = store.get().ceremony
    const ceremony = kept?.person === user.person ? kept : first
    const continued = before()
    const state = await stateOf({ servers, ceremony, known, signal: AbortSignal.any([signal, continued]) })
    if (signal.aborted) break
    if (state === undefined || continued.aborted) {
      known = null
      continue
    }
    if (state.status === 'unbound' || state.status === 'released') {
      show(undefined)
      return state
    }
    if (state.status === 'ended' || state.status === 'secured') {
      await store.set({ ceremony: null })
      show(undefined)
      throw new WalletError({ sentence: ends[state.status === 'ended' ? state.reason : state.status] })
    }
    if (state.status === 'held') {
      const { opensAt } = state
      const { email } = user
      show(heldScreen(parameters, { ceremony, email, opensAt, toContinue: () => toContinue(user.person) }))
      if (isOwnHost?.() !== true)
        throw new WalletError({
          sentence: email === null ? 'held.sayHere' : 'error.held',
          values: { when: timeOf(opensAt) },
        })
    }
    known = state.status
  }
  throw stillWaiting()
}
