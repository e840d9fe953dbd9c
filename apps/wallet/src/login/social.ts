import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { SocialName } from '@foyer/custody/person'
import { type SocialProof, socialHash, verifierOf } from '@foyer/custody/social'
import { beginSocialCall, exchangeSocialCall, pollSocialCall, showSocialCall } from '@foyer/login/socialCalls'
import { SocialAnswer, socialWays } from '@foyer/login/socialWindow'
import * as v from 'valibot'
import { anyOf } from '../anyOf.js'
import { WalletError } from '../errors.js'
import { open, type WindowAddress } from '../exchange/letters.js'
import { spokenLanguage } from '../messages/say.js'
import { socialAddress } from '../social/address.js'
import type { KeptSocial } from '../vault/device.js'
import { createFarcasterLogin, type FarcasterLogin } from './farcaster.js'
import { createJoining } from './joining.js'
import { waitMs } from './links.js'
import type { LoginParameters } from './login.js'
import {
  createSocialOpening,
  deviceOf,
  isWaiting,
  type ProvedAccount,
  proveAccount,
  stillWaiting,
} from './socialOpening.js'

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
  /** The one at Farcaster, which needs no window. */
  readonly farcaster: FarcasterLogin
}

export interface SocialLoginParameters extends LoginParameters {
  /** Of this page. */
  readonly origin: string
}

interface Pending extends KeptSocial {
  /** Once the keeper has taken the provider's word. */
  proved: ProvedAccount | undefined
}

/** How often it is asked at most whether the window has said something, in milliseconds: a server that has room for it answers as soon as it has. */
const pollEveryMs = 1_000

export function createSocialLogin(parameters: SocialLoginParameters): SocialLogin {
  const { servers, store, site, projectId } = parameters
  const opening = createSocialOpening(parameters)
  const joined = createJoining<void>()
  let begun: Pending | undefined
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
      if (!success || provider === 'farcaster') throw new WalletError({ sentence: 'error.socialOff', rpcCode: 4200 })
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
      await joined(pending, async () => {
        const { id: social } = pending.address
        const until = parameters.now() + waitMs
        const waiting = anyOf([AbortSignal.timeout(waitMs), signal])
        pending.proved ??= await prove(parameters, pending, waiting).catch(async (error: unknown) => {
          if (!isWaiting(error)) await over()
          throw error
        })
        await opening.open({ social, proved: pending.proved, until, signal: waiting })
        begun = undefined
      })
    },
    farcaster: createFarcasterLogin({ ...parameters, opening }),
  }
}

/** Has both servers check what the provider states, for what the window has brought. */
async function prove(parameters: SocialLoginParameters, pending: Pending, signal: AbortSignal) {
  const { servers, store } = parameters
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
  const { token, ...proved } = await proveAccount(parameters, { social: address.id, provider, device, proof })
  const shown = token ?? ('idToken' in proof ? proof.idToken : '')
  // What the login server has exchanged itself it has seen.
  if (socialWays[provider] !== 'exchanged') await servers.signed(showSocialCall, { social: address.id, token: shown })
  await store.set({ ceremony: proved.ceremony })
  return proved
}

/** The error codes of providers for a visitor who doesn't want to. */
const refusals = ['access_denied', 'user_cancelled_authorize']

interface ProofOf {
  readonly answer: Exclude<SocialAnswer, { readonly error: string }>
  readonly device: string
}

/**
 * Returns the proof for the keeper to check: what the provider has signed, which the login server gets for a code of
 * Google's; or the code itself.
 */
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

/** Waits for the window's answer. */
async function heard(
  { servers }: Pick<LoginParameters, 'servers'>,
  address: WindowAddress,
  signal: AbortSignal,
): Promise<SocialAnswer> {
  for (;;) {
    const asked = sleep(pollEveryMs)
    const { said } = await servers.signed(pollSocialCall, { social: address.id, waits: true }, { signal })
    if (said !== null) return v.parse(SocialAnswer, await open(address, 'said', said))
    if (signal.aborted) throw stillWaiting()
    await asked
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
