import { jsonHeaders, requestOf } from '@foyer/core/request'
import type { Call } from '@foyer/core/wire'
import type { Log } from '@foyer/service/log/createLog'

/** `refused` where the login server has answered that it doesn't; `away` where it may be asked again. */
export type NotifyOutcome = 'done' | 'refused' | 'away'

/** Sends a notice to the login server. */
export type NotifyLogin = (call: Call, body: unknown) => Promise<NotifyOutcome>

interface CallLoginParameters {
  readonly walletOrigin: string
  /** where the login server answers, if this process reaches it elsewhere */
  readonly loginUrl?: string | undefined
  readonly fetch: typeof globalThis.fetch
}

/** Makes a call of the login server. @throws what `fetch` throws where it can't be reached in time */
export type CallLogin = (
  call: Call,
  request: { readonly body: unknown; readonly timeoutMs: number },
) => Promise<Response>

/** The keeper's way to the login server: as the wallet's page, whose calls alone that answers. What counts is what the keeper has signed, and not who asks. */
export function createCallLogin({ walletOrigin, loginUrl = walletOrigin, fetch }: CallLoginParameters): CallLogin {
  const headers = { ...jsonHeaders, origin: walletOrigin, 'sec-fetch-site': 'same-origin' }
  return async (call, { body, timeoutMs }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const parts = { body, signal }
    const { url, ...asked } = requestOf(call, parts)
    return fetch(new URL(url, loginUrl), { ...asked, headers, redirect: 'manual', signal })
  }
}

interface NotifyLoginParameters {
  readonly callLogin: CallLogin
  readonly log: Pick<Log, 'warn'>
}

const timeoutMs = 10_000

/** Creates the keeper's notices, each a word of its own. */
export function createNotifyLogin({ callLogin, log }: NotifyLoginParameters): NotifyLogin {
  return async (call, body) => {
    try {
      const answer = await callLogin(call, { body, timeoutMs })
      await answer.body?.cancel()
      if (answer.ok) return 'done'
      const isRefused = answer.status === 403 || answer.status === 409
      if (!isRefused)
        log.warn({ call: call.id, status: answer.status }, 'the login server did not take a word of the keeper')
      return isRefused ? 'refused' : 'away'
    } catch (error) {
      log.warn({ call: call.id, error }, 'the login server could not be reached')
      return 'away'
    }
  }
}
