import type { UpdateEmailRequest } from '@foyer/core'
import { TooManyCodesError } from '@foyer/core/errors'
import { FrameReplyError, LoginCoolingDownError } from '../errors.js'
import { codeFailures, linksWaiting, mayTryAnother, secondsIn } from '../protocol/hello.js'
import type { LoginKit } from '../session/loginKit.js'
import { showWhereWanted } from './showWhereWanted.js'

const digits = 6

interface UpdateEmail extends UpdateEmailRequest {
  readonly kit: LoginKit
  /** The address that the login has. */
  readonly from: string
}

/**
 * Goes from one address to another: a code to the first, unless the page has that already, then one to the other [S4.24]. A page of this project's says then that
 * links were sent to both, and is asked on until they were used.
 *
 * @throws LoginCoolingDownError · TooManyCodesError · FrameReplyError, and what the request's end does
 */
export async function updateEmail(update: UpdateEmail): Promise<void> {
  const { kit, email, from, signal } = update
  const { frame, host, records } = kit
  const againAt = records.againAt()
  if (againAt) throw new LoginCoolingDownError({ seconds: Math.ceil((againAt - host.clock.now()) / 1_000) })
  const { action, codeSeconds } = await frame.request('UPDATE_EMAIL', { email }, signal).catch(asCoolingDown)
  records.sent()
  if (action === 'VERIFY_PRIMARY_OTP') {
    const send = (otp: string) => frame.request('UPDATE_EMAIL_PRIMARY_OTP', { otp }, signal)
    await typed(update, { sentTo: from, codeSeconds, send })
    records.sent()
  }
  // The page shows the digits that the links' pages ask for.
  const stopShowing = showWhereWanted(kit)
  try {
    const send = (otp: string) => followed(update, otp)
    records.emailIs((await typed(update, { sentTo: email, codeSeconds, send })).newEmail)
  } finally {
    stopShowing()
  }
}

interface Typed<Reply> {
  readonly sentTo: string
  readonly codeSeconds: number | undefined
  readonly send: (otp: string) => Promise<Reply>
}

/** Has the visitor type a code in, until it is right. */
async function typed<Reply>({ kit, ask }: UpdateEmail, { sentTo, codeSeconds, send }: Typed<Reply>): Promise<Reply> {
  const { frame, records, host } = kit
  const now = host.clock.now()
  const times = { againAt: records.againAt() ?? now, expiresAt: codeSeconds && now + codeSeconds * 1_000 }
  for (let isWrong = false; ; ) {
    const answer = await ask({ type: 'codeSent', digits, isWrong, sentTo, ...times })
    // Another mail is sent where the address is typed again.
    if (!('code' in answer)) continue
    try {
      return await send(answer.code)
    } catch (error) {
      if (!(error instanceof FrameReplyError)) throw error
      if (error.message === codeFailures.tooMany) throw new TooManyCodesError({ cause: error })
      if (frame.isOwn() && !mayTryAnother(error)) return asCoolingDown(error)
      isWrong = true
    }
  }
}

/** Sends the second code, and asks on while the page waits for the links. */
async function followed({ kit, email, from, signal, step }: UpdateEmail, otp: string) {
  for (;;) {
    try {
      return await kit.frame.request('UPDATE_EMAIL_SECONDARY_OTP', { otp }, signal)
    } catch (error) {
      if (!(error instanceof FrameReplyError) || error.message !== linksWaiting) throw error
      step({ type: 'linksSent', sentTo: [from, email] })
    }
  }
}

function asCoolingDown(error: unknown): never {
  const seconds = error instanceof FrameReplyError && secondsIn(error.message)
  throw seconds ? new LoginCoolingDownError({ seconds }) : error
}
