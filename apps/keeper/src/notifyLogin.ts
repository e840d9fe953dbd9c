import { jsonHeaders, requestOf } from '@foyer/core/request'
import type { Call } from '@foyer/core/wire'
import type { Log } from '@foyer/service/log/createLog'

/** `refused` where the login server has answered that it doesn't; `away` where it may be asked again. */
export type NotifyOutcome = 'done' | 'refused' | 'away'

/** Sends a notice to the login server. */
export type NotifyLogin = (call: Call, body: unknown) => Promise<NotifyOutcome>

interface NotifyLoginParameters {
  readonly walletOrigin: string
  /** where the login server answers, if this process reaches it elsewhere */
  readonly loginUrl?: string | undefined
  readonly fetch: typeof globalThis.fetch
  readonly log: Pick<Log, 'warn'>
}

const timeoutMs = 10_000

/** The keeper's way to the login server: as the wallet's page, whose calls alone that answers. What counts is what the keeper has signed, and not who asks. */
export function createNotifyLogin({
  walletOrigin,
  loginUrl = walletOrigin,
  fetch,
  log,
}: NotifyLoginParameters): NotifyLogin {
  const headers = { ...jsonHeaders, origin: walletOrigin, 'sec-fetch-site': 'same-origin' }
  return async (call, body) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const parts = { body, signal }
    const { url, ...asked } = requestOf(call, parts)
    try {
      const answer = await fetch(new URL(url, loginUrl), { ...asked, headers, redirect: 'manual', signal })
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
