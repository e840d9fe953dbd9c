import { newId } from '@foyer/custody/bytes'
import { beginSocialCall, openChannelCall, pollChannelCall } from '@foyer/login/socialCalls'
import { anyOf } from '../anyOf.js'
import { WalletError } from '../errors.js'
import { createJoining } from './joining.js'
import type { SocialLoginParameters } from './social.js'
import {
  deviceOf,
  isWaiting,
  type ProvedAccount,
  proveAccount,
  type SocialOpening,
  stillWaiting,
} from './socialOpening.js'

/** A login at Farcaster: the visitor signs on a telephone, and its relay brings that to the login server. */
export interface FarcasterLogin {
  /** @returns the address that the telephone opens @throws WalletError where it isn't switched on */
  begin(): Promise<string>
  /**
   * Waits until it was signed, as long as the login lasts: applications of the protocol ask once. Opens the wallet.
   * @returns the account's name, empty where it has none
   * @throws WalletError where it ended
   */
  finish(signal: AbortSignal): Promise<string>
}

export interface FarcasterLoginParameters extends SocialLoginParameters {
  readonly opening: SocialOpening
}

interface Pending {
  readonly social: string
  readonly channel: string
  /** Whoever begins anew waits for the one before no longer. */
  readonly replaced: AbortController
  /** ms since 1970 */
  readonly until: number
  proved: (ProvedAccount & { readonly userName: string | null }) | undefined
}

/** As long as the login server keeps it. */
const keptMs = 1_800_000
/** How often it is asked whether something has come, in milliseconds. */
const pollEveryMs = 2_000

export function createFarcasterLogin(parameters: FarcasterLoginParameters): FarcasterLogin {
  const { servers, store, site, projectId, now, opening } = parameters
  const joined = createJoining<string>()
  let begun: Pending | undefined
  const go = async (pending: Pending, asked: AbortSignal) => {
    const { social, until } = pending
    const signal = anyOf([asked, pending.replaced.signal])
    try {
      pending.proved ??= await prove(parameters, pending, signal)
      const { userName, ...proved } = pending.proved
      await store.set({ ceremony: proved.ceremony })
      await opening.open({ social, proved, until, signal })
      if (begun === pending) begun = undefined
      return userName ?? ''
    } catch (error) {
      if (!isWaiting(error) && begun === pending) begun = undefined
      throw error
    }
  }
  return {
    async begin() {
      const social = newId()
      await servers.signed(beginSocialCall, { social, provider: 'farcaster', projectId, site })
      const { url, channel } = await servers.signed(openChannelCall, { social })
      begun?.replaced.abort()
      begun = { social, channel, replaced: new AbortController(), until: now() + keptMs, proved: undefined }
      return url
    },
    async finish(asked) {
      const pending = begun
      if (pending === undefined) throw new WalletError({ sentence: 'error.socialOver' })
      return joined(pending, () => go(pending, asked))
    },
  }
}

async function prove(parameters: FarcasterLoginParameters, { social, channel, until }: Pending, signal: AbortSignal) {
  const { userName, ...signed } = await heard(parameters, { social, channel, until, signal })
  const device = await deviceOf(parameters)
  const proof = { ...signed, vouch: null }
  const { token: _, ...proved } = await proveAccount(parameters, { social, provider: 'farcaster', device, proof })
  return { ...proved, userName }
}

interface Heard extends Pick<Pending, 'social' | 'channel' | 'until'> {
  readonly signal: AbortSignal
}

/** Waits for the visitor's signed message: the login server has checked it then. */
async function heard(
  { servers, now }: Pick<FarcasterLoginParameters, 'servers' | 'now'>,
  { social, channel, until, signal }: Heard,
) {
  while (now() < until) {
    const { said } = await servers.signed(pollChannelCall, { social, channel })
    if (said !== null) return said
    if (signal.aborted) throw stillWaiting()
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
  }
  throw new WalletError({ sentence: 'error.socialOver' })
}
