import type { LoginProfile } from '@foyer/core'
import { FrameReplyError } from '../errors.js'
import type { LogIn, PreferType } from '../session/loginKit.js'

/** The key of the visitor's choice in this dapp, which counts before what the dapp would have. */
const chosen = 'embedded/preferred_account_type'

/** Has the wallet's account be of a kind from now on, on the networks that have both; the choice is kept for the next login. @throws FrameReplyError */
export async function preferAccountType({ kit, goTo, type, networkId, signal }: PreferType): Promise<void> {
  // Where the page is at a network that has one kind alone, a wish changes nothing.
  await kit.goTo(networkId, signal)
  await kit.frame.request('SET_PREFERRED_ACCOUNT', { type }, signal)
  kit.host.storage.setItem(chosen, type)
  await goTo(networkId, signal)
}

/**
 * After a login the account is what the visitor chose here before, else what the dapp would have; unless either said something it is as the wallet has it.
 *
 * @returns the profile, whose account is that of a key where the wallet refused [S4.28]
 */
export async function preferAsBefore(
  profile: LoginProfile,
  { kit, signal }: Pick<LogIn, 'kit' | 'signal'>,
): Promise<LoginProfile> {
  const { frame, goTo, host, sync } = kit
  const kept = host.storage.getItem(chosen)
  const type = kept === 'eoa' || kept === 'smartAccount' ? kept : host.defaultAccountTypes?.eip155
  const numbers = await sync()
  const network = host.networks().find(({ id }) => numbers.some((number) => number === id))
  if (!type || !network) return profile
  await goTo(network.caipNetworkId, signal)
  try {
    await frame.request('SET_PREFERRED_ACCOUNT', { type }, signal)
    return profile
  } catch (error) {
    if (!(error instanceof FrameReplyError)) throw error
    host.report(error) // who is logged in is, whatever the account is
    return { ...profile, preferredAccountTypes: { eip155: 'eoa' } }
  }
}
