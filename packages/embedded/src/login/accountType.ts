import type { PreferAccountTypeRequest } from '@foyer/core'
import * as v from 'valibot'
import { FrameReplyError } from '../errors.js'
import { AccountType } from '../protocol/messages.js'
import type { LogIn, LoginKit } from '../session/loginKit.js'

/** What the visitor has chosen in this dapp, which counts before what the dapp would have. */
const chosen = 'embedded/preferred_account_type'

/** Has the wallet's account be of a kind from now on, on the networks that have both; the choice is kept for the next login. @throws FrameReplyError */
export async function preferAccountType(
  { frame, goTo, host }: LoginKit,
  { type, networkId, signal }: PreferAccountTypeRequest,
): Promise<void> {
  // Where the page is at a network that has one kind alone, a wish changes nothing.
  await goTo(networkId, signal)
  await frame.request('SET_PREFERRED_ACCOUNT', { type }, signal)
  host.storage.setItem(chosen, type)
}

/** After a login the account is what the visitor chose here before, else what the dapp would have; unless either said something it is as the wallet has it. */
export async function preferAsBefore({ kit, signal }: Pick<LogIn, 'kit' | 'signal'>): Promise<void> {
  const { frame, goTo, host, sync } = kit
  const kept = v.safeParse(AccountType, host.storage.getItem(chosen))
  const type = kept.success ? kept.output : host.defaultAccountTypes?.eip155
  const numbers = await sync()
  const network = host.networks().find(({ id }) => numbers.some((number) => number === id))
  if (!type || !network) return
  await goTo(network.caipNetworkId, signal)
  try {
    await frame.request('SET_PREFERRED_ACCOUNT', { type }, signal)
  } catch (error) {
    if (!(error instanceof FrameReplyError)) throw error
    host.report(error) // who is logged in is, whatever the account is
  }
}
