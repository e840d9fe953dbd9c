import type { AskingStep, ConnectRequest } from '@foyer/core'
import { TooManyCodesError } from '@foyer/core/errors'
import { FrameReplyError, LoginCoolingDownError } from '../errors.js'
import { codeFailures, mayTryAnother } from '../protocol/hello.js'
import type { RequestReply } from '../protocol/messages.js'
import type { LoginKit } from '../session/loginKit.js'
import { showWhereWanted } from './showWhereWanted.js'

const digits = 6

/** The next step [S4.23], and how long the mail's link and code are good, as far as the page says it. */
type Next = RequestReply<'CONNECT_EMAIL'>

interface Ceremony extends Pick<ConnectRequest, 'ask' | 'signal'> {
  readonly kit: LoginKit
  readonly email: string
}

/**
 * Logs in by a link and a code that are sent: whatever order the page wants them in, until it has who it is.
 *
 * @throws LoginCoolingDownError · TooManyCodesError · FrameReplyError, and what the request's end does
 */
export async function logInByEmail(ceremony: Ceremony): Promise<void> {
  for (let next = await send(ceremony); next.action !== 'CONNECT'; )
    next = await (next.action === 'VERIFY_DEVICE' ? letIn : enterCode)(ceremony, next)
}

/** Has the page send a mail. @throws LoginCoolingDownError */
async function send({ kit, email, signal }: Ceremony): Promise<Next> {
  const { frame, host, records } = kit
  const againAt = records.againAt()
  if (againAt) throw new LoginCoolingDownError({ seconds: Math.ceil((againAt - host.clock.now()) / 1_000) })
  const next = await frame.request('CONNECT_EMAIL', { email }, signal)
  records.sent()
  records.asked(email)
  return next
}

/** Waits until the link in the mail was followed; the page is shown meanwhile, where it has digits to show. */
async function letIn(ceremony: Ceremony, next: Next): Promise<Next> {
  const { kit, signal, ask } = ceremony
  const { records } = kit
  const ending = new AbortController()
  const end = () => ending.abort(signal.reason)
  signal.addEventListener('abort', end)
  const stopShowing = showWhereWanted(kit)
  try {
    const approved = kit.untilAnswered('CONNECT_DEVICE', undefined, ending.signal).then(readFollowed)
    const asked = () => ({ type: 'deviceApproval', ...sentTo(ceremony, next.linkSeconds) }) as const
    for (;;) {
      const answer = await Promise.race([approved, ask(asked())])
      if (answer === 'CONNECT') return { action: answer }
      if (answer === 'ANOTHER') {
        do await ask({ ...asked(), isLeft: true })
        while (records.againAt())
        return await send(ceremony)
      }
      if ('sendAgain' in answer) {
        if (!records.againAt()) return await send(ceremony)
        continue
      }
      records.sent() // the code, which another isn't sent beside for as long
      return { ...next, ...answer, action: 'VERIFY_OTP' }
    }
  } finally {
    signal.removeEventListener('abort', end)
    ending.abort()
    stopShowing()
  }
}

/**
 * Reads our page's answer once the link was followed, or is waited for no longer: how long the code is good that lay
 * beside it. Whatever else a page answers leads to the code.
 */
function readFollowed(said: unknown): 'CONNECT' | 'ANOTHER' | Pick<Next, 'codeSeconds'> {
  if (said === 'CONNECT' || said === 'ANOTHER') return said
  const isSaid = typeof said === 'object' && said !== null && 'codeSeconds' in said
  return isSaid && typeof said.codeSeconds === 'number' ? { codeSeconds: said.codeSeconds } : {}
}

/** Has the visitor type the code in, until it is right. @throws TooManyCodesError */
async function enterCode(ceremony: Ceremony, { codeSeconds }: Next): Promise<Next> {
  const { kit, signal, ask } = ceremony
  for (let isWrong = false; ; ) {
    const answer = await ask({ type: 'codeSent', digits, isWrong, ...sentTo(ceremony, codeSeconds) })
    if ('code' in answer) {
      try {
        await kit.frame.request('CONNECT_OTP', { otp: answer.code }, signal)
        return { action: 'CONNECT' }
      } catch (error) {
        isWrong = isWrongCode(kit, error)
      }
    } else if (!kit.records.againAt()) return send(ceremony)
  }
}

/** Whether another code may be tried. A page of the original's has no words of its own for that: there every refusal is one. @throws the rest */
function isWrongCode({ frame }: LoginKit, error: unknown): true {
  if (!(error instanceof FrameReplyError)) throw error
  if (error.message === codeFailures.tooMany) throw new TooManyCodesError({ cause: error })
  if (frame.isOwn() && !mayTryAnother(error)) throw error
  return true
}

/** A page that doesn't say how long its mail is good is no reason to name a time [F1]. */
function sentTo(
  { kit: { frame, records, host }, email }: Ceremony,
  goodSeconds: number | undefined,
): Omit<Extract<AskingStep, { sentTo: string }>, 'type' | 'digits'> {
  const now = host.clock.now()
  return {
    sentTo: email,
    // What is sent in an hour is known of our own servers alone.
    askedInHour: frame.isOwn() ? records.askedInHour(email) : undefined,
    againAt: records.againAt() ?? now,
    expiresAt: goodSeconds && (records.sentAt() ?? now) + goodSeconds * 1_000,
  }
}
