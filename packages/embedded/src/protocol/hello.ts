import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'

/**
 * How an application of this kit and a wallet's page of this project leave the window's messages for a port of their own, which a page that is embedded
 * beside them can't read or write to:
 *
 * 1. The page posts READY to its parent's window, at the exact origin that its address names as `origin`.
 * 2. The application answers with a {@link Hello} to the frame's window, at the wallet's exact origin, and transfers one end of a `MessageChannel`.
 * 3. The page, which has checked `event.origin`, `event.source` and the schema, posts a {@link Hello} of its own into that port.
 * 4. Both use the lower of the two versions, and the port alone. Messages and their schemas stay the same.
 *
 * An application that gets no answer within the wait that follows READY closes its end; one that built on the original says no hello at all. Either stays
 * on window messages. So that both sides agree whichever they are, the page answers each request where it came from, and posts notices into the port
 * from the first request on that came by it.
 */
export const helloType = 'foyer/hello'

/** The newest version of the messages that this code has. */
export const protocolVersion = 1

/** Its name begins with no prefix of the original's, whose code refuses what it doesn't know by throwing. */
export const Hello = v.object({
  type: v.literal(helloType),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** CAIP-2: those that the page's wallet has, so that the application knows before a login which of its own are missing. */
  networks: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(1_000))),
})
export type Hello = Output<typeof Hello>

/** Creates the first message of either side, the page's with its networks. */
export const hello = (networks?: readonly string[]): Hello => ({
  ...{ type: helloType, version: protocolVersion },
  ...(networks && { networks: [...networks] }),
})

/** Reads a hello. @returns undefined for anything else */
export function readHello(data: unknown): Hello | undefined {
  const { success, output } = v.safeParse(Hello, data)
  return success ? output : undefined
}

/** The `version` in the page's address [S2.26]: that of the original's messages. */
export const addressVersion = '4'

/** The page that is framed, at the origin of the wallet's site. */
export const framePath = '/sdk'

/**
 * The page's answers to a code that was typed in, in the words of the wire: by these an application distinguishes
 * failures.
 */
export const codeFailures = {
  /** Another one may be typed in. */
  wrong: 'Invalid code',
  /** It was right before another one was sent, which may be typed in. */
  replaced: 'A newer code was sent. Use that one.',
  /** The ceremony is over. */
  tooMany: 'Too many wrong codes',
} as const

/** Whether the page asks for another code. */
export const mayTryAnother = ({ message }: Pick<Error, 'message'>): boolean =>
  message === codeFailures.wrong || message === codeFailures.replaced

/** The page's answer where another code may be sent only after a while [S5.31]: read by {@link secondsIn}. */
export const tooEarly = 'Please try again after {seconds} seconds'

/** After how many seconds a page that said {@link tooEarly} may be asked again. @returns undefined for anything else */
export function secondsIn(text: string): number | '' | undefined {
  const [, seconds] = /after (\d+) seconds$/.exec(text) ?? []
  return seconds && Number(seconds)
}

/**
 * The page's answer to CONNECT_DEVICE while the link in the mail wasn't followed, shortly before the application's
 * patience of 30 seconds ends [S9.28]: it is asked again, and sends nothing again.
 */
export const stillWaiting = 'The link in your mail wasn’t opened yet.'

/**
 * The page's answer to UPDATE_EMAIL_SECONDARY_OTP once its code was right, and as long as the links in the mails to
 * both addresses weren't used: it is asked again, with whatever code.
 */
export const linksWaiting = 'The links in your mails weren’t opened yet.'

/**
 * The page has something to show by itself while a device is let in, such as the digits that are typed in elsewhere; or no longer. Posted into the port
 * alone: an application of the original's shows its frame for approvals only.
 */
export const SurfaceNotice = v.object({ type: v.literal('foyer/surface'), shown: v.boolean() })
export type SurfaceNotice = Output<typeof SurfaceNotice>

/** Reads whether the page wants to be seen. @returns undefined for anything else */
export function readSurface(data: unknown): boolean | undefined {
  const { success, output } = v.safeParse(SurfaceNotice, data)
  return success ? output.shown : undefined
}

/**
 * A request that the application no longer waits for, by its id: what the page shows of it is taken away unanswered, as
 * if it was rejected. Posted into the port alone.
 */
export const CancelNotice = v.object({ type: v.literal('foyer/cancel'), id: v.string() })
export type CancelNotice = Output<typeof CancelNotice>

/** That a request is no longer waited for. */
export const cancelling = (id: string): CancelNotice => ({ type: 'foyer/cancel', id })

/** Reads which request is no longer waited for. @returns undefined for anything else */
export function readCancelled(data: unknown): string | undefined {
  const { success, output } = v.safeParse(CancelNotice, data)
  return success ? output.id : undefined
}

/**
 * The application has opened a window of the wallet's for what it asks next, in the press that asks; the window greets the page by this nonce. Posted into
 * the port alone.
 */
export const WindowNotice = v.object({
  type: v.literal('foyer/window'),
  nonce: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
})
export type WindowNotice = Output<typeof WindowNotice>

/** That a window has been opened. */
export const announcing = (nonce: string): WindowNotice => ({ type: 'foyer/window', nonce })

/** Reads by which nonce an opened window greets. @returns undefined for anything else */
export function readWindow(data: unknown): string | undefined {
  const { success, output } = v.safeParse(WindowNotice, data)
  return success ? output.nonce : undefined
}

/** The path of the wallet's own window, beside {@link framePath}. */
export const windowPath = '/approve'

/** The code of JSON-RPC where the page has no window to ask in, and no other way. */
export const windowBlockedCode = -32_020
