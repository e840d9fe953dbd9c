import { changeDigitsOf } from '@foyer/custody/digits'
import { askEmailChangeCall, type EmailChangeState, emailChangeStateCall } from '@foyer/custody/emailChangeCalls'
import { emailOf } from '@foyer/custody/person'
import type { RequestReply } from '@foyer/embedded/protocol'
import { claimWalletCall } from '@foyer/login/loginCalls'
import { beginEmailChangeCall, verifyEmailChangeCall } from '@foyer/login/loginEmailCalls'
import { WalletError } from '../errors.js'
import { spokenLanguage, timeOf } from '../messages/say.js'
import { RefusedError } from '../servers/servers.js'
import type { KeptChange } from '../vault/device.js'
import { waitMs } from './links.js'
import type { LoginParameters } from './login.js'

/** Another mailbox for the wallet, step by step as the application asks. */
export interface ChangeEmail {
  /** Has a code sent to the mailbox that the wallet has, or to the new one where the first is proved [S4.24]. */
  begin(email: string): Promise<RequestReply<'UPDATE_EMAIL'>>
  /** Takes the first mailbox's code; the other is sent one. */
  primary(code: string): Promise<void>
  /**
   * Takes the new mailbox's code; then the keeper asks both by a link, whose pages ask for digits. The frame shows them under an application of this kit, to which
   * that is an answer of its own, and it asks on; any other is told them by a failure, and waits once it asks again, as the original's has no end to its patience
   * here. Asked again it is what is waited for already, whatever the code.
   */
  secondary(code: string, signal: AbortSignal): Promise<RequestReply<'UPDATE_EMAIL_SECONDARY_OTP'>>
  /** Finishes what both mailboxes have confirmed before, if its wait is over. Never throws: what can't be finished now is another time. */
  finish(): Promise<void>
}

/** The screen in the frame while both mailboxes are asked whether the wallet goes from one to the other. */
export interface ChangeScreen {
  readonly is: 'change'
  readonly digits: string
  /** The new one. */
  readonly email: string
}

export type ChangeEmailParameters = Pick<
  LoginParameters,
  'servers' | 'store' | 'session' | 'site' | 'now' | 'report' | 'isOwnHost'
> & {
  readonly show: (screen: ChangeScreen | undefined) => void
  /** The device has its person by another address from now on. */
  readonly changed: () => void
}

interface Pending {
  /** Of the code that was sent last; null once both were right. */
  readonly change: string | null
  readonly from: string
  readonly to: string
}

export function createChangeEmail(parameters: ChangeEmailParameters): ChangeEmail {
  const { servers, session, site, show, isOwnHost } = parameters
  let pending: Pending | undefined
  const verify = async (code: string): Promise<Pending> => {
    const { change, ...both } = pending ?? noCode()
    if (change === null) return { change, ...both }
    const asked = { change, code, language: spokenLanguage() }
    const said = await servers.signed(verifyEmailChangeCall, asked, { token: await session.token() })
    pending = { ...both, change: said.change }
    return pending
  }
  return {
    async begin(typed) {
      const to = typed.trim().toLowerCase()
      await finishKept(parameters)
      const from = mailboxOf(parameters)
      const asked = { email: to, site, language: spokenLanguage() }
      const { change, action, codeSeconds } = await servers.signed(beginEmailChangeCall, asked, {
        token: await session.token(),
      })
      pending = { change, from, to }
      return { action, codeSeconds }
    },
    async primary(code) {
      await verify(code)
    },
    async secondary(code, signal) {
      const wasProved = pending?.change === null
      const { change, from, to } = await verify(code)
      // The first code was typed once more: the second is another.
      if (change !== null) throw new WalletError({ sentence: 'error.codeWrong' })
      const kept = await keeperAsked(parameters, { from, to })
      const digits = await changeDigitsOf(kept.change)
      const isOwn = isOwnHost?.() === true
      if (isOwn) show({ is: 'change', digits, email: to })
      if (!wasProved && isOwn) throw new WalletError({ sentence: 'error.linksWaiting' })
      if (!wasProved && (await isWaiting(parameters, kept)))
        throw new WalletError({ sentence: 'error.digits', values: { digits } })
      await follow(parameters, { kept, signal }).finally(() => show(undefined))
      pending = undefined
      return { newEmail: to }
    },
    finish: () => finishKept(parameters),
  }
}

