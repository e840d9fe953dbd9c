import {
  FoyerError,
  foreignError,
  UnsupportedMethodError,
  UserRejectedError,
  WalletCapabilityError,
} from '@foyer/core/errors'
import { windowBlockedCode } from './protocol/hello.js'
import type { RequestName } from './protocol/messages.js'

/** The wallet's page didn't load: it is blocked by a content policy, by the network, or doesn't know this origin [S8.33]. The next try loads it anew. */
export class FrameLoadError extends FoyerError {
  override readonly name = 'FrameLoadError'
  readonly code = 'frame_load'

  constructor({ origin, cause }: { readonly origin: string; readonly cause?: unknown }) {
    super('Unable to load email login dependency', {
      facts: { origin, alert: true },
      notice: 'error.walletFrame',
      cause,
    })
  }
}

/** The wallet's page didn't answer within 30 s [S9.28]. */
export class FrameTimeoutError extends FoyerError {
  override readonly name = 'FrameTimeoutError'
  readonly code = 'frame_timeout'

  constructor({ request }: { readonly request: RequestName }) {
    super(`The embedded wallet did not answer ${request}.`, {
      facts: { request, alert: true },
      notice: 'error.timedOut',
    })
  }
}

/** There is no frame to ask: it was taken out of the page [S8.34]. */
export class FrameMissingError extends FoyerError {
  override readonly name = 'FrameMissingError'
  readonly code = 'frame_missing'

  constructor() {
    super('W3mFrame: iframe is not set', { notice: 'error.walletFrame' })
  }
}

/** The wallet's page answered with an error: its own words, or none [S8.30]. */
export class FrameReplyError extends FoyerError {
  override readonly name = 'FrameReplyError'
  readonly code = 'frame_reply'

  constructor({
    request,
    text,
    isOwn,
    cause,
  }: {
    readonly request: RequestName
    readonly text: string
    /** By a page of this project's, whose words are for the visitor. */
    readonly isOwn?: boolean | undefined
    readonly cause?: unknown
  }) {
    const rpcCode = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
    super(text.slice(0, 500) || 'An error occurred', {
      // Its number, which callers of a provider know the failure by.
      facts: { request, said: isOwn ? text : '', ...(typeof rpcCode === 'number' && { rpcCode }) },
      notice: 'error.unknown',
      cause,
    })
  }
}

/** The wallet asks for this in a window of its own, and the browser opens none, nor may the page be left for the wallet's: a press of the visitor's may open one. */
export class WindowBlockedError extends FoyerError {
  override readonly name = 'WindowBlockedError'
  readonly code = 'window_blocked'

  constructor({ text, cause }: { readonly text: string; readonly cause?: unknown }) {
    super('The wallet’s window couldn’t be opened, and the page can’t be left for the wallet’s.', {
      // In the words of the wallet's page, which are for the visitor.
      facts: { said: text.slice(0, 500), rpcCode: windowBlockedCode },
      notice: 'error.unknown',
      cause,
    })
  }
}

const kinds = [UserRejectedError, UnsupportedMethodError, WalletCapabilityError]

/**
 * Returns the error that was thrown, or what the page's answer says by its code: that the visitor rejected, that the
 * page lacks the method or a window, or what speaks against a batch.
 */
export function asRejection(cause: unknown): unknown {
  if (!(cause instanceof FrameReplyError)) return cause
  if (cause.facts?.rpcCode === windowBlockedCode) return new WindowBlockedError({ text: cause.message, cause })
  const said = foreignError(cause.cause)
  return kinds.some((kind) => said instanceof kind) ? said : cause
}

/** A request to the wallet's page was given up: its page was loaded anew, or what waited for approval was rejected here [S8.31 S8.32]. */
export class FrameAbortedError extends FoyerError {
  override readonly name = 'FrameAbortedError'
  readonly code = 'frame_aborted'

  constructor({ request }: { readonly request: RequestName }) {
    super(request === 'RPC_REQUEST' ? 'Request was aborted' : 'Something went wrong', {
      facts: { request },
      notice: 'error.unknown',
    })
  }
}

/** A login by e-mail was begun less than 30 s ago, or the wallet’s page counted too many codes [S5.30 S5.31]. */
export class LoginCoolingDownError extends FoyerError {
  override readonly name = 'LoginCoolingDownError'
  readonly code = 'login_cooling_down'

  constructor({ seconds }: { readonly seconds: number }) {
    super(`Please try again after ${seconds} seconds`, { facts: { seconds }, notice: 'error.coolingDown' })
  }
}

/** The embedded wallet has no such method [S6.5]. */
export class MethodNotAllowedError extends FoyerError {
  override readonly name = 'MethodNotAllowedError'
  readonly code = 'method_not_allowed'

  constructor({ method }: { readonly method: string }) {
    super('Requested RPC call is not allowed', { facts: { method: method.slice(0, 80) }, notice: 'error.notSupported' })
  }
}

/** The kit doesn't know where the wallet's page is: it has neither `api` nor `secureOrigin`. */
export class SecureSiteMissingError extends FoyerError {
  override readonly name = 'SecureSiteMissingError'
  readonly code = 'secure_site_missing'

  constructor() {
    super('`embedded()` needs `api` or `secureOrigin`.', {
      notice: 'error.walletFrame',
    })
  }
}
