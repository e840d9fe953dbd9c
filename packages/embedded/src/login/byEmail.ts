import type { Answer, AskingStep, ConnectRequest } from '@foyer/core'
import { TooManyCodesError } from '@foyer/core/errors'
import { FrameReplyError, FrameTimeoutError, LoginCoolingDownError } from '../errors.js'
import { codeFailures, stillWaiting } from '../protocol/hello.js'
import type { LoginKit } from '../session/loginKit.js'

/** How long the link and the code of a mail are good. */
const goodMs = 20 * 60_000
const digits = 6

/** What comes next [S4.23]. */
type Action = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

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
  for (let action = await send(ceremony); action !== 'CONNECT'; )
    action = action === 'VERIFY_DEVICE' ? await letIn(ceremony) : await enterCode(ceremony)
}

/** Has the page send a mail. @throws LoginCoolingDownError */
async function send({ kit, email, signal }: Ceremony): Promise<Action> {
  const { frame, host, records } = kit
  const againAt = records.againAt()
  if (againAt) throw new LoginCoolingDownError({ seconds: Math.ceil((againAt - host.clock.now()) / 1_000) })
  const { action } = await frame.request('CONNECT_EMAIL', { email }, signal)
  records.sent()
  return action
}

/** Waits until the link in the mail was followed; the page is shown meanwhile, where it has digits to show. */
async function letIn(ceremony: Ceremony): Promise<Action> {
  const { kit, signal, ask } = ceremony
  const { records } = kit
  const ending = new AbortController()
  const end = () => ending.abort(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  const stopShowing = showWhereWanted(kit)
  try {
    const approved = untilApproved(kit, ending.signal)
    for (;;) {
      const again = ask({ type: 'deviceApproval', ...sentTo(ceremony) })
      const answer: Answer | undefined = await Promise.race([approved, again])
      if (!answer) {
        records.sent() // the code, which another isn't sent beside for as long
        return 'VERIFY_OTP'
      }
      if (records.againAt() === undefined) return await send(ceremony)
    }
  } finally {
    signal.removeEventListener('abort', end)
    ending.abort()
    stopShowing()
  }
}

/** A mail takes longer than an answer may: then the same ceremony is asked about again, and nothing is sent again [S9.28]. */
async function untilApproved({ frame }: LoginKit, signal: AbortSignal): Promise<undefined> {
  for (;;) {
    try {
      await frame.request('CONNECT_DEVICE', undefined, signal)
      return undefined
    } catch (error) {
      const isWaiting = error instanceof FrameReplyError && error.message === stillWaiting
      if (!isWaiting && !(error instanceof FrameTimeoutError)) throw error
    }
  }
}

/** Shows the page above the modal for as long as it wants to be seen. @returns hides it, and shows it no more */
function showWhereWanted({ frame, host, connectorId }: LoginKit): () => void {
  let isWanted = false
  let hide: (() => void) | undefined
  const stop = frame.onSurface(async (isShown) => {
    isWanted = isShown
    hide?.()
    hide = undefined
    if (!isShown) return
    try {
      const shown = await host.showSurface?.({ connectorId, show: frame.raise, hide: frame.lower })
      if (isWanted) hide = shown
      else shown?.()
    } catch (error) {
      host.report(error)
    }
  })
  return () => {
    stop()
    isWanted = false
    hide?.()
  }
}

/** Has the visitor type the code in, until it is right. @throws TooManyCodesError */
async function enterCode(ceremony: Ceremony): Promise<Action> {
  const { kit, signal, ask } = ceremony
  for (let isWrong = false; ; ) {
    const answer = await ask({ type: 'codeSent', digits, isWrong, ...sentTo(ceremony) })
    if ('code' in answer) {
      try {
        await kit.frame.request('CONNECT_OTP', { otp: answer.code }, signal)
        return 'CONNECT'
      } catch (error) {
        isWrong = isWrongCode(kit, error)
      }
    } else if (kit.records.againAt() === undefined) {
      const action = await send(ceremony)
      if (action !== 'VERIFY_OTP') return action
      isWrong = false
    }
  }
}

/** Whether another code may be tried. A page of the original's has no words of its own for that: there every refusal is one. @throws the rest */
function isWrongCode({ frame }: LoginKit, error: unknown): true {
  if (!(error instanceof FrameReplyError)) throw error
  if (error.message === codeFailures.tooMany) throw new TooManyCodesError({ cause: error })
  if (frame.isOwn() && error.message !== codeFailures.wrong) throw error
  return true
}

function sentTo({
  kit: { records, host },
  email,
}: Ceremony): Omit<Extract<AskingStep, { sentTo: string }>, 'type' | 'digits'> {
  const now = host.clock.now()
  return { sentTo: email, againAt: records.againAt() ?? now, expiresAt: (records.sentAt() ?? now) + goodMs }
}