const noCode = (): never => {
  throw new WalletError({ sentence: 'error.noLogin' })
}

/** The mailbox that the wallet has. @throws WalletError where nobody is logged in, or not by one, or the browser keeps nothing here */
function mailboxOf({ store }: Pick<ChangeEmailParameters, 'store'>): string {
  const { user } = store.get()
  if (!store.isKept) throw new WalletError({ sentence: 'error.emailElsewhere' })
  if (!user) throw new WalletError({ sentence: 'error.signedOut', rpcCode: 4100 })
  return emailOf(user.person) ?? notByEmail()
}

const notByEmail = (): never => {
  throw new WalletError({ sentence: 'error.emailSocial' })
}

/** Has the keeper ask both mailboxes; the same again is the change that there is. */
async function keeperAsked(
  { servers, store, site }: ChangeEmailParameters,
  both: Pick<Pending, 'from' | 'to'>,
): Promise<KeptChange> {
  const asked = { ...both, site, language: spokenLanguage() }
  const { change } = await servers.signed(askEmailChangeCall, asked)
  const kept = { change, to: both.to }
  await store.set({ change: kept })
  return kept
}

const isWaiting = async ({ servers }: Pick<ChangeEmailParameters, 'servers'>, { change }: KeptChange) =>
  (await servers.signed(emailChangeStateCall, { change, known: null })).status === 'waiting'

interface Follow {
  readonly kept: KeptChange
  readonly signal: AbortSignal
}

/** Waits for both links, an application of this kit no longer than a request may. @throws WalletError where they wait, or nothing came of it */
async function follow(parameters: ChangeEmailParameters, { kept, signal }: Follow): Promise<void> {
  const { servers, now, isOwnHost } = parameters
  const until = now() + waitMs
  let known: EmailChangeState['status'] | null = null
  while (!signal.aborted) {
    const state: EmailChangeState = await servers.signed(
      emailChangeStateCall,
      { change: kept.change, known },
      { signal },
    )
    if (state.status !== 'waiting') return settle(parameters, { kept, state })
    known = state.status
    if (now() >= until && isOwnHost?.() === true) break
  }
  throw new WalletError({ sentence: 'error.linksWaiting' })
}

interface Settle {
  readonly kept: KeptChange
  readonly state: Exclude<EmailChangeState, { readonly status: 'waiting' }>
}

/** Takes the keeper's word to the login server, and its person from there. @throws WalletError where there is none yet, or none any more */
async function settle({ servers, store, session, changed }: ChangeEmailParameters, { kept, state }: Settle) {
  if (state.status === 'held') {
    const values = { email: kept.to, when: timeOf(state.opensAt) }
    throw new WalletError({ sentence: 'error.changeHeld', values })
  }
  if (state.status === 'ended') {
    await store.set({ change: null })
    throw new WalletError({ sentence: state.reason === 'taken' ? 'error.emailTaken' : 'error.changeEnded' })
  }
  await servers.signed(claimWalletCall, { receipt: state.receipt }, { token: await session.token() })
  await session.renew()
  await store.set({ change: null })
  changed()
}

async function finishKept(parameters: ChangeEmailParameters): Promise<void> {
  const { servers, store, report } = parameters
  const { change: kept } = store.get()
  if (!kept) return
  try {
    const state = await servers.signed(emailChangeStateCall, { change: kept.change, known: null })
    if (state.status === 'changed') await settle(parameters, { kept, state })
    else if (state.status === 'ended') await store.set({ change: null })
  } catch (error) {
    // The keeper knows of it no more.
    if (error instanceof RefusedError && error.refusal === 'ceremony_over') await store.set({ change: null })
    else report(error)
  }
}
